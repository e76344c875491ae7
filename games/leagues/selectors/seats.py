"""Who sits where now: at other tables of a round, and at a guest's seat."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db import connection

from games.leagues.models import Entrant, TableGame

# Every act with an account's token asks this: plain SQL, one statement.
_ELSEWHERE: Final = """
SELECT EXISTS (
    SELECT FROM leagues_tablegame mine
    JOIN leagues_table here ON here.id = mine.table_id
    JOIN leagues_table there ON there.round_id = here.round_id AND there.id <> here.id
    JOIN leagues_tablegame other ON other.table_id = there.id
    JOIN games_game g ON g.id = other.game_id AND g.state IN ('seating', 'playing')
    JOIN games_seatholder s ON s.game_id = g.id AND s.player = %(account)s
    WHERE mine.game_id = %(game)s
)
"""


def sits_elsewhere(game: UUID, account: UUID) -> bool:
    """Whether an account sits at another open table of the round that a game belongs to."""
    with connection.cursor() as cursor:
        cursor.execute(_ELSEWHERE, {"game": game, "account": account})
        (found,) = cursor.fetchone() or (False,)
    return bool(found)


def is_guests_seat(league: UUID, game: UUID, seat: int) -> bool:
    """Whether a guest sits at a seat of a league's game: somebody without an account."""
    row = TableGame.objects.select_related("table").filter(game=game, table__round__league=league)
    found = row.first()
    if found is None or not 0 <= seat < len(found.table.entrants):
        return False
    entrant = Entrant.objects.get(id=found.table.entrants[seat])
    return entrant.holder == Entrant.Holder.GUEST and entrant.substitute_id is None
