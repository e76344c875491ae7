"""The seats' two rounds: commitments, then nonces for the chain as it stood after the last one."""

from __future__ import annotations

import hmac
from datetime import datetime

from django.db import transaction

from deals.cards.seat import Seat
from deals.services.contributing import open_nonce, record_commitment
from deals.services.errors import StaleHead, TooEarly
from deals.services.locked import LockedDeal
from games.events.details import Contributed, NonceOpened
from games.models import Event
from games.services.acts import Act, accepted
from games.services.dealing import freeze_when_complete, lock_deal_of_game, open_nonces_of_service
from games.services.errors import UnknownGame
from games.services.settling import settle_act
from games.services.table import Table, save_table


@transaction.atomic
def contribute(number: int, seat: Seat, commitment: str, *, now: datetime) -> Act:
    """Record a seat's commitment K to its nonce for deal `number`.

    Raises UnknownGame, SeatSubstituted, TooEarly, ContributionsClosed, AlreadyContributed.
    """
    table, deal = _lock(number, seat, now=now)
    record_commitment(deal, seat, commitment)
    event = table.append("contribute", seat, Contributed(commitment, "seat"))
    open_nonces_of_service(table, deal)
    save_table(table)
    return accepted(table, event)


def open_seat_nonce(number: int, seat: Seat, nonce: str, *, head: str, now: datetime) -> Act:
    """Open a seat's nonce, sent for the chain's `head` after the last commitment.

    Raises UnknownGame, SeatSubstituted, TooEarly, StaleHead, ContributionsClosed,
    AlreadyContributed, DoesNotOpen, ReusedNonce, SeedLost.
    """
    with transaction.atomic():
        table, deal = _lock(number, seat, now=now)
        if table.phase == "contributing":
            raise TooEarly("a nonce follows when every seat's commitment stands in the chain")
        if table.phase == "opening" and not hmac.compare_digest(head, _head_to_answer(table)):
            raise StaleHead("this is not the head after the last commitment of this deal")
        open_nonce(deal, seat, nonce)
        event = table.append("nonce", seat, NonceOpened(nonce))
        freeze_when_complete(table, deal)
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now)


def _lock(number: int, seat: Seat, *, now: datetime) -> tuple[Table, LockedDeal]:
    table, deal = lock_deal_of_game(number, now=now)
    if not 0 <= seat < table.rules.players:
        raise UnknownGame(f"the game has no seat {seat}")
    table.check_person(seat)
    return table, deal


def _head_to_answer(table: Table) -> str:
    """Return the head after the last `contribute` line."""
    lines = Event.objects.filter(game__id=table.game, line__contains=" contribute ")
    return bytes(lines.order_by("-seq").values_list("head", flat=True)[0]).hex()
