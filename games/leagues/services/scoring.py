"""What results add to the standings of a locked league, and how they are taken back."""

from __future__ import annotations

from games.leagues.models import Board, TableGame
from games.leagues.services.locked import SERVICE, Decision, LockedLeague
from games.leagues.standings.boards import score_board
from games.leagues.standings.facts import BoardCounted, Corrected
from games.leagues.standings.games import score_game


def add_game(locked: LockedLeague, row: TableGame, *, sign: int = 1) -> None:
    """Add what a game gives, where it counts; with `sign` -1 take it back."""
    if row.totals is None:
        return
    for entrant, part in zip(row.table.entrants, score_game(row.totals), strict=True):
        locked.add(entrant, part, sign=sign)


def count_board(locked: LockedLeague, board: Board) -> None:
    """Compare what the tables that are done have made of a board; the others count no more."""
    rows = list(
        TableGame.objects.filter(board=board, seen__isnull=False)
        .select_related("table")
        .order_by("table__number")
    )
    for row in rows:
        row.totals, row.counted = row.seen, True
        row.save(update_fields=["totals", "counted"])
    results = tuple((row.table.number, str(row.game_id), tuple(row.seen or ())) for row in rows)
    locked.append(BoardCounted(board.round.number, board.number, results), SERVICE)
    _add_board(locked, board.pk)


def correct_totals(
    locked: LockedLeague, row: TableGame, totals: tuple[int, ...] | None, decision: Decision
) -> None:
    """Let a game that counted come to other totals, or with None count no more."""
    locked.append(Corrected(str(row.game_id), totals), decision)
    _add_again(locked, row, sign=-1)
    row.totals = None if totals is None else list(totals)
    row.save(update_fields=["totals"])
    _add_again(locked, row, sign=1)


def _add_again(locked: LockedLeague, row: TableGame, *, sign: int) -> None:
    if row.board_id is None:
        add_game(locked, row, sign=sign)
    else:
        _add_board(locked, row.board_id, sign=sign)


def _add_board(locked: LockedLeague, board: int, *, sign: int = 1) -> None:
    """Add what a board gives to all who have played it; or take it back."""
    counted = TableGame.objects.filter(board=board, counted=True, totals__isnull=False)
    rows = list(counted.select_related("table").order_by("table__number"))
    scores = score_board([row.totals or [] for row in rows])
    for row, parts in zip(rows, scores, strict=True):
        for entrant, part in zip(row.table.entrants, parts, strict=True):
            locked.add(entrant, part, sign=sign)
