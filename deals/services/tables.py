"""Deals for tables with real cards: found by their table, taken from commit to their cards.

Whoever changes one holds the lock of its table's game; the deal's own lock and the log's follow.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from deals.cards.holding import Holding
from deals.models import Deal
from deals.services.beacon import wait_for_round
from deals.services.dealing import (
    RESTORED,
    SEED_LOST,
    dealt_holdings,
    mark_dealt,
    reveal_deal,
    void_deal,
)
from deals.services.errors import SeedLost
from deals.services.locked import LockedDeal
from deals.services.log import LogWriter

UNUSED: Final = "unused"


def find_table_deal(purpose: str) -> LockedDeal | None:
    """Return the live deal of a purpose, locked; None when there is none."""
    rows = Deal.objects.select_for_update(no_key=True, of=("self",))
    row = rows.filter(purpose=purpose).exclude(state=Deal.State.VOID).first()
    return None if row is None else LockedDeal(row)


def open_table_deals(table: UUID | None) -> list[LockedDeal]:
    """Return the deals of a table, or of all tables, that have no end, locked."""
    rows = Deal.objects.select_for_update(no_key=True, of=("self",)).order_by("number")
    prefix = "table/" if table is None else f"table/{table}/"
    return list(map(LockedDeal, rows.filter(purpose__startswith=prefix, end_entry=None)))


def unsettled_table_deals() -> list[tuple[int, str]]:
    """Return number and purpose of the deals for tables that have no cards yet."""
    states = (Deal.State.COMMITTED, Deal.State.WAITING)
    rows = Deal.objects.filter(purpose__startswith="table/", state__in=states).order_by("number")
    return list(rows.values_list("number", "purpose")[:1000])


def settle_table_deal(deal: LockedDeal, *, size: int) -> datetime | None:
    """Draw the cards of a deal whose commit is under a checkpoint of `size`, or wait for its round.

    Return when to ask for the round, None when no round is waited for.
    """
    if deal.row.state == Deal.State.COMMITTED and deal.commit_entry < size:
        if deal.row.sources == "beacon":
            return wait_for_round(deal)
        mark_dealt(deal)
    return None


def is_waiting(deal: LockedDeal) -> bool:
    """Whether a deal waits for its round of the beacon."""
    return deal.row.state == Deal.State.WAITING


def end_table_deal(writer: LogWriter, deal: LockedDeal) -> None:
    """Reveal a deal whose hand was played; one that never had cards, or lost its seed, is void."""
    if deal.row.end_entry_id is not None:
        return
    if deal.row.state != Deal.State.DEALT:
        void_deal(writer, deal, reason=UNUSED, game=None)
        return
    try:
        reveal_deal(writer, deal, game=None)
    except SeedLost:
        void_deal(writer, deal, reason=SEED_LOST, game=None)


def void_restored_tables(writer: LogWriter) -> None:
    """Void, as restored, every deal for a table that has no end."""
    for deal in open_table_deals(None):
        void_deal(writer, deal, reason=RESTORED, game=None)


def table_holdings(number: int) -> tuple[Holding, ...] | None:
    """Return the cards of a deal for a table: the seats' holdings, then the kitty.

    None while it has none, and of a void one.
    """
    states = (Deal.State.DEALT, Deal.State.REVEALED)
    row = Deal.objects.filter(number=number, purpose__startswith="table/", state__in=states).first()
    return None if row is None else dealt_holdings(LockedDeal(row))
