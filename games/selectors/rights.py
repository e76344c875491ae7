"""Where an account stands towards a game: the facts that the edge's policy asks about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import connection

from deals.cards.seat import Seat

# Every act with an account's token asks this: plain SQL, one statement.
_FACTS: Final = """
SELECT g.creator_id, g.club_id, g.kind,
       (SELECT m.role FROM games_member m
        WHERE m.club_id = g.club_id AND m.account_id = %(account)s),
       (SELECT s.seat FROM games_seatholder s WHERE s.game_id = g.id AND s.player = %(account)s)
FROM games_game g WHERE g.id = %(game)s
"""


@dataclass(frozen=True)
class GameFacts:
    """A game's kind, creator and club; an account's role in that club, and its seat here."""

    kind: str
    creator: UUID | None
    club: UUID | None
    role: str | None
    seat: Seat | None


def game_facts(game: UUID, account: UUID | None) -> GameFacts | None:
    """Return how an account, or nobody, stands towards a game; None when there is no such game."""
    with connection.cursor() as cursor:
        cursor.execute(_FACTS, {"game": game, "account": account})
        row = cursor.fetchone()
    if row is None:
        return None
    creator, club, kind, role, seat = row
    return GameFacts(kind, creator, club, role, seat)
