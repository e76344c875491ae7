"""Counting: a game that is over enters the standings once, and follows its sheet's corrections.

Boards are compared when their round is closed; one is opened when its last table is done.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.services.jobs import JobHint, add_job, finish_job, take_job
from games.leagues.models import Board, Round, TableGame
from games.leagues.services.locked import SERVICE, Decision, LockedLeague, lock_league
from games.leagues.services.scoring import add_game, correct_totals
from games.leagues.services.seating import board_purpose
from games.leagues.standings.facts import Counted
from games.selectors.results import GameResult, game_result, results_of
from games.services.boards import open_board
from games.services.settling import settle_committed

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
        hints = [] if row.board_id is None else open_when_played(locked, row.board_id)
        finish_job(job, now=now)
    if game_result(job.subject) != counted and not hints:
        hints.append(add_job(COUNT, job.subject, now=now))  # It changed while this job was open.
    return (*hints, *settle_committed(job.subject, now=now))


def count_game(locked: LockedLeague, table_game: int) -> GameResult:
    """Look at a game of a locked league again; count it, or correct what was counted of it.

    What the director has corrected stays until the game itself changes once more.
    """
    row = TableGame.objects.select_related("table__round").get(pk=table_game)
    result = game_result(row.game_id)
    totals = result.totals if result.is_played else None
    if totals == (None if row.seen is None else tuple(row.seen)):
        return result
    row.seen = None if totals is None else list(totals)
    if row.counted:
        correct_totals(locked, row, totals, SHEET_CHANGED)
    elif totals is not None and row.board_id is None and row.table.round.state == Round.State.OPEN:
        row.totals, row.counted = list(totals), True
        fact = Counted(row.table.round.number, row.table.number, str(row.game_id), totals)
        locked.append(fact, SERVICE)
        add_game(locked, row)
    row.save(update_fields=["seen", "totals", "counted"])
    return result


def open_when_played(locked: LockedLeague, board_id: int) -> list[JobHint]:
    """Open a board for everybody when every table has played it; what to tell the broker."""
    board = Board.objects.select_for_update(no_key=True, of=("self",)).get(pk=board_id)
    games = list(TableGame.objects.filter(board=board).values_list("game_id", flat=True))
    results = results_of(games).values()
    is_void = not any(one.is_shut for one in results)  # The service has opened it already.
    if board.state == Board.State.OPEN or not (is_void or all(one.is_played for one in results)):
        return []
    purpose = board_purpose(board.round, board.number)
    tables = [] if is_void else open_board(purpose, games, now=locked.now)
    board.state = Board.State.OPEN
    board.save(update_fields=["state"])
    return [hint for table in tables for hint in table.hints]


def _of_game(game: UUID) -> TableGame:
    return TableGame.objects.select_related("table__round").get(game=game)
