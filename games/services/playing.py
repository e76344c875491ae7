"""Playing a card."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from deals.cards.card import Card, parse_card
from deals.cards.seat import Seat
from games.events.details import Played
from games.events.event import Event
from games.rules.errors import WrongPhase
from games.rules.hand import Phase
from games.services.acts import Act, accepted
from games.services.computer import call_computers
from games.services.errors import StaleSeq
from games.services.moon import CLOSING, close_play
from games.services.settling import settle_act
from games.services.table import Table, lock_table, save_table


def record_play(game: UUID, seat: Seat, card: str, *, expected_seq: int, now: datetime) -> Act:
    """Record a card by its code, played at a game that stands at `expected_seq`.

    Raises UnknownGame, UnknownCard, StaleSeq, WrongPhase, NotYourTurn, IllegalPlay.
    """
    parsed = parse_card(card)
    with transaction.atomic():
        table = lock_table(game, now=now)
        if expected_seq != table.seq:
            raise StaleSeq(table.seq)
        table.check_person(seat)
        event = play_card(table, seat, parsed)
        call_computers(table)
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now) if table.hand is None else act


def play_card(table: Table, seat: Seat, card: Card) -> Event:
    """Play a card at a locked table, and close the hand with its last card."""
    if table.hand is None or table.phase == CLOSING:
        raise WrongPhase(table.phase)
    table.hold(table.hand.play(seat, card))
    event = table.append("play", seat, Played(card))
    if table.phase == Phase.OVER:
        close_play(table)
    return event
