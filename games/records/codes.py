"""The card codes of a record: a sequence of strings, split out of its text when they are needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload


class WrittenCodes(Sequence[str]):
    """Codes as a record has them, parted by spaces; equal to a tuple of the same.

    A replay reads well-written cards from the `text`, so most are never split.

    >>> WrittenCodes("2C 10D") == ("2C", "TD")
    True
    """

    __slots__ = ("_codes", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._codes: tuple[str, ...] | None = None

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes one by one; 10C is TC."""
        if self._codes is None:
            codes = self.text.split()
            if "10" in self.text:
                codes = [f"T{it[2]}" if it[:2] == "10" and len(it) == 3 else it for it in codes]
            self._codes = tuple(codes)
        return self._codes

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        return self.codes[place]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, WrittenCodes):
            return self.codes == other.codes
        return self.codes == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.codes)

    def __repr__(self) -> str:
        return repr(self.codes)
