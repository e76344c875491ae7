"""From the last commitment to cards on the table."""

from __future__ import annotations

from hashlib import sha256

from deals.services.contributing import is_committed, is_opened, open_service_nonces
from deals.services.dealing import dealt_holdings, freeze_deal, mark_dealt
from deals.services.locked import LockedDeal
from deals.services.log import lock_log
from games.events.details import Frozen, NonceOpened
from games.rules.hand import start_hand
from games.services.computer import call_computers
from games.services.table import Table


def open_nonces_of_service(table: Table, deal: LockedDeal) -> None:
    """After the last commitment: open the nonces that the service drew; deal if these were all."""
    if not is_committed(deal):
        return
    table.phase = "opening"
    for seat, nonce in open_service_nonces(deal):
        table.append("nonce", seat, NonceOpened(nonce))
    freeze_when_complete(table, deal)


def freeze_when_complete(table: Table, deal: LockedDeal) -> None:
    """With the last nonce in: log what the draw is made from, and deal."""
    if not is_opened(deal):
        return
    entry = freeze_deal(
        lock_log(now=table.now), deal, game=table.game, seq=table.seq, head=table.head
    )
    digest = sha256(entry.text.encode()).hexdigest()
    table.append("freeze", None, Frozen(digest, entry.index))
    deal_cards(table, deal)


def deal_cards(table: Table, deal: LockedDeal) -> None:
    """Put the drawn cards into the hand state; call the computer players."""
    hand = start_hand(table.rules, table.number, holdings=dealt_holdings(deal), totals=table.before)
    mark_dealt(deal)
    table.openings = {}
    table.hold(hand)
    call_computers(table)
