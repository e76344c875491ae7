"""Rows of an older database come through the migrations as they were."""

import os
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from hearts_site.local.postgres import THROW_AWAY, PostgresServer
from hearts_site.local.roles import APPLICATION, OWNER

ROOT = Path(__file__).parents[2]
BEFORE = (("games", "0008_sealed_passes"), ("deals", "0005_lots"), ("api", "0003_least_rights"))
OLD, NEW = UUID(int=2), UUID(int=1)
GAME = (
    "INSERT INTO games_game (id, kind, rules_id, sources, wait, header, board, shut, state, seq,"
    " head, time, hand, computers, totals, winners, created) VALUES (%s, 'cards', 1, 'seats', 600,"
    " 'header', '', false, 'playing', 3, '', now(), 1, '{}', '{0,0,0,0}', '{}', now())"
)
DEAL = (
    "INSERT INTO deals_deal (number, purpose, deck, sources, beacon, commitment, state, seed,"
    " attempts, index, signature, reason, commit_entry_id, end_entry_id, created)"
    " VALUES (%s, %s, '4', 'seats', '-', %s, %s, %s, 1, %s, '', '', %s, %s, now())"
)


@pytest.fixture(scope="module")
def migrated(tmp_path_factory):
    """A server whose database was filled before the last migrations."""
    with PostgresServer(tmp_path_factory.mktemp("older") / "postgres", THROW_AWAY) as server:
        for app, migration in BEFORE:
            migrate(server, app, migration)
        with psycopg.connect(server.url(OWNER)) as connection:
            fill(connection)
        migrate(server)
        yield server


def migrate(server, *arguments):
    environment = os.environ | {"DATABASE_URL": server.url(OWNER)}
    environment.pop("DATABASE_OWNER_URL", None)
    command = [sys.executable, "manage.py", "migrate", "-v", "0", *arguments]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def fill(connection):
    connection.execute("INSERT INTO games_ruleset (id, line) VALUES (1, 'rules')")
    for game in (OLD, NEW):
        connection.execute(GAME, (game,))
        for seq in (3, 1, 2):
            connection.execute(
                "INSERT INTO games_event (game_id, seq, line, head) VALUES (%s, %s, %s, %s)",
                (game, seq, f"{seq} line of {game}", bytes([seq]) * 32),
            )
    for index, kind, deal in ((0, "commit", 1), (1, "reveal", 1), (2, "commit", 2)):
        connection.execute(
            "INSERT INTO deals_entry (index, kind, deal, game, text, hashes)"
            " VALUES (%s, %s, %s, %s, 'text', '')",
            (index, kind, deal, OLD),
        )
    connection.execute(DEAL, (1, "one", "ab" * 32, "revealed", "cd" * 32, "77", 0, 1))
    connection.execute(DEAL, (2, "two", "ef" * 32, "contributing", "", "", 2, None))
    for deal, seat, nonce in ((1, 1, "34" * 32), (1, 0, "12" * 32), (2, 0, "")):
        connection.execute(
            "INSERT INTO deals_contribution (deal_id, seat, commitment, by, nonce)"
            " VALUES (%s, %s, %s, 'seat', %s)",
            (deal, seat, "56" * 32 if seat else "78" * 32, nonce),
        )


@pytest.fixture
def owner(migrated):
    with psycopg.connect(migrated.url(OWNER)) as connection:
        yield connection
        connection.rollback()


@pytest.fixture
def application(migrated):
    with psycopg.connect(migrated.url(APPLICATION)) as connection:
        yield connection
        connection.rollback()


def test_lines_and_heads_are_those_of_their_games(application):
    rows = application.execute(
        "SELECT g.id, e.seq, line, e.head FROM games_event e JOIN games_game g"
        " ON serial = game_serial ORDER BY g.id, e.seq"
    ).fetchall()
    assert rows == [
        (game, seq, f"{seq} line of {game}", bytes([seq]) * 32)
        for game in (NEW, OLD)
        for seq in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_event SET line = 'another'",
        "DELETE FROM games_event",
        "TRUNCATE games_event",
    ],
)
def test_the_rewritten_log_stays_as_it_is(owner, migrated, statement):
    with pytest.raises(psycopg.errors.RestrictViolation):
        owner.execute(statement)
    with (
        psycopg.connect(migrated.url(APPLICATION)) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement)


def test_the_application_adds_games_and_lines(application):
    application.execute(GAME, (UUID(int=3),))
    added = application.execute(
        "INSERT INTO games_event (game_serial, seq, line, head)"
        " SELECT serial, 1, 'line', '' FROM games_game WHERE id = %s RETURNING game_serial",
        (UUID(int=3),),
    ).fetchone()
    assert added == (3,)


def test_a_line_of_no_game_and_a_second_one_are_refused(owner):
    with pytest.raises(psycopg.errors.UniqueViolation):
        owner.execute("INSERT INTO games_event VALUES (1, 1, 'again', '')")
    owner.rollback()
    owner.execute("INSERT INTO games_event VALUES (9, 1, 'of no game', '')")
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        owner.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_commitments_seeds_and_nonces_are_the_same_in_bytes(application):
    deals = application.execute("SELECT commitment, seed FROM deals_deal ORDER BY number")
    assert deals.fetchall() == [(b"\xab" * 32, b"\xcd" * 32), (b"\xef" * 32, b"")]
    shares = application.execute(
        "SELECT deal_id, seat, commitment, nonce FROM deals_contribution ORDER BY deal_id, seat"
    )
    assert shares.fetchall() == [
        (1, 0, b"\x78" * 32, b"\x12" * 32),
        (1, 1, b"\x56" * 32, b"\x34" * 32),
        (2, 0, b"\x78" * 32, b""),
    ]


@pytest.mark.parametrize(
    ("table", "change", "error"),
    [
        ("deal", "seed = sha256('') WHERE number = 2", psycopg.errors.CheckViolation),
        ("deal", "commitment = sha256('')", psycopg.errors.UniqueViolation),
        ("contribution", "commitment = sha256('')", psycopg.errors.UniqueViolation),
        ("contribution", "seat = 0", psycopg.errors.UniqueViolation),
    ],
    ids=["a seed before the end", "a commitment twice", "a copied K", "a seat twice"],
)
def test_what_could_not_be_stored_still_can_not(application, table, change, error):
    with pytest.raises(error):
        application.execute(f"UPDATE deals_{table} SET {change}")  # noqa: S608 - the above
