"""Narrowing what JSON gave, with the JSON pointer of what does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from games.records.errors import RecordUnreadable

_TEXTS: Final = frozenset({str})
_NUMBERS: Final = frozenset({int})


class Node(NamedTuple):
    """A value and its JSON pointer. The readers raise RecordUnreadable."""

    value: object
    pointer: str = ""

    def at(self, key: str) -> Node:
        """Go to what an object has under a key."""
        inner = self.value
        if not isinstance(inner, dict) or key not in inner:
            raise self.unreadable(f"an object with the key {key!r}")
        return Node(inner[key], f"{self.pointer}/{key}")

    def find(self, key: str) -> Node | None:
        """Go to what an object has under a key, if it has it."""
        inner = self.value
        if not isinstance(inner, dict):
            raise self.unreadable("an object")
        return Node(inner[key], f"{self.pointer}/{key}") if key in inner else None

    def text(self, key: str) -> str:
        """Read the string that an object has under a key."""
        inner = self.value
        value = inner.get(key) if isinstance(inner, dict) else None
        return value if isinstance(value, str) else self.at(key).as_text()

    def texts(self, key: str) -> tuple[str, ...]:
        """Read the list of strings that an object has under a key."""
        inner = self.value
        value = inner.get(key) if isinstance(inner, dict) else None
        if isinstance(value, list) and {*map(type, value)} == _TEXTS:
            return tuple(value)
        return self.at(key).as_texts()

    def rest(self, known: AbstractSet[str]) -> dict[str, object]:
        """Give the keys of an object that are not known, as they came."""
        inner = self.as_object()
        if inner.keys() <= known:
            return {}
        return {key: value for key, value in inner.items() if key not in known}

    def as_object(self) -> dict[str, object]:
        """Read an object."""
        if not isinstance(self.value, dict):
            raise self.unreadable("an object")
        return self.value

    def as_list(self) -> Iterator[Node]:
        """Read a list."""
        if not isinstance(self.value, list):
            raise self.unreadable("a list")
        return (Node(item, f"{self.pointer}/{place}") for place, item in enumerate(self.value))

    def as_text(self) -> str:
        """Read a string."""
        if not isinstance(self.value, str):
            raise self.unreadable("a string")
        return self.value

    def as_texts(self) -> tuple[str, ...]:
        """Read a list of strings."""
        if isinstance(self.value, list) and {*map(type, self.value)} <= _TEXTS:
            return tuple(self.value)
        return tuple([node.as_text() for node in self.as_list()])

    def as_numbers(self, *, count: int | None = None) -> tuple[int, ...]:
        """Read a list of whole numbers, `count` of them if given; true and 4.0 are none."""
        if isinstance(self.value, list) and {*map(type, self.value)} <= _NUMBERS:
            numbers = tuple(self.value)
        else:
            numbers = tuple([node.as_number() for node in self.as_list()])
        if count is not None and len(numbers) != count:
            raise self.unreadable(f"{count} whole numbers, one a seat")
        return numbers

    def as_number(self) -> int:
        """Read a whole number; true and 4.0 are none."""
        if type(self.value) is not int:
            raise self.unreadable("a whole number")
        return self.value

    def as_yes_no(self) -> bool:
        """Read true or false."""
        if not isinstance(self.value, bool):
            raise self.unreadable("true or false")
        return self.value

    def as_seat(self, players: int) -> int:
        """Read a seat of a table for so many players."""
        if type(self.value) is not int or self.value not in range(players):
            raise self.unreadable(f"a seat from 0 to {players - 1}")
        return self.value

    def as_seats(self, players: int) -> tuple[int, ...]:
        """Read a list of different seats, in any order."""
        seats = [node.as_seat(players) for node in self.as_list()]
        if len(set(seats)) < len(seats):
            raise self.unreadable("every seat once")
        return tuple(sorted(seats))

    def unreadable(self, expected: str) -> RecordUnreadable:
        """Make the error that something else stands here."""
        return RecordUnreadable(expected, pointer=self.pointer)


def escape_key(key: str) -> str:
    """Write a key as a step of a JSON pointer (RFC 6901, section 3)."""
    return key.replace("~", "~0").replace("/", "~1")
