"""Whole numbers as canonical decimal text, of any length.

The index of a large draw of lots has more digits than `int` and `str` convert at once, so both
work through it in blocks.
"""

from __future__ import annotations

import re
from typing import Final

_CANONICAL: Final = re.compile(r"0|[1-9][0-9]*")
_BLOCK: Final = 1000
_BASE: Final = 10**_BLOCK


def parse_integer(text: str) -> int | None:
    """Return the number, or None when the text has a sign, a leading zero or anything else."""
    if not _CANONICAL.fullmatch(text):
        return None
    head = len(text) % _BLOCK
    number = int(text[:head] or "0")
    for start in range(head, len(text), _BLOCK):
        number = number * _BASE + int(text[start : start + _BLOCK])
    return number


def format_integer(number: int) -> str:
    """Return the decimal digits of a number; a minus before them if it is below zero."""
    sign, rest = ("-", -number) if number < 0 else ("", number)
    blocks: list[str] = []
    while rest >= _BASE:
        rest, block = divmod(rest, _BASE)
        blocks.append(str(block).zfill(_BLOCK))
    return sign + str(rest) + "".join(reversed(blocks))
