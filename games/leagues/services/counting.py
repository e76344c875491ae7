"""Counting: a game that is over enters the standings once, and follows its sheet's corrections."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.services.jobs import JobHint, add_job, finish_job, take_job
from games.leagues.models import Round, TableGame
from games.leagues.services.locked import SERVICE, Decision, LockedLeague, lock_league
from games.leagues.standings.facts import Corrected, Counted
from games.leagues.standings.games import score_game
from games.selectors.results import GameResult, game_result

COUNT: Final = "count_result"
SHEET_CHANGED: Final = Decision(reason="sheet-changed")


def count_result(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Let the league know what a game of its has come to."""
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    with transaction.atomic():
        row = _of_game(job.subject)
        locked = lock_league(row.table.round.league_id, now=now)
        counted = count_game(locked, row.pk)
        finish_job(job, now=now)
    if game_result(job.subject) != counted:  # It changed while this job was still open.
        return (add_job(COUNT, job.subject, now=now),)
    return ()


def count_game(locked: LockedLeague, table_game: int) -> GameResult:
    """Look at a game of a locked league again; count it, or correct what was counted of it.

    What the director has corrected stays until the game itself changes once more.
    """
    row = TableGame.objects.select_related("table__round").get(pk=table_game)
    result = game_result(row.game_id)
    totals = result.totals if result.is_finished else None
    seen = None if row.seen is None else tuple(row.seen)
    if totals == seen:
        return result
    row.seen = None if totals is None else list(totals)
    if row.counted:
        correct_totals(locked, row, totals, SHEET_CHANGED)
    elif totals is not None and row.table.round.state == Round.State.OPEN:
        row.totals, row.counted = list(totals), True
        fact = Counted(row.table.round.number, row.table.number, str(row.game_id), totals)
        locked.append(fact, SERVICE)
        _add(locked, row, sign=1)
    row.save(update_fields=["seen", "totals", "counted"])
    return result


def correct_totals(
    locked: LockedLeague, row: TableGame, totals: tuple[int, ...] | None, decision: Decision
) -> None:
    """Let a game that counted come to other totals, or count no more; the row is not saved."""
    locked.append(Corrected(str(row.game_id), totals), decision)
    _add(locked, row, sign=-1)
    row.totals = None if totals is None else list(totals)
    _add(locked, row, sign=1)


def _add(locked: LockedLeague, row: TableGame, *, sign: int) -> None:
    if row.totals is None:
        return
    for entrant, part in zip(row.table.entrants, score_game(row.totals), strict=True):
        locked.add(entrant, part, sign=sign)


def _of_game(game: UUID) -> TableGame:
    return TableGame.objects.select_related("table__round").get(game=game)
