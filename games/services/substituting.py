"""A computer player takes over a seat: an event, with who asked for it."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.cards.seat import Seat
from deals.services.contributing import contribute_for_seat, silent_seats
from deals.services.errors import SeatNotSilent
from deals.services.locked import lock_deal
from games.coach.thumb import NAME
from games.events.details import Contributed, SeatTaken
from games.events.event import Event
from games.models import SeatHolder
from games.rules.errors import WrongPhase
from games.services.acts import Act, accepted
from games.services.computer import call_computers
from games.services.dealing import open_nonces_of_service
from games.services.directing import director_of
from games.services.errors import HandOver, SeatSubstituted, UnknownGame
from games.services.settling import settle_act
from games.services.silence import check_silent, must_act
from games.services.table import Table, lock_table, save_table

IDLE: Final = "idle"


def substitute_player(
    game: UUID,
    seat: Seat,
    *,
    by: Seat | None,
    code: str = IDLE,
    now: datetime,
    director: UUID | None = None,
) -> Act:
    """Seat a computer player where a person has been idle beyond the game's wait.

    `by` is the seat that asks; None is the director, who need not wait. Raises UnknownGame,
    HandOver, SeatSubstituted, SeatNotSilent, WaitNotOver, WrongPhase.
    """
    with transaction.atomic():
        table = lock_table(game, now=now)
        _check_seat(table, seat)
        who = asker(table, by, director)
        if by is not None:
            check_idle(table, seat)
        elif table.phase == "opening":
            raise WrongPhase(table.phase)  # Its K is given; its nonce is nobody else's to open.
        event = seat_computer(table, seat, code=code, by=who)
        if table.phase == "contributing":
            _contribute(table, seat)
        call_computers(table)
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now)


def check_idle(table: Table, seat: Seat) -> None:
    """Check that a seat has been too long on turn, or has too long not passed.

    Raises SeatNotSilent, WaitNotOver.
    """
    if not must_act(table, seat):
        raise SeatNotSilent(f"nobody waits for a card of seat {seat}")
    check_silent(table, seat)


def seat_computer(table: Table, seat: Seat, *, code: str, by: str) -> Event:
    """Let a computer player hold a seat of a locked table from now on."""
    event = table.append("substitute", seat, SeatTaken("computer", NAME, code, by))
    SeatHolder.objects.filter(game=table.game, seat=seat).update(
        kind=SeatHolder.Kind.COMPUTER, name=NAME, player=None, seq=event.seq
    )
    table.computers = sorted({*table.computers, seat})
    return event


def asker(table: Table, by: Seat | None, director: UUID | None = None) -> str:
    """Return the uuid of who asks: a seat's player, or the director. Raises SeatSubstituted."""
    if by is None:
        return director_of(table, director)
    player = SeatHolder.objects.filter(game=table.game, seat=by).values_list("player", flat=True)
    if not player or player[0] is None:
        raise SeatSubstituted(f"a computer player holds seat {by}")
    return str(player[0])


def _check_seat(table: Table, seat: Seat) -> None:
    if not 0 <= seat < table.rules.players:
        raise UnknownGame(f"the game has no seat {seat}")
    if table.phase == "over":
        raise HandOver("the game is over")
    if table.kind != "cards":
        raise HandOver("no computer player can sit at a table with real cards")
    if seat in table.computers:
        raise SeatSubstituted(f"a computer player holds seat {seat}")


def _contribute(table: Table, seat: Seat) -> None:
    deal = lock_deal(table.purpose)
    if seat not in silent_seats(deal):
        raise WrongPhase(table.phase)
    commitment = contribute_for_seat(deal, seat)
    table.append("contribute", seat, Contributed(commitment, "service"))
    open_nonces_of_service(table, deal)
