"""The parts that a line's detail is made of: how each is read, and the one way they are written.

Readers take text and raise ValueError, which the codec turns into LineMalformed. They need not be
strict by themselves: a line is written again and compared, so what they let pass besides the
canonical form is refused there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from deals.cards.card import parse_card
from deals.cards.holding import Holding, parse_holding

Reader: TypeAlias = Callable[[str], object]


def _matching(pattern: str, what: str) -> Reader:
    compiled = re.compile(pattern, re.ASCII)

    def read(text: str) -> str:
        if compiled.fullmatch(text) is None:
            raise ValueError(f"{text!r} is not {what}")
        return text

    return read


def one_of(*words: str) -> Reader:
    """Return a reader of one word of a fixed list."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{text!r} is none of {', '.join(words)}")
        return text

    return read


def _at_least(low: int) -> Reader:
    def read(text: str) -> int:
        number = int(text)
        if number < low:
            raise ValueError(f"{text} is below {low}")
        return number

    return read


def integers(text: str) -> tuple[int, ...]:
    """Numbers with commas between; "-" is the empty list."""
    return () if text == "-" else tuple(map(int, text.split(",")))


def cards(text: str) -> Holding:
    """Card codes with commas between."""
    return parse_holding(text.replace(",", " "))


hex32: Final = _matching("[0-9a-f]{64}", "64 digits of lower-case hex")
hexes: Final = _matching("(?:[0-9a-f]{2})+", "lower-case hex")
uuid: Final = _matching("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", "a lower-case uuid")
name: Final = _matching("[!-~]+", "a name of printable characters")
code: Final = _matching("[a-z0-9]+(?:[-_][a-z0-9]+)*", "a code")
count: Final = _at_least(0)
number: Final = _at_least(1)
card: Final[Reader] = parse_card


def write_part(value: object) -> str:
    """Return a part as it stands in a line: lists with commas, an empty list as "-"."""
    if isinstance(value, tuple | Holding):
        return ",".join(map(str, value)) or "-"
    return str(value)
