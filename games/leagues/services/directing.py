"""What the director decides: closing, corrections, penalties, averages. All are events."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from uuid import UUID

from django.db import transaction

from deals.services.effects import note_effect
from deals.services.jobs import JobHint
from games.leagues.models import Board, League, LeagueEvent, Round, TableGame
from games.leagues.services.counting import count_game, open_when_played
from games.leagues.services.errors import (
    BoardScored,
    InvalidLeague,
    NotCounted,
    RoundNotOpen,
    RoundUnfinished,
    UnknownLeague,
)
from games.leagues.services.locked import Decision, LockedLeague, lock_league
from games.leagues.services.scoring import correct_totals, count_board
from games.leagues.standings.facts import Averaged, Closed, Penalised
from games.leagues.standings.season import average_part, penalty_part


@transaction.atomic
def close_round(
    league: UUID, number: int, decision: Decision, *, overrides: bool, now: datetime
) -> tuple[JobHint, ...]:
    """Close a round; what is finished counts first. `overrides` closes over games that are on.

    Raises UnknownLeague, RoundNotOpen, RoundUnfinished.
    """
    locked = lock_league(league, now=now)
    row = locked_round(locked, number)
    if row.state != Round.State.OPEN:
        raise RoundNotOpen(f"round {number} is {row.state}")
    games = TableGame.objects.filter(table__round=row).order_by("table__number", "number")
    unfinished = [
        str(game)
        for key, game in games.values_list("pk", "game_id")
        if not count_game(locked, key).is_over
    ]
    if unfinished and not overrides:
        raise RoundUnfinished(unfinished)
    hints = _compare_boards(locked, row)
    row.state, row.closed = Round.State.CLOSED, locked.now
    row.save(update_fields=["state", "closed"])
    locked.append(Closed(number), decision)
    note_effect()
    return hints


def _compare_boards(locked: LockedLeague, row: Round) -> tuple[JobHint, ...]:
    """Open the boards that are played and count all; what to tell the broker."""
    hints: list[JobHint] = []
    for board in Board.objects.filter(round=row).order_by("number"):
        hints.extend(open_when_played(locked, board.pk))
        count_board(locked, board)
    return tuple(hints)


@transaction.atomic
def correct_result(
    league: UUID,
    game: UUID,
    totals: tuple[int, ...] | None,
    decision: Decision,
    *,
    now: datetime,
) -> None:
    """Let a game that counted come to other totals by seat, or with None count no more.

    Raises UnknownLeague, NotCounted, InvalidLeague.
    """
    locked = lock_league(league, now=now)
    rows = TableGame.objects.select_related("table__round")
    row = rows.filter(game=game, table__round__league=locked.row).first()
    if row is None:
        raise UnknownLeague("the league has no such game")
    if not row.counted:
        raise NotCounted("this game does not count: there is nothing to correct")
    if totals is not None and len(totals) != len(row.table.entrants):
        raise InvalidLeague("/totals", f"{len(row.table.entrants)} sit at this table")
    correct_totals(locked, row, totals, decision)
    note_effect()


@transaction.atomic
def penalise(
    league: UUID, entrant: UUID, value: Fraction, decision: Decision, *, now: datetime
) -> None:
    """Take so much off an entrant's sum. Raises UnknownLeague."""
    locked = lock_league(league, now=now)
    row = locked.entrant(entrant)
    locked.append(Penalised(str(entrant), value), decision)
    locked.add(row.id, penalty_part(value))
    note_effect()


@transaction.atomic
def give_average(league: UUID, missed: Averaged, decision: Decision, *, now: datetime) -> None:
    """Give an entrant an average for a board that it missed, once the round is closed.

    Raises UnknownLeague, InvalidLeague, RoundNotOpen, BoardScored.
    """
    locked = lock_league(league, now=now)
    row = locked.entrant(UUID(missed.entrant))
    if locked.row.kind != League.Kind.SAME_DEAL:
        raise InvalidLeague("/board", "only a same-deal league has boards")
    if not 0 <= missed.value <= 1:
        raise InvalidLeague("/value", "a board gives 0 to 1")
    _check_missed(locked, missed)
    locked.append(missed, decision)
    locked.add(row.id, average_part(missed.value))
    note_effect()


def _check_missed(locked: LockedLeague, missed: Averaged) -> None:
    row = locked_round(locked, missed.round)
    if row.state != Round.State.CLOSED:
        raise RoundNotOpen(f"round {missed.round} is {row.state}: close it first")
    played = TableGame.objects.filter(
        table__round=row, table__entrants__contains=[missed.entrant], number=missed.board
    )
    if played.filter(totals__isnull=False, counted=True).exists():
        raise BoardScored("the entrant has played this board")
    key = {"entrant": missed.entrant, "round": missed.round, "board": missed.board}
    events = LeagueEvent.objects.filter(league=locked.row, kind="average", detail__contains=key)
    if events.exists():
        raise BoardScored("the entrant has an average for this board")


def locked_round(locked: LockedLeague, number: int) -> Round:
    """Return a round of a locked league, locked. Raises UnknownLeague."""
    rows = Round.objects.select_for_update(no_key=True, of=("self",))
    row = rows.filter(league=locked.row, number=number).first()
    if row is None:
        raise UnknownLeague("the league has no such round")
    return row
