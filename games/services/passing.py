"""Passing: the cards are fixed by a salted hash, which alone stands in the chain."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from deals.cards.holding import Holding, parse_holding
from deals.cards.seat import Seat
from deals.services.keys import service_keys
from games.events.details import Passed
from games.events.event import Event
from games.events.pass_statement import PassStatement, format_pass, pass_commitment
from games.rules.errors import WrongPhase
from games.selectors.hands import pass_context
from games.services.acts import Act, accepted
from games.services.computer import call_computers
from games.services.table import Table, lock_table, save_table


@transaction.atomic
def record_pass(game: UUID, seat: Seat, cards: Sequence[str], *, now: datetime) -> Act:
    """Record what a seat gives, as card codes; the last pass exchanges them all.

    The act's opening is the pass statement with its salt, for this seat only. Raises UnknownGame,
    WrongPhase, AlreadyPassed, IllegalPass, UnknownCard, RepeatedCard.
    """
    given = parse_holding(" ".join(cards))
    table = lock_table(game, now=now)
    table.check_person(seat)
    event = pass_cards(table, seat, given)
    call_computers(table)
    save_table(table)
    return accepted(table, event, opening=table.openings[seat])


def pass_cards(table: Table, seat: Seat, cards: Holding) -> Event:
    """Give a seat's cards at a locked table."""
    if table.hand is None:
        raise WrongPhase(table.phase)
    hand = table.hand.give_cards(seat, cards)
    statement = PassStatement(str(table.game), table.number, seat, cards, secrets.token_hex(32))
    text = format_pass(statement)
    sealed = service_keys().sealer.seal(
        text.encode(), context=pass_context(table.game, table.seq + 1)
    )
    event = table.append("pass", seat, Passed(pass_commitment(statement)), sealed=sealed)
    table.openings[seat] = text
    table.hold(hand)
    return event
