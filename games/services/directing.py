"""Who directs a game: its creator."""

from __future__ import annotations

from games.models import Game
from games.services.table import Table


def director_of(table: Table) -> str:
    """Return the uuid that names the director in the chain.

    A creator without an account is named by the game itself: one token speaks for both.
    """
    creator = Game.objects.values_list("creator", flat=True).filter(id=table.game).first()
    return str(table.game if creator is None else creator)
