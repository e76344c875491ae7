"""The log is append-only in the database itself, whoever asks: application or owner."""

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError, ProgrammingError

from tests import applications
from tests.cast import Party
from tests.season import Season

TABLES = ["games_event", "deals_entry", "deals_checkpoint", "leagues_leagueevent"]
COLUMNS = {
    "games_event": "line",
    "deals_entry": "text",
    "deals_checkpoint": "note",
    "leagues_leagueevent": "kind",
}
KEYS = {
    "games_event": "game_serial, seq",
    "deals_entry": "index",
    "deals_checkpoint": "size",
    "leagues_leagueevent": "league_id, seq",
}


@pytest.fixture
def rows(log):
    """Something in every table of the log, or a refusal for want of rows would be none."""
    party = Party()
    party.sit()
    Season(people=1)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # or their checks would be in the way
    return party


@pytest.fixture
def application(rows):
    """What follows runs with the application's rights."""
    with applications.as_application():
        yield


def refused(statement):
    """The words in which the database refuses a statement."""
    with (
        pytest.raises((DatabaseError, ProgrammingError)) as caught,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    return str(caught.value)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {table} SET {column} = {column}",
        "DELETE FROM {table}",
        "TRUNCATE {table} CASCADE",
        "INSERT INTO {table} TABLE {table} ON CONFLICT ({key}) DO UPDATE SET {column} = 'x'",
    ],
)
def test_its_owner_changes_nothing(rows, table, statement):
    said = refused(statement.format(table=table, column=COLUMNS[table], key=KEYS[table]))
    assert "append-only" in said


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {table} SET {column} = {column}",
        "DELETE FROM {table}",
        "TRUNCATE {table} CASCADE",
        "ALTER TABLE {table} DISABLE TRIGGER ALL",
        "ALTER TABLE {table} DISABLE TRIGGER {table}_rows_stay",
        "ALTER TABLE {table} ENABLE REPLICA TRIGGER {table}_rows_stay",
        "DROP TRIGGER {table}_rows_stay ON {table}",
        "DROP TABLE {table} CASCADE",
        "ALTER TABLE {table} ADD COLUMN mine int",
        "CREATE RULE mine AS ON INSERT TO {table} DO INSTEAD NOTHING",
    ],
)
def test_the_application_may_not_even_try(application, table, statement):
    said = refused(statement.format(table=table, column=COLUMNS[table]))
    assert "permission denied" in said or "must be owner" in said


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM django_migrations",
        "SET session_replication_role = replica",
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS ''",
        "CREATE TABLE mine ()",
        "DROP SCHEMA public CASCADE",
    ],
)
def test_the_application_has_no_way_around(application, statement):
    said = refused(statement)
    assert "permission denied" in said or "must be owner" in said


@pytest.mark.parametrize("table", TABLES)
def test_the_triggers_fire_whatever_a_session_says(rows, table):
    with connection.cursor() as cursor:
        query = "SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = %s::regclass"
        cursor.execute(f"{query} AND NOT tgisinternal", [table])
        triggers = dict(cursor.fetchall())
    assert triggers == {f"{table}_rows_stay": "A", f"{table}_table_stays": "A"}


def test_a_whole_hand_can_be_played_with_the_applications_rights(application, rows):
    rows.play_hand()
    assert rows.summary["hand"] == 2
