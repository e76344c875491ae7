"""A score sheet's row as it stands in a line: the points, then every extra, "-" where not given.

    5,0,8,13 jack=- ten=- sun=no no_tricks=none moon_choice=-

A line is written again and compared, so what the readers let pass besides the canonical form is
refused there.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from deals.cards.seat import Seat
from games.rules.row import Row

T = TypeVar("T")

_NAMES: Final = ("jack", "ten", "sun", "no_tricks", "moon_choice")
_YES_NO: Final = MappingProxyType({"yes": True, "no": False})
_CHOICES: Final = MappingProxyType({"add": "add", "subtract": "subtract"})
_SEATS: Final = MappingProxyType({str(seat): seat for seat in range(6)})


def read_row(texts: list[str]) -> Row:
    """Return the row of a line's parts. Raises ValueError.

    >>> read_row("5,0,8,13 jack=- ten=2 sun=- no_tricks=none moon_choice=-".split()).ten
    2
    """
    names = [text.partition("=")[0] for text in texts[1:]]
    if names != [*_NAMES]:
        raise ValueError(f"points, then {'=, '.join(_NAMES)}= expected")
    jack, ten, sun, no_tricks, choice = (text.partition("=")[2] for text in texts[1:])
    return Row(
        points=tuple(map(int, texts[0].split(","))),
        jack=_look_up(_SEATS, jack),
        ten=_look_up(_SEATS, ten),
        sun=_look_up(_YES_NO, sun),
        no_tricks=_read_seats(no_tricks),
        moon_choice=_look_up(_CHOICES, choice),
    )


def write_row(row: Row) -> str:
    """Return the one text of a row."""
    seats = row.no_tricks
    values: tuple[object, ...] = (
        row.jack,
        row.ten,
        None if row.sun is None else "yes" if row.sun else "no",
        None if seats is None else ",".join(map(str, seats)) or "none",
        row.moon_choice,
    )
    texts = [
        f"{name}={'-' if value is None else value}"
        for name, value in zip(_NAMES, values, strict=True)
    ]
    return " ".join([",".join(map(str, row.points)), *texts])


def _look_up(values: Mapping[str, T], text: str) -> T | None:
    if text == "-":
        return None
    if text not in values:
        raise ValueError(f"{text!r} is none of {', '.join(values)}, -")
    return values[text]


def _read_seats(text: str) -> tuple[Seat, ...] | None:
    if text == "-":
        return None
    seats = [] if text == "none" else [_SEATS.get(part, -1) for part in text.split(",")]
    if -1 in seats or seats != sorted(set(seats)):
        raise ValueError(f"{text!r} is no list of seats, each once and in order")
    return tuple(seats)
