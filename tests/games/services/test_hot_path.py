"""What a play costs the database: three statements, and nothing is planned again."""

import pytest
from django.db import connection

from tests.api.guests import Guests
from tests.statements import statements


@pytest.fixture
def guests(log):
    guests = Guests(sources="server", rules={"preset": "standard", "passing": "none"})
    guests.sit()
    return guests


def play(guests):
    view = guests.turn
    return lambda: guests.play(view["seat"], view["cards"]["legal_cards"][0], view["seq"])


def test_a_play_is_a_token_a_look_at_the_table_and_one_statement_that_writes(guests):
    act = play(guests)
    with statements() as first_words:
        assert act().status_code == 201
    assert first_words == ["SELECT", "SELECT", "WITH"]


def test_the_statements_of_a_play_are_prepared(guests):
    for _ in range(7):
        assert play(guests)().status_code == 201
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        prepared = " ".join(text for (text,) in cursor.fetchall())
    for words in ("FROM api_token", "JOIN games_handstate h", "INSERT INTO games_event"):
        assert words in prepared
