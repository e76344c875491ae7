"""Many stored hands: copies of one game that was played, written by the database itself."""

from __future__ import annotations

from uuid import UUID

import psycopg

from hearts_site.local.postgres import PostgresServer
from hearts_site.local.roles import SUPERUSER

# Every column is the played game's, but for the ids: new columns need no word here.
COPIES = """
CREATE TEMP TABLE copies AS
    SELECT gen_random_uuid() AS id, nextval('games_game_serial')::int AS serial
    FROM generate_series(1, %(count)s);
INSERT INTO games_game
    SELECT (jsonb_populate_record(g, jsonb_build_object('id', c.id, 'serial', c.serial))).*
    FROM games_game g CROSS JOIN copies c WHERE g.id = %(game)s;
INSERT INTO games_handstate
    SELECT (jsonb_populate_record(h, jsonb_build_object('game_id', c.id))).*
    FROM games_handstate h CROSS JOIN copies c WHERE h.game_id = %(game)s;
INSERT INTO games_event
    SELECT (jsonb_populate_record(e, jsonb_build_object('game_serial', c.serial))).*
    FROM games_event e JOIN games_game g ON g.serial = e.game_serial CROSS JOIN copies c
    WHERE g.id = %(game)s;
DROP TABLE copies;
"""


def copy_game(server: PostgresServer, game: UUID, *, count: int) -> None:
    """Write so many copies of a game with one hand; its foreign keys hold by themselves."""
    with psycopg.connect(server.url(SUPERUSER), cursor_factory=psycopg.ClientCursor) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute(COPIES, {"game": game, "count": count})
    with psycopg.connect(server.url(SUPERUSER), autocommit=True) as connection:
        connection.execute("ANALYZE")
