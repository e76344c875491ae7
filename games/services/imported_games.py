"""Rows of imported games, written many at once: games, seats, lines, scores, audits."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import connection

from deals.fairness.entries import format_entry
from deals.fairness.times import cut_time, format_time
from games.events.chain import chain_heads, first_head
from games.events.event import format_event
from games.models import Audit, Finding, Game, HandState, RuleSet, Score, SeatHolder
from games.records.record import Record
from games.replay.record_events import IMPORTED, WAIT, ImportedGame, record_as_game
from games.services.auditing import audit_fields, finding_rows
from games.verifier.report import Report

LONGEST_LABEL: Final = 64
_COPY: Final = "COPY games_event (game_serial, seq, line, head) FROM STDIN"


@dataclass(frozen=True)
class NewGame:
    """A record as a game that is not written yet, with the row it will have."""

    row: Game
    game: ImportedGame
    lines: Sequence[str]
    heads: Sequence[str]
    report: Report


def new_game(
    record: Record, report: Report, *, time: datetime, rules: dict[str, RuleSet]
) -> NewGame:
    """Make a game of a record, all its lines of one time; `rules` are the rows known so far."""
    game_id = uuid.uuid4()
    game = record_as_game(
        record,
        origin=settings.HEARTS_ORIGIN,
        game=str(game_id),
        time=format_time(time),
        new_player=lambda: str(uuid.uuid4()),
    )
    header = format_entry(game.header)
    lines = [format_event(event) for event in game.events]
    heads = list(chain_heads(header, lines))
    score = game.score
    row = Game(
        id=game_id,
        kind=game.header.kind,
        rules=_rules_row(game.header.rules, rules),
        sources=IMPORTED,
        wait=WAIT,
        header=header,
        state=Game.State.FINISHED if score.finished else Game.State.ABANDONED,
        seq=len(lines),
        head=heads[-1] if heads else first_head(header),
        time=cut_time(time),
        hand=game.number,
        totals=list(score.totals),
        winners=list(score.winners) if score.finished else [],
        created=cut_time(time),
    )
    return NewGame(row, game, lines, heads, report)


def _rules_row(line: str, known: dict[str, RuleSet]) -> RuleSet:
    if line not in known:
        known[line], _ = RuleSet.objects.get_or_create(line=line)
    return known[line]


def write_games(games: Sequence[NewGame], *, now: datetime) -> None:
    """Write all rows of some games, a statement for each table."""
    Game.objects.bulk_create(new.row for new in games)
    HandState.objects.bulk_create(_hand_state(new) for new in games)
    SeatHolder.objects.bulk_create(row for new in games for row in _seats(new))
    Score.objects.bulk_create(row for new in games for row in _scores(new))
    _copy_events(games)
    _write_audits(games, now=now)


def _hand_state(new: NewGame) -> HandState:
    row = new.row
    return HandState(game=row, seq=row.seq, hand=row.hand, before=row.totals, phase="over")


def _seats(new: NewGame) -> Iterable[SeatHolder]:
    for seat, player in enumerate(new.game.players):
        yield SeatHolder(
            game=new.row,
            seat=seat,
            kind=SeatHolder.Kind.HUMAN,
            player=uuid.UUID(player.player),
            label=player.name.replace("\0", "")[:LONGEST_LABEL],
            seq=player.seq,
        )


def _scores(new: NewGame) -> Iterable[Score]:
    for hand in new.game.hands:
        yield Score(
            game=new.row,
            hand=hand.number,
            seq=hand.seq,
            direction=hand.result.direction,
            points=list(hand.result.points),
            scores=list(hand.result.scores),
            totals=list(hand.result.totals),
        )


def _copy_events(games: Iterable[NewGame]) -> None:
    with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
        for new in games:
            for seq, (line, head) in enumerate(zip(new.lines, new.heads, strict=True), start=1):
                copy.write_row((new.row.serial, seq, line, bytes.fromhex(head)))


def _write_audits(games: Iterable[NewGame], *, now: datetime) -> None:
    audits = [
        (Audit(game=new.row, seq=new.row.seq, **audit_fields(new.report, now=now)), new.report)
        for new in games
    ]
    Audit.objects.bulk_create(audit for audit, _ in audits)
    Finding.objects.bulk_create(
        row for audit, report in audits for row in finding_rows(audit, report.findings)
    )
