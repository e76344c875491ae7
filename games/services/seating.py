"""Taking a seat with its invite."""

from __future__ import annotations

import hmac
import uuid
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from django.db import transaction

from deals.cards.seat import Seat
from games.events.details import SeatTaken
from games.models import SeatHolder
from games.services.acts import Act, accepted
from games.services.errors import AlreadySeated, SeatAlreadyTaken, UnknownGame, WrongInvite
from games.services.table import lock_table, save_table


@dataclass(frozen=True)
class SeatTakenAct:
    """The act, and the uuid that names the player in the chain."""

    act: Act
    player: UUID


@transaction.atomic
def take_seat(
    game: UUID, seat: Seat, *, invite: str, now: datetime, account: UUID | None = None
) -> SeatTakenAct:
    """Seat a person, with an account or without. The caller settles the game after the commit.

    Raises UnknownGame, WrongInvite, SeatAlreadyTaken, AlreadySeated.
    """
    table = lock_table(game, now=now)
    holders = {row.seat: row for row in SeatHolder.objects.filter(game=game)}
    holder = holders.get(seat)
    if holder is None:
        raise UnknownGame(f"the game has no seat {seat}")
    given = sha256(invite.encode()).digest()
    if holder.invite is None or not hmac.compare_digest(given, bytes(holder.invite)):
        raise WrongInvite(f"this is not the invite for seat {seat}")
    if holder.seq is not None:
        raise SeatAlreadyTaken(f"seat {seat} is taken")
    if account is not None and account in {row.player for row in holders.values()}:
        raise AlreadySeated("this account sits at this table already")
    player = account or uuid.uuid4()
    event = table.append("seat", seat, SeatTaken("human", str(player)))
    holder.player, holder.seq = player, event.seq
    holder.save(update_fields=["player", "seq"])
    save_table(table)
    return SeatTakenAct(accepted(table, event), player)
