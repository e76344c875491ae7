"""What a play costs the database: five round trips, and nothing is planned again."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.guests import Guests


@pytest.fixture
def guests(log):
    guests = Guests(sources="server", rules={"preset": "standard", "passing": "none"})
    guests.sit()
    return guests


def play(guests):
    view = guests.turn
    return lambda: guests.play(view["seat"], view["cards"]["legal_cards"][0], view["seq"])


def test_a_play_is_a_token_a_lock_and_one_statement_in_one_transaction(guests):
    act = play(guests)
    with CaptureQueriesContext(connection) as statements:
        assert act().status_code == 201
    first_words = [statement["sql"].split()[0] for statement in statements]
    assert first_words == ["SELECT", "SAVEPOINT", "SELECT", "WITH", "RELEASE"]


def test_the_statements_of_a_play_are_prepared(guests):
    for _ in range(7):
        assert play(guests)().status_code == 201
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        prepared = " ".join(text for (text,) in cursor.fetchall())
    for words in ("FROM api_token", "FOR NO KEY UPDATE OF g, h", "INSERT INTO games_event"):
        assert words in prepared
