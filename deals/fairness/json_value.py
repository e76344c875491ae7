"""JSON values, narrowed: what is not as expected is told by its pointer (RFC 6901)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from deals.fairness.errors import ProofUnreadable
from deals.fairness.integers import parse_integer
from deals.fairness.places import MOST_DIGITS

T = TypeVar("T")


@dataclass(frozen=True)
class JsonValue:
    """A JSON value and the pointer to it (RFC 6901)."""

    held: object
    pointer: str = ""

    def unreadable(self, expected: str) -> ProofUnreadable:
        """Return the error that something else was expected here."""
        return ProofUnreadable(pointer=self.pointer, expected=expected)

    def text(self) -> str:
        """Return a string. Raises ProofUnreadable."""
        if not isinstance(self.held, str):
            raise self.unreadable("a string")
        return self.held

    def number(self) -> int:
        """Return a whole number. Raises ProofUnreadable."""
        if not isinstance(self.held, int) or isinstance(self.held, bool):
            raise self.unreadable("a whole number")
        return self.held

    def index(self) -> int:
        """Return the index of a deal that a string spells in decimal. Raises ProofUnreadable.

        No deck has an index of more digits: a longer text is refused before it costs anything.
        """
        if isinstance(self.held, str) and len(self.held) > MOST_DIGITS:
            raise self.unreadable(f"a whole number of at most {MOST_DIGITS} digits, as a string")
        number = parse_integer(self.held) if isinstance(self.held, str) else None
        if number is None:
            raise self.unreadable("a whole number as a string")
        return number

    def items(self, parse: Callable[[JsonValue], T]) -> tuple[T, ...]:
        """Return a list's items, each as `parse` reads it. Raises ProofUnreadable."""
        if not isinstance(self.held, list):
            raise self.unreadable("a list")
        return tuple(
            parse(JsonValue(item, f"{self.pointer}/{place}"))
            for place, item in enumerate(self.held)
        )

    def nullable(self, parse: Callable[[JsonValue], T]) -> T | None:
        """Return None for null, else what `parse` reads."""
        return None if self.held is None else parse(self)

    def object(self, required: str, *, optional: str = "") -> dict[str, JsonValue]:
        """Return the values of an object that has all required keys and none but the optional ones.

        Both are lists of keys, parted by spaces. Raises ProofUnreadable.
        """
        if not isinstance(self.held, dict):
            raise self.unreadable("an object")
        keys = required.split()
        if not set(keys) <= self.held.keys() <= {*keys, *optional.split()}:
            raise self.unreadable(
                f"an object with the keys {required}" + (optional and f" (or also {optional})")
            )
        return {key: JsonValue(item, f"{self.pointer}/{key}") for key, item in self.held.items()}
