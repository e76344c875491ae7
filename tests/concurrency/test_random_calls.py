"""Two hundred calls of all kinds at once: no deadlock, no error of ours, and a whole log after."""

import secrets
from collections import Counter
from uuid import UUID

from django.db import connection
from django.test import Client

from api.apps import buckets
from games.models import Game
from tests.api.guests import Guests
from tests.concurrency.test_races import chain_is_whole, log_is_whole, rows_follow
from tests.real_parts import at_once

CALLS, THREADS = 200, 20


def in_a_thread(guests):
    """The same people through a client of this thread."""
    mine = Guests.__new__(Guests)
    mine.__dict__ = guests.__dict__ | {"client": Client(raise_request_exception=False)}
    return mine


def look(guests, dice):
    what = dice.choice(["", "/events", "/view", "/record", "/bundle", "/scoresheet", "/view?at=9"])
    return guests.get(guests.url + what, dice.choice([None, guests.token, guests.tokens[0]]))


def play(guests, dice):
    """Whoever is on turn, one of his cards; by the time it arrives it may be anything."""
    seat = guests.summary["turn"] or dice.randrange(4)
    view = guests.view(seat)
    if view.get("cards") is None:
        return guests.play(seat, "QS", dice.randrange(60))
    cards = view["cards"]["legal_cards"] or view["cards"]["holding"]
    return guests.play(seat, dice.choice(cards), view["seq"])


def give(guests, dice):
    seat = dice.randrange(4)
    cards = (guests.view(seat).get("cards") or {}).get("holding") or ["2C", "3C", "4C"]
    return guests.give(seat, dice.sample(cards, min(3, len(cards))))


def adjust(guests, dice):
    body = {"seat": dice.randrange(4), "points": dice.choice([-5, 5]), "reason": "late"}
    return guests.post(f"{guests.url}/adjustments", body, guests.token)


def void(guests, dice):
    return guests.post(f"{guests.url}/void", {"scope": "hand"}, guests.token)


def substitute(guests, dice):
    return guests.post(f"{guests.url}/substitutions", {"seat": 3}, guests.token)


def audit(guests, dice):
    return guests.post("/audits", {"games": [guests.game]}, guests.token)


def create(guests, dice):
    made = Guests(sources=dice.choice(["seats", "server"]))
    return made.take(dice.randrange(4))


KINDS = [play] * 12 + [give] * 4 + [look] * 6 + [adjust, void, substitute, audit, create]


def test_two_hundred_calls_at_once_leave_what_some_order_of_them_leaves(committed_log):
    buckets().__init__(rate=1e6, burst=10**6)
    tables = [Guests(sources="server") for _ in range(3)]
    for guests in tables:
        guests.sit()
        guests.pass_cards()
    before = deadlocks()

    dice = secrets.SystemRandom()

    def run():
        for _ in range(CALLS // THREADS):
            answer = dice.choice(KINDS)(in_a_thread(dice.choice(tables)), dice)
            connection.close()  # a server's thread gives it back after each answer
            yield answer.status_code, answer["Content-Type"].partition(";")[0]

    got = at_once(*[lambda: list(run())] * THREADS)
    buckets().__init__(rate=200, burst=400)
    assert [one for one in got if isinstance(one, Exception)] == []
    answers = Counter(answer for one in got for answer in one)
    assert sum(answers.values()) == CALLS
    assert max(status for status, _ in answers) < 500, answers
    assert answers[201, "application/json"] > 10
    assert deadlocks() == before
    log_is_whole()
    for row in Game.objects.all():
        chain_is_whole(row)
        rows_follow(row.id)
    for guests in tables:
        assert Game.objects.get(id=UUID(guests.game)).seq == guests.summary["seq"]


def deadlocks():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return cursor.fetchone()[0]
