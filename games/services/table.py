"""A table under its lock: what an act reads in one statement, and writes back in one.

Plain values and two statements for each act, no model instance per event. A card in the middle of
a hand takes no lock at all: `read_table` and `save_card`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, TypeAlias
from uuid import UUID

from deals.cards.seat import Seat
from deals.fairness.times import cut_time, format_time
from deals.services.jobs import JobHint
from deals.services.keys import service_keys
from deals.straight import run
from games.events.chain import next_head
from games.events.details import Detail, Voided
from games.events.event import Event, format_event
from games.rules.hand import Hand, dump_hand
from games.rules.ruleset import RuleSet, parse_rules_line
from games.selectors.hands import hand_context, open_hand
from games.services.announcing import announce
from games.services.errors import BoardShut, SeatSubstituted, UnknownGame

_write_json: Final = json.JSONEncoder(separators=(",", ":")).encode

TABLE_COLUMNS: Final = """r.line, g.kind, g.state, g.sources, g.seq, g.head, g.time, g.hand,
       g.computers, g.totals, g.winners, g.board, g.shut, h.before, h.phase, h.turn, h.sealed"""
TABLE_ROWS: Final = """games_game g
JOIN games_ruleset r ON r.id = g.rules_id
JOIN games_handstate h ON h.game_id = g.id"""
"""What a table is made of, and where it stands: for those who read it along with rows of theirs."""

TableRow: TypeAlias = Sequence[Any]
"""The values of TABLE_COLUMNS, the cards sealed."""

_READ: Final = f"SELECT {TABLE_COLUMNS} FROM {TABLE_ROWS} WHERE g.id = %s "  # noqa: S608 - constants
# Both rows are locked: a row that is only joined would be read as it was before the wait.
_LOCK: Final = _READ + "FOR NO KEY UPDATE OF g, h"

_SAVE: Final = """
WITH written AS (
    INSERT INTO games_event (game_serial, seq, line, head)
    SELECT g.serial, new.* FROM games_game g,
        unnest(%(seqs)s::int[], %(lines)s::text[], %(heads)s::bytea[]) AS new
    WHERE g.id = %(game)s
), passed AS (
    INSERT INTO games_sealedpass (game_id, seq, sealed)
    SELECT %(game)s, new.* FROM unnest(%(passes)s::int[], %(seals)s::bytea[]) AS new
), hand AS (
    UPDATE games_handstate
    SET seq = %(seq)s, hand = %(number)s, before = %(before)s, phase = %(phase)s,
        turn = %(turn)s, sealed = %(sealed)s
    WHERE game_id = %(game)s
)
UPDATE games_game
SET state = %(state)s, seq = %(seq)s, head = %(head)s, time = %(now)s, hand = %(number)s,
    shut = %(shut)s, computers = %(computers)s, totals = %(totals)s, winners = %(winners)s
