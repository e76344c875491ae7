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

_OPEN: Final = """
SELECT l.id::text AS league, l.name, r.number AS round, t.number AS "table", m.number, l.kind,
       g.id::text AS game, s.seat
FROM games_seatholder s
JOIN games_game g ON g.id = s.game_id AND g.state IN ('seating', 'playing') AND g.kind = 'cards'
JOIN leagues_tablegame m ON m.game_id = g.id
JOIN leagues_table t ON t.id = m.table_id
JOIN leagues_round r ON r.id = t.round_id AND r.state = 'open'
JOIN leagues_league l ON l.id = r.league_id
WHERE s.player = %(account)s AND NOT s.seat = ANY(g.computers)
ORDER BY r.created, t.number, m.number
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


def open_seats_of(account: UUID) -> list[dict[str, object]]:
    """Return the seats of leagues' games that an account holds and that are on, by table."""
    with connection.cursor() as cursor:
        cursor.execute(_OPEN, {"account": account})
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor]
