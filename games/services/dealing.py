"""From the last commitment to cards on the table."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from deals.selectors.deals import game_of_deal
from deals.services.contributing import is_opened, open_service_nonces
from deals.services.dealing import dealt_holdings, freeze_deal, mark_dealt
from deals.services.errors import ContributionsClosed
from deals.services.locked import LockedDeal, lock_deal
from deals.services.log import lock_log
from games.events.details import Frozen, NonceOpened
from games.rules.hand import start_hand
from games.services.computer import call_computers
from games.services.errors import UnknownGame
from games.services.table import Table, lock_table


def lock_deal_of_game(number: int, *, now: datetime) -> tuple[Table, LockedDeal]:
    """Return a game's table and its deal, which must be the one that is on, both locked.

    Raises UnknownGame, ContributionsClosed.
    """
    game = game_of_deal(number)
    if game is None:
        raise UnknownGame(f"deal {number} is none of a game")
    table = lock_table(game, now=now)
    deal = lock_deal(table.purpose)
    if deal.number != number:
        raise ContributionsClosed(f"deal {number} is over")
    return table, deal


def open_nonces_of_service(table: Table, deal: LockedDeal) -> None:
    """After the last commitment: open the nonces that the service drew; deal if these were all."""
    if not deal.is_committed:
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