WHERE id = %(game)s
"""

# The game's row is changed only as it was read; whoever comes second waits for its lock, looks
# again and finds nothing to change. So seq is given under that lock here, too.
_SAVE_CARD: Final = """
WITH game AS (
    UPDATE games_game SET seq = %(seq)s, head = %(head)s, time = %(now)s
    WHERE id = %(game)s AND seq = %(seq)s - 1 AND head = %(head_before)s
    RETURNING id, serial
), hand AS (
    UPDATE games_handstate
    SET seq = %(seq)s, phase = %(phase)s, turn = %(turn)s, sealed = %(sealed)s
    FROM game WHERE game_id = game.id
)
INSERT INTO games_event (game_serial, seq, line, head)
SELECT game.serial, %(seq)s, %(line)s, decode(%(head)s, 'hex') FROM game
"""


@dataclass(frozen=True)
class NewLine:
    """A line that this act adds to the chain, between two heads.

    `sealed` is what it only hashes, at rest.
    """

    seq: int
    line: str
    head_before: str
    head: str
    sealed: bytes | None


@dataclass
class Table:
    """A game's row and its hand state, locked; acts change it and `save_table` writes it.

    `board` is the purpose of the deal that it shares with other tables, or "" for deals of its own.

    `number` is the hand that is on, `before` the totals that it began with; `openings` are the pass
    statements of this hand by seat. `turn` is who plays, or who chooses the moon's effect.
    """

    game: UUID
    kind: str
    rules: RuleSet
    state: str
    sources: str
    seq: int
    head: str
    now: datetime
    number: int
    computers: list[Seat]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    before: tuple[int, ...]
    phase: str
    board: str = ""
    shut: bool = False
    turn: Seat | None = None
    hand: Hand | None = None
    openings: dict[Seat, str] = field(default_factory=dict)
    lines: list[NewLine] = field(default_factory=list)
    hints: list[JobHint] = field(default_factory=list)

    @property
    def time(self) -> str:
        """The time of this act's lines: the later of the clock and the last line's."""
        return format_time(self.now)

    @property
    def purpose(self) -> str:
        """The purpose of the deal for the hand that is on."""
        return self.board or f"game/{self.game}/hand/{self.number}"

    def append(
        self,
        kind: str,
        seat: Seat | None,
        detail: Detail,
        *,
        sealed: bytes | None = None,
        hand: int | None = None,
    ) -> Event:
        """Add a line to the chain; its hand is the one that is on, or 0 where the kind asks.

        `hand` is another one, of which the line speaks.
        """
        number = 0 if _is_of_game(kind, detail) else hand or self.number
        event = Event(self.seq + 1, self.time, number, kind, seat, detail)
        line = format_event(event)
        before, self.seq = self.head, self.seq + 1
        self.head = next_head(before, line)
        self.lines.append(NewLine(self.seq, line, before, self.head, sealed))
        return event

    def check_person(self, seat: Seat) -> None:
        """Check that no computer player holds a seat. Raises SeatSubstituted."""
        if seat in self.computers:
            raise SeatSubstituted(f"a computer player holds seat {seat}")

    def hold(self, hand: Hand) -> None:
        """Take over the state that an act has led to."""
        self.hand = hand
        self.phase = hand.phase
        self.turn = hand.turn


def _is_of_game(kind: str, detail: Detail) -> bool:
    """Whether a line speaks of the whole game, as hand 0 says."""
    return kind in WHOLE_GAME or (isinstance(detail, Voided) and detail.scope == "game")


WHOLE_GAME: Final = frozenset({"seat", "rules", "adjust", "end"})


def lock_table(game: UUID, *, now: datetime) -> Table:
    """Return the table of a game, locked, inside a transaction. Raises UnknownGame, SealBroken."""
    return _face_up(*lock_face_down(game, now=now))


def read_table(game: UUID, *, now: datetime) -> Table:
    """Return the table of a game as it stands, without a lock. Raises UnknownGame, SealBroken."""
    return _face_up(*_table(_READ, game, now=now))


def table_of_row(row: TableRow, game: UUID, *, now: datetime) -> Table:
    """Return the table of a game whose row was read. Raises SealBroken."""
    return _face_up(*_face_down(row, game, now=now))


def lock_face_down(game: UUID, *, now: datetime) -> tuple[Table, bytes | None]:
    """Return the table of a game, and the cards on it still sealed. Raises UnknownGame."""
    return _table(_LOCK, game, now=now)


def _face_up(table: Table, sealed: bytes | None) -> Table:
    if sealed is not None:
        table.hand, table.openings = open_hand(table.rules, sealed, game=table.game, seq=table.seq)
    return table


def _table(statement: str, game: UUID, *, now: datetime) -> tuple[Table, bytes | None]:
    row = run(statement, [game]).fetchone()
    if row is None:
        raise UnknownGame("no game has this id")
    return _face_down(row, game, now=now)


def _face_down(row: TableRow, game: UUID, *, now: datetime) -> tuple[Table, bytes | None]:
    (line, kind, state, sources, seq, head, time, number, computers, totals, winners, *rest) = row
    board, shut, before, phase, turn, sealed = rest
    table = Table(
        game=game,
        kind=kind,
        rules=rules_of_line(line),
        state=state,
        sources=sources,
        seq=seq,
        head=head,
        now=max(cut_time(now), time),
        number=number,
        computers=computers,
        totals=tuple(totals),
        winners=tuple(winners),
        board=board,
        shut=shut,
        before=tuple(before),
        phase=phase,
        turn=turn,
    )
    return table, None if sealed is None else bytes(sealed)


def save_card(table: Table) -> bool:
    """Write a table whose one new line is a card; False when the game went on since it was read.

    The table was read without a lock, and nothing but the hand has changed.
    """
    (new,) = table.lines
    cursor = run(
        _SAVE_CARD,
        {
            "game": table.game,
            "seq": new.seq,
            "line": new.line,
            "head": new.head,
            "head_before": new.head_before,
            "now": table.now,
            "phase": table.phase,
            "turn": table.turn,
            "sealed": _sealed(table),
        },
    )
    stands: bool = cursor.rowcount == 1
    if stands:
        announce(table.game)
    return stands


def _sealed(table: Table) -> bytes | None:
    if table.hand is None:
        return None
    return seal_hand(table.hand, table.openings, game=table.game, seq=table.seq)


def save_table(table: Table) -> None:
    """Write lines, hand state and game in one statement, and wake who waits for the game."""
    run(
        _SAVE,
        {
            "game": table.game,
            "seqs": [new.seq for new in table.lines],
            "lines": [new.line for new in table.lines],
            "heads": [bytes.fromhex(new.head) for new in table.lines],
            "passes": [new.seq for new in table.lines if new.sealed],
            "seals": [new.sealed for new in table.lines if new.sealed],
            "seq": table.seq,
            "head": table.head,
            "now": table.now,
            "number": table.number,
            "state": table.state,
            "shut": table.shut,
            "computers": table.computers,
            "totals": list(table.totals),
            "winners": list(table.winners),
            "before": list(table.before),
            "phase": table.phase,
            "turn": table.turn,
            "sealed": _sealed(table),
        },
    )
    announce(table.game)


def check_not_shut(table: Table) -> None:
    """Check that a game is of no board that other tables play still. Raises BoardShut."""
    if table.shut:
        raise BoardShut("other tables play this board still: the league's director corrects later")


@lru_cache(maxsize=256)
def rules_of_line(line: str) -> RuleSet:
    """Return the rule set of a canonical line; few rule sets serve many games."""
    return parse_rules_line(line)


def seal_hand(hand: Hand, openings: dict[Seat, str], *, game: UUID, seq: int) -> bytes:
    """Return a hand's cards and the passes' salts, sealed for one game at one seq."""
    plain = _write_json({"hand": dump_hand(hand), "openings": openings})
    return service_keys().sealer.seal(plain.encode(), context=hand_context(game, seq))
