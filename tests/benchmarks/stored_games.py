"""Games in the database, to be read again. Needs Django's settings."""

from __future__ import annotations

from uuid import UUID

from django.db import connection
from django.utils import timezone

from games.models import Audit
from games.services.auditing import audit_game, request_audit
from tests.cast import Party

COPY = """
COPY (
    SELECT line, head FROM games_event JOIN games_game ON serial = game_serial
    WHERE id = ANY(%s) ORDER BY game_serial, games_event.seq
) TO STDOUT
"""


def play_games(count: int) -> list[UUID]:
    """Play so many standard games through the services."""
    games = []
    for _ in range(count):
        party = Party()
        party.clock = timezone.now
        party.sit()
        party.play_game()
        games.append(party.game)
    return games


def copy_out(games: list[UUID]) -> tuple[int, int]:
    """Read the rows of games as PostgreSQL sends them; how many hands and bytes they are."""
    size = hands = 0
    with connection.cursor() as cursor, cursor.copy(COPY, [games]) as rows:
        for block in rows:
            size += len(block)
            hands += bytes(block).count(b" score - ")
    return hands, size


def audit_all(games: list[UUID]) -> None:
    """Audit games one after the other, as a worker does."""
    for game in games:
        now = timezone.now()
        hint = request_audit(game, now=now)
        audit_game(hint.job, now=now)
        if Audit.objects.filter(game=game, verdict="ok").count() != 1:
            raise RuntimeError(f"the audit of {game} was not ok")
