"""The shooter's choice, where the rules ask for it: after the hand, before the next is dealt."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.cards.seat import Seat
from games.events.details import MoonChosen
from games.events.event import Event
from games.rules.errors import NotYourTurn, WrongPhase
from games.rules.scoring import moon_question
from games.services.acts import Act, accepted
from games.services.directing import director_of
from games.services.finishing import finish_hand
from games.services.settling import settle_act
from games.services.sheets import answer_row
from games.services.table import Table, lock_table, save_table

CLOSING: Final = "closing"
"""The phase of a hand whose last card is played, while its shooter is asked."""


def close_play(table: Table) -> None:
    """After the last card: ask the shooter, or finish the hand when nobody is asked."""
    question = None if table.hand is None else moon_question(table.hand)
    if question is None:
        finish_hand(table)
    else:
        table.phase, table.turn = CLOSING, question.shooter


def record_moon_choice(
    game: UUID, seat: Seat | None, choice: str, *, now: datetime, director: UUID | None = None
) -> Act:
    """Record whether a moon adds or subtracts; `seat` is the shooter, None the director for it.

    Raises UnknownGame, WrongPhase, NotYourTurn.
    """
    with transaction.atomic():
        table = lock_table(game, now=now)
        if table.phase != CLOSING or table.turn is None:
            raise WrongPhase(table.phase)
        if seat not in {None, table.turn}:
            raise NotYourTurn(seat, turn=table.turn)
        by = director_of(table, director) if seat is None else None
        event = choose_effect(table, table.turn, choice, by=by)
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now)


def choose_effect(table: Table, shooter: Seat, choice: str, *, by: str | None) -> Event:
    """Answer for a shooter at a locked table, and score the hand."""
    event = table.append("moon", shooter, MoonChosen(choice, by))
    if table.hand is None:
        answer_row(table, choice)
    else:
        finish_hand(table, choice=choice)
    return event
