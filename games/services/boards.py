"""Boards: one deal that several tables play, shut for all others until the last of them is done."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from datetime import datetime
from uuid import UUID

from deals.sealing import SealBroken
from deals.services.dealing import SEED_LOST, RevealedSeed, reveal_deal, void_deal
from deals.services.locked import find_open_deal, lock_deal
from deals.services.log import LogWriter, lock_log
from games.events.details import Ended, Revealed, Voided
from games.models import Game
from games.services.hands import clear_hand, end_game, end_without_head, log_head, open_passes
from games.services.table import Table, lock_face_down, lock_table, save_table
from games.services.throwing import SERVICE


def open_board(purpose: str, games: Iterable[UUID], *, now: datetime) -> list[Table]:
    """Reveal the deal of a board that every table has played, and end its games.

    Inside the transaction of who knows that they all are done. Return the tables, with their hints.
    """
    tables = [lock_table(game, now=now) for game in sorted(games)]
    deal = lock_deal(purpose)
    writer = lock_log(now=max(table.now for table in tables))
    revealed = reveal_deal(writer, deal, game=None)
    for table in tables:
        table.now = max(table.now, writer.now)
        _end(writer, table, deal.number, revealed)
        save_table(table)
    return tables


def void_board(
    purpose: str,
    *,
    reason: str,
    code: str = "",
    now: datetime,
    lost: AbstractSet[UUID] = frozenset(),
) -> list[Table]:
    """Void and open a board at every table that has it; void its deal too unless that has an end.

    For a board that nobody can play on fairly, or at all: the database is one of before, or the
    key is gone. It can't be dealt again, for the log names its deal. Lines say `code`, or `reason`.
    `lost` are games of which the log has later heads than the database.
    Return the tables, with their hints. What the league gives for the board is its director's.
    """
    games = Game.objects.filter(board=purpose, shut=True).order_by("id")
    tables = [_lock(game, now=now) for game in games.values_list("id", flat=True)]
    writer = lock_log(now=max([now, *(table.now for table, _ in tables)]))
    if (deal := find_open_deal(purpose)) is not None:
        void_deal(writer, deal, reason=reason, game=None)
    for table, is_open in tables:
        table.now = max(table.now, writer.now)
        said = (code or reason) if is_open else SEED_LOST
        _void(writer, table, said, is_lost=table.game in lost)
        save_table(table)
    return [table for table, _ in tables]


def _lock(game: UUID, *, now: datetime) -> tuple[Table, bool]:
    """Lock a table, and say whether its cards open; it has none where no key opens them."""
    try:
        return lock_table(game, now=now), True
    except SealBroken:
        return lock_face_down(game, now=now)[0], False


def _void(writer: LogWriter, table: Table, code: str, *, is_lost: bool) -> None:
    if code == SEED_LOST:
        table.openings.clear()  # After this word no openings follow.
    table.append("void", None, Voided("game", code, SERVICE))
    table.shut = False
    if is_lost:
        end_without_head(table)
        return
    log_head(writer, table)
    open_passes(table)
    clear_hand(table)
    end_game(writer, table, Ended("voided", table.totals, ()))


def _end(writer: LogWriter, table: Table, number: int, revealed: RevealedSeed) -> None:
    """Open all of a table's game, and end it."""
    open_passes(table)
    shown = Revealed(number, revealed.seed, revealed.index, revealed.entry)
    table.append("reveal", None, shown)
    clear_hand(table)
    table.shut = False
    lowest = min(table.totals)
    winners = tuple(seat for seat, total in enumerate(table.totals) if total == lowest)
    end_game(writer, table, Ended("finished", table.totals, winners))
