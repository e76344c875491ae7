"""A score sheet: rows of points, and what they come to under its rules.

The rows are kept, everything else is worked out of them again each time: so a corrected row or
other rules change every total and no row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from games.rules.errors import (
    GameOver,
    InvalidRules,
    MoonChoiceMissing,
    MoonChoiceUnasked,
    NoSuchRow,
    RowFault,
    RowMisshapen,
    RowNoLongerFits,
)
from games.rules.game import GameScore, start_game
from games.rules.passing import Direction
from games.rules.row import Row, score_row
from games.rules.ruleset import RuleSet
from games.rules.scoring import HandScore

ROW_ERRORS = (RowMisshapen, RowFault, MoonChoiceMissing, MoonChoiceUnasked)
"""All that `score_row` raises."""


@dataclass(frozen=True)
class Adjustment:
    """Points added to the totals, one a seat, outside of any hand."""

    points: tuple[int, ...]


Entry: TypeAlias = Row | Adjustment


@dataclass(frozen=True)
class SheetLine:
    """A row that counts: its hand, from 1, its place among all rows, from 0, what it came to.

    `totals` are those after it.
    """

    number: int
    row: int
    direction: Direction
    score: HandScore
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Count:
    """What a sheet comes to; `set_aside` are the rows, by place, that stand after the end."""

    lines: tuple[SheetLine, ...]
    set_aside: tuple[int, ...]
    game: GameScore


@dataclass(frozen=True)
class Sheet:
    """A score sheet, begun by `start_sheet`; every change gives another one.

    `begun` is the game before its first entry.

    >>> from games.rules.ruleset import parse_rules
    >>> sheet = start_sheet(parse_rules({"moon": "subtract"}))
    >>> for points in ((5, 0, 8, 13), (0, 26, 0, 0)):
    ...     sheet = sheet.add_row(Row(points))
    >>> sheet.count.game.totals
    (5, -26, 8, 13)
    >>> sheet.change_rules(parse_rules({"moon": "add"})).count.game.totals
    (31, 0, 34, 39)
    """

    begun: GameScore
    entries: tuple[Entry, ...] = ()

    @property
    def rules(self) -> RuleSet:
        """The rules that all rows count under."""
        return self.begun.rules

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, those set aside too."""
        return tuple(entry for entry in self.entries if isinstance(entry, Row))

    @cached_property
    def count(self) -> Count:
        """What the rows come to. Raises RowNoLongerFits."""
        game = self.begun
        lines: list[SheetLine] = []
        aside: list[int] = []
        for entry in self.entries:
            place = len(lines) + len(aside)
            if isinstance(entry, Adjustment):
                game = game.adjust(entry.points)
            elif game.finished:
                aside.append(place)
            else:
                line = count_row(entry, game, place=place)
                game = game.after_hand(line.score.scores)
                lines.append(line)
        return Count(tuple(lines), tuple(aside), game)

    def add_row(self, row: Row) -> Sheet:
        """Write the next hand. Raises GameOver and all that `score_row` raises."""
        if self.count.game.finished:
            raise GameOver
        score_row(row, self.count.game)
        return replace(self, entries=(*self.entries, row))

    def adjust(self, points: Sequence[int]) -> Sheet:
        """Add to the totals at once; a finished game may be open again, and go on."""
        return replace(self, entries=(*self.entries, Adjustment(tuple(points))))

    def correct_row(self, place: int, row: Row) -> Sheet:
        """Write another row over the one at `place`, from 0; the last correction counts.

        Raises NoSuchRow, RowNoLongerFits (also for a later row, as under moon=auto).
        """
        places = [at for at, entry in enumerate(self.entries) if isinstance(entry, Row)]
        if place not in range(len(places)):
            raise NoSuchRow(place)
        at = places[place]
        entries = (*self.entries[:at], row, *self.entries[at + 1 :])
        after = replace(self, entries=entries)
        after.check()
        return after

    def change_rules(self, rules: RuleSet) -> Sheet:
        """Count all rows, past ones too, under other rules.

        When the game now ends earlier, later rows are set aside but kept; when it no longer ends,
        it is open again. Raises InvalidRules for another number of players, RowNoLongerFits.
        """
        if rules.players != self.rules.players:
            raise InvalidRules("players", f"a sheet of {self.rules.players} keeps their number")
        after = replace(self, begun=replace(self.begun, rules=rules))
        after.check()
        return after

    def check(self) -> None:
        """Raise RowNoLongerFits unless every row that counts has its answer."""
        _ = self.count


def start_sheet(rules: RuleSet, *, totals: Sequence[int] | None = None, hands: int = 0) -> Sheet:
    """Begin a sheet; with `totals` after so many `hands` that were played before."""
    return Sheet(start_game(rules, totals=totals, hands=hands))


def count_row(row: Row, game: GameScore, *, place: int) -> SheetLine:
    """Count the row at `place` as the next hand of a game. Raises RowNoLongerFits."""
    number = game.hands_played + 1
    try:
        score = score_row(row, game)
    except ROW_ERRORS as fault:
        raise RowNoLongerFits(number, fault) from fault
    return SheetLine(
        number=number,
        row=place,
        direction=game.rules.direction(number, totals=game.totals),
        score=score,
        totals=game.after_hand(score.scores).totals,
    )
