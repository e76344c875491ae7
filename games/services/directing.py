"""Who directs a game: its creator, or those whom its club lets direct."""

from __future__ import annotations

from uuid import UUID

from games.models import Game
from games.services.table import Table


def director_of(table: Table, director: UUID | None = None) -> str:
    """Return the uuid that names the director in the chain.

    `director` is the account that acts, or the club whose token does. A creator without an account
    is named by the game itself: one token speaks for both.
    """
    if director is not None:
        return str(director)
    creator = Game.objects.values_list("creator", flat=True).filter(id=table.game).first()
    return str(table.game if creator is None else creator)
