"""The columns of a score sheet in CSV, and what stands in one line's cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from deals.cards.seat import Seat
from games.records.csv_text import trim_cell, unquote_text
from games.records.errors import RecordUnreadable
from games.rules.row import Row

HAND: Final = "Hand"
WAY: Final = "Pass"
_AFTER_PLAYERS: Final = (
    "Hand total",
    "Jack seat",
    "Ten seat",
    "Sun",
    "No tricks seats",
    "Moon",
    "Note",
)
NOT_NAMES: Final = frozenset({"", WAY, *_AFTER_PLAYERS})
"""What stands quoted as the name of a player: it means something else in a first line."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_YES_NO: Final = {"yes": True, "no": False}


@dataclass(frozen=True)
class Cells:
    """One line: its number in the file, from 1, and its cells. The readers raise RecordUnreadable.

    A column is a place from 0, or None where the sheet lacks it.
    """

    line: int
    cells: Sequence[str]

    def text(self, column: int | None) -> str:
        """Read a cell; "" where there is none."""
        if column is None or column >= len(self.cells):
            return ""
        return trim_cell(self.cells[column])

    def number(self, column: int | None, *, low: int | None = None) -> int:
        """Read a whole number."""
        text = self.text(column)
        if _NUMBER.fullmatch(text) is None or (low is not None and int(text) < low):
            raise self.unreadable(column, "a whole number")
        return int(text)

    def unreadable(self, column: int | None, expected: str) -> RecordUnreadable:
        """Make the error that something else stands in a cell."""
        return RecordUnreadable(expected, line=self.line, column=1 + (column or 0))


@dataclass(frozen=True)
class Columns:
    """Where everything stands, and the names of the players."""

    players: tuple[str, ...]
    of_points: tuple[int, ...]
    of_totals: tuple[int, ...]
    way: int | None
    extras: dict[str, int]
    hand: int = 0

    def points(self, cells: Cells) -> tuple[int, ...]:
        """Read a number of each player."""
        return tuple(cells.number(column) for column in self.of_points)

    def totals(self, cells: Cells) -> tuple[int, ...] | None:
        """Read the running totals; None when there are none in this line."""
        if not any(cells.text(column) for column in self.of_totals):
            return None
        return tuple(cells.number(column) for column in self.of_totals)

    def note(self, cells: Cells) -> str:
        """Read the free text of a line."""
        return unquote_text(cells.text(self.extras.get("Note")))

    def substitute(self, cells: Cells) -> tuple[Seat, str]:
        """Read the one seat that gets another player."""
        named = [
            (seat, cells.text(column))
            for seat, column in enumerate(self.of_points)
            if cells.text(column)
        ]
        if len(named) != 1:
            raise cells.unreadable(self.of_points[0], "one name, in the column of its seat")
        seat, player = named[0]
        return seat, unquote_text(player, reserved=NOT_NAMES)

    def row(self, cells: Cells) -> Row:
        """Read the points and extras of a hand."""
        return Row(
            points=self.points(cells),
            jack=self._seat(cells, "Jack seat"),
            ten=self._seat(cells, "Ten seat"),
            sun=self._sun(cells),
            no_tricks=self._no_tricks(cells),
            moon_choice=cells.text(self.extras.get("Moon")) or None,
        )

    def _seat(self, cells: Cells, name: str) -> Seat | None:
        column = self.extras.get(name)
        if not cells.text(column):
            return None
        return self._check_seat(cells, column, cells.text(column))

    def _check_seat(self, cells: Cells, column: int | None, text: str) -> Seat:
        seats = {str(seat): seat for seat in range(len(self.players))}
        if text not in seats:
            raise cells.unreadable(column, f"a seat from 0 to {len(seats) - 1}")
        return seats[text]

    def _sun(self, cells: Cells) -> bool | None:
        column = self.extras.get("Sun")
        text = cells.text(column)
        if text and text not in _YES_NO:
            raise cells.unreadable(column, "yes or no")
        return _YES_NO.get(text)

    def _no_tricks(self, cells: Cells) -> tuple[Seat, ...] | None:
        column = self.extras.get("No tricks seats")
        text = cells.text(column)
        if not text:
            return None
        codes = [] if text == "none" else text.split()
        seats = [self._check_seat(cells, column, code) for code in codes]
        if len(set(seats)) < len(seats):
            raise cells.unreadable(column, "every seat once")
        return tuple(sorted(seats))


def read_columns(head: Cells, *, players: int) -> Columns:
    """Read the first line of a sheet for so many players. Raises RecordUnreadable."""
    names = [head.text(column) for column in range(len(head.cells))]
    if names[:1] != [HAND]:
        raise head.unreadable(0, f"a first line that begins with {HAND}")
    at = 1 + (names[1:2] == [WAY])
    of_points: list[int] = []
    of_totals: list[int] = []
    while at < len(names) and names[at] not in _AFTER_PLAYERS:
        of_points.append(at)
        if names[at + 1 : at + 2] == [f"{names[at]} total"]:
            at += 1
            of_totals.append(at)
        at += 1
    if len(of_points) != players or len(of_totals) not in (0, players):
        wanted = f"a column for each of {players} players, and none or all with a total"
        raise head.unreadable(1, wanted)
    extras = {name: at + place for place, name in enumerate(names[at:])}
    if len(extras) < len(names) - at or not extras.keys() <= {*_AFTER_PLAYERS}:
        raise head.unreadable(at, f"of {', '.join(_AFTER_PLAYERS)} each once")
    return Columns(
        players=tuple(unquote_text(names[column], reserved=NOT_NAMES) for column in of_points),
        of_points=tuple(of_points),
        of_totals=tuple(of_totals),
        way=1 if names[1:2] == [WAY] else None,
        extras=extras,
    )
