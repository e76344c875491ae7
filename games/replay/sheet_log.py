"""A score sheet from its lines: rows, with their corrections and answers, and adjustments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.events import details as d
from games.events.event import Event
from games.records.entry import Adjusted, Entry, HandClaim, SheetRow, Substitution
from games.replay.table_state import HandLine
from games.rules.row import Row
from games.rules.ruleset import RuleSet, parse_rules_line
from games.rules.sheet import Adjustment, Sheet, SheetLine, start_sheet


@dataclass(frozen=True)
class RowPlace:
    """Where a row was written: the hand and seq of its line, and the seq of its score."""

    hand: int
    seq: int
    score: int


@dataclass(frozen=True)
class SheetLog:
    """A sheet under its last rules; `places` of its rows, in order.

    `marks` has what a record has among the rows, and for each row its place. `waiting` is a row
    whose shooter is asked: it is not scored, and not in the sheet.
    """

    sheet: Sheet
    places: tuple[RowPlace, ...]
    marks: tuple[int | Adjusted | Substitution, ...]
    waiting: Row | None

    def place_of(self, hand: int) -> int | None:
        """Return the place of the row that counts as a hand; else the last one written as it."""
        for line in self.sheet.count.lines:
            if line.number == hand:
                return line.row
        written = (place for place, row in enumerate(self.places) if row.hand == hand)
        return max(written, default=None)

    @property
    def lines(self) -> tuple[HandLine, ...]:
        """The rows that count, as the fold over the events gives them."""
        return tuple(
            HandLine(
                number=line.number,
                seq=self.places[line.row].score,
                direction=line.direction,
                points=line.score.points,
                scores=line.score.scores,
                totals=line.totals,
                shooter=line.score.shooter,
            )
            for line in self.sheet.count.lines
        )

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What a record has: the rows that count, and what stands among them."""
        counted = {line.row: line for line in self.sheet.count.lines}
        return tuple(self._entries(counted))

    def _entries(self, counted: dict[int, SheetLine]) -> Iterator[Entry]:
        rows = self.sheet.rows
        for mark in self.marks:
            if not isinstance(mark, int):
                yield mark
            elif mark in counted:
                score = counted[mark].score
                yield SheetRow(rows[mark], HandClaim(score.points, score.scores))


Part: TypeAlias = Row | Adjustment


def read_sheet(rules: RuleSet, events: Iterable[Event]) -> SheetLog:
    """Read the lines of a sheet that a fold found good; `rules` are the header's."""
    reader = _Reader(rules)
    for event in events:
        if not reader.take_hand(event):
            reader.take_change(event)
    return reader.log()


class _Reader:
    """A sheet while its lines are read."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._parts: list[Part] = []
        self._places: list[RowPlace] = []
        self._marks: list[int | Adjusted | Substitution] = []
        self._written: Event | None = None
        self._waiting: Row | None = None

    def take_hand(self, event: Event) -> bool:
        """Read a line of a hand; answer whether it was one."""
        match event.detail:
            case d.RowWritten(row=row):
                self._written, self._waiting = event, row
            case d.MoonChosen(choice=choice) if self._waiting is not None:
                self._waiting = replace(self._waiting, moon_choice=choice)
            case d.Scored() if self._waiting is not None and self._written is not None:
                self._marks.append(len(self._places))
                self._places.append(RowPlace(self._written.hand, self._written.seq, event.seq))
                self._parts.append(self._waiting)
                self._waiting = None
            case _:
                return False
        return True

    def take_change(self, event: Event) -> None:
        """Read a line that changes what stands, or stands among the rows."""
        match event.detail:
            case d.RowCorrected(seq=seq, row=row):
                place = [place.seq for place in self._places].index(seq)
                self._parts[self._index_of_row(place)] = row
            case d.RulesChanged(rules=line):
                self._rules = parse_rules_line(line)
            case d.Adjusted(points=points, reason=reason):
                seats = range(self._rules.players)
                each = tuple(points if seat == event.seat else 0 for seat in seats)
                self._parts.append(Adjustment(each))
                self._marks.append(Adjusted(each, reason))
            case d.SeatTaken(name=name, reason=str(reason)):
                self._marks.append(Substitution(event.seat or 0, name or "", reason))
            case _:
                pass

    def _index_of_row(self, place: int) -> int:
        """Return where the row at a place stands among rows and adjustments."""
        return [at for at, part in enumerate(self._parts) if isinstance(part, Row)][place]

    def log(self) -> SheetLog:
        """Return what was read."""
        sheet = replace(start_sheet(self._rules), entries=tuple(self._parts))
        return SheetLog(sheet, tuple(self._places), tuple(self._marks), self._waiting)
