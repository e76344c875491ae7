"""Boards: one deal that several tables play, shut for all others until the last of them is done."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from deals.services.dealing import RevealedSeed, reveal_deal
from deals.services.locked import lock_deal
from deals.services.log import LogWriter, lock_log
from games.events.details import Ended, Revealed
from games.services.hands import clear_hand, end_game, open_passes
from games.services.table import Table, lock_table, save_table


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
