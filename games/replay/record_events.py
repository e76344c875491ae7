"""A record of others as a game of our own: the header and the lines of its chain.

The lines say what was dealt, given and played, as far as it was legal, and what it came to by the
rules; what the source claimed is not among them. Names and free words stay outside: the chain has
a fresh uuid for each player, and codes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from deals.cards.seat import Seat
from deals.fairness.entries import GameEntry
from games.events import details as d
from games.events.event import Event
from games.records.entry import Adjusted, Entry, PlayedHand, SheetRow, Substitution, VoidHand
from games.records.record import Record
from games.replay.hand_lines import played_lines, row_lines, void_lines
from games.replay.replay import HandResult, RecordFold
from games.rules.game import GameScore
from games.rules.ruleset import format_rules_line

IMPORTED: Final = "imported"
ENGINE: Final = 1
WAIT: Final = 600
"""What a header has to say; nobody waits for anybody in an imported game."""

_CODE: Final = re.compile(r"(?=.{1,32}\Z)[a-z0-9]+(?:[-_][a-z0-9]+)*", re.ASCII)


@dataclass(frozen=True)
class ImportedPlayer:
    """Who sits at a seat in the end: his uuid in the chain, and his name as the record has it.

    `seq` is of the line that seated him.
    """

    player: str
    name: str
    seq: int


@dataclass(frozen=True)
class ImportedHand:
    """A hand that counts: the seq of its `score` line, its number, and what it came to."""

    seq: int
    number: int
    result: HandResult


@dataclass(frozen=True)
class ImportedGame:
    """A record as a game: `players` are those who sit there in the end, by seat.

    `hands` are those that count, and `score` is where the game stands after them.
    """

    header: GameEntry
    events: tuple[Event, ...]
    players: tuple[ImportedPlayer, ...]
    hands: tuple[ImportedHand, ...]
    score: GameScore

    @property
    def number(self) -> int:
        """The hand that would come; the last one of a game that is finished."""
        return number_on(self.score)


def record_as_game(
    record: Record, *, origin: str, game: str, time: str, new_player: Callable[[], str]
) -> ImportedGame:
    """Return a record as a game with the uuid `game`, written at `time` (a statement's).

    `new_player` gives a fresh uuid each time.
    """
    header = GameEntry(
        origin=origin,
        game=game,
        kind=_kind(record),
        engine=ENGINE,
        rules=format_rules_line(record.rules),
        sources=IMPORTED,
        table="-",
        wait=WAIT,
        time=time,
    )
    writer = _Writer(record, header, new_player)
    writer.write()
    return writer.game()


def _kind(record: Record) -> str:
    """Return sheet for a record of numbers alone, else cards."""
    kinds = {type(entry) for entry in record.hands}
    return "sheet" if SheetRow in kinds and PlayedHand not in kinds else "cards"


def reason_code(reason: str | None) -> str:
    """Return a record's reason as the chain can have it: as it is when it is a code."""
    return reason if reason is not None and _CODE.fullmatch(reason) else IMPORTED


class _Writer:
    """The lines of a game while they are written; the fold over the record goes along."""

    def __init__(self, record: Record, header: GameEntry, new_player: Callable[[], str]) -> None:
        self._record = record
        self._header = header
        self._new_player = new_player
        self._fold = RecordFold(record)
        self._events: list[Event] = []
        self._players: list[ImportedPlayer] = []
        self._hands: list[ImportedHand] = []

    def game(self) -> ImportedGame:
        """Return what was written."""
        return ImportedGame(
            self._header,
            tuple(self._events),
            tuple(self._players),
            tuple(self._hands),
            self._fold.game,
        )

    def write(self) -> None:
        """Write all lines, up to the first hand with a finding, and the end."""
        for seat, name in enumerate(self._record.players):
            player = self._new_player()
            seq = self._add("seat", seat, d.SeatTaken("human", player), hand=0)
            self._players.append(ImportedPlayer(player, name, seq))
        if (start := self._record.start) is not None:
            self._add("start", None, d.Started(start.hands, start.totals), hand=0)
        for entry in self._record.hands:
            if not self._write_entry(entry):
                break
        game = self._fold.game
        how = "finished" if game.finished else "abandoned"
        self._add("end", None, d.Ended(how, game.totals, game.winners), hand=0)

    def _add(self, kind: str, seat: Seat | None, detail: d.Detail, *, hand: int) -> int:
        seq = len(self._events) + 1
        self._events.append(Event(seq, self._header.time, hand, kind, seat, detail))
        return seq

    def _write_entry(self, entry: Entry) -> bool:
        """Write what an entry says; answer whether more may follow."""
        match entry:
            case PlayedHand() | SheetRow():
                return self._write_hand(entry)
            case VoidHand():
                self._write_void(entry)
            case Substitution():
                self._write_substitute(entry)
            case _:
                self._write_adjustment(entry)
        return True

    def _write_hand(self, entry: PlayedHand | SheetRow) -> bool:
        before, number = self._fold.game, self._fold.game.hands_played + 1
        is_good = self._fold.take(entry)
        fault = None if is_good else self._fold.findings[-1]
        lines = (
            played_lines(entry, before, fault)
            if isinstance(entry, PlayedHand)
            else row_lines(entry, fault)
        )
        for kind, seat, detail in lines:
            self._add(kind, seat, detail, hand=number)
        if is_good:
            self._write_score(entry, number)
        return is_good

    def _write_score(self, entry: PlayedHand | SheetRow, number: int) -> None:
        result = self._fold.hands[-1]
        if isinstance(entry, PlayedHand) and entry.moon_choice is not None:
            self._add("moon", result.shooter, d.MoonChosen(entry.moon_choice), hand=number)
        said = d.Scored(result.points, result.scores, result.totals)
        seq = self._add("score", None, said, hand=number)
        self._hands.append(ImportedHand(seq, number, result))

    def _write_void(self, entry: VoidHand) -> None:
        game = self._fold.game
        number = number_on(game)
        lines = void_lines(entry, game)
        for kind, seat, detail in lines:
            self._add(kind, seat, detail, hand=number)
        scope = "hand" if lines else "deal"
        voided = d.Voided(scope, reason_code(entry.reason), self._header.game)
        self._add("void", None, voided, hand=number)

    def _write_substitute(self, entry: Substitution) -> None:
        player = self._new_player()
        said = d.SeatTaken("human", player, reason_code(entry.reason), self._header.game)
        seq = self._add("substitute", entry.seat, said, hand=0)
        self._players[entry.seat] = ImportedPlayer(player, entry.player, seq)

    def _write_adjustment(self, entry: Adjusted) -> None:
        self._fold.take(entry)
        for seat, points in enumerate(entry.points):
            if points:
                said = d.Adjusted(points, reason_code(entry.reason), self._header.game)
                self._add("adjust", seat, said, hand=0)


def number_on(game: GameScore) -> int:
    """Return the hand that is on: the next one, or the last of a game that is over."""
    return max(game.hands_played, 1) if game.finished else game.hands_played + 1
