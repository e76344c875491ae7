"""Long polls: woken by what happens, bounded, and holding no connection."""

import threading
import time

import psycopg
import pytest
from django.db import connection, connections
from django.test import Client

from api.apps import bell
from api.waiting import Bell, TooManyWaiters
from tests.api.guests import Guests, is_problem


@pytest.fixture
def guests(committed_log):
    guests = Guests()
    guests.sit()
    guests.contribute()
    guests.pass_cards()
    return guests


def waits(guests, answers, *, seconds=20):
    """A thread that waits for the next event of the game."""
    seq = guests.summary["seq"]

    def run():
        try:
            answers.append(Client().get(f"/api/v1{guests.url}/events?after={seq}&wait={seconds}"))
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def wait_until(true, seconds=10):
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_a_waiter_is_woken_by_another_threads_play(guests):
    answers = []
    began = time.monotonic()
    waiter = waits(guests, answers)
    wait_until(lambda: bell().waiters == 1)
    view = guests.turn
    card = view["cards"]["legal_cards"][0]
    guests.play(view["seat"], card, view["seq"])
    waiter.join()
    assert time.monotonic() - began < 10
    (answer,) = answers
    (event,) = answer.json()["events"]
    assert event["line"].endswith(f" play {view['seat']} {card}")


def test_a_waiter_goes_when_its_time_is_over(guests):
    seq = guests.summary["seq"]
    began = time.monotonic()
    page = guests.get(f"{guests.url}/events?after={seq}&wait=1").json()
    assert 0.9 < time.monotonic() - began < 5
    assert (page["events"], page["last_seq"]) == ([], seq)


def test_events_that_are_there_are_not_waited_for(guests):
    began = time.monotonic()
    assert guests.get(f"{guests.url}/events?wait=20").json()["events"]
    assert time.monotonic() - began < 5


def test_one_too_many_is_told_when_to_come_back(guests, settings):
    places = [bell().place(guests.game) for _ in range(settings.HEARTS_WAITERS)]
    for place in places:
        place.__enter__()
    refused = guests.get(f"{guests.url}/events?after=999&wait=5")
    is_problem(refused, 429, "too-many-waiters")
    assert refused["Retry-After"] == "2"
    assert guests.get(f"{guests.url}/events?after=999").status_code == 200
    for place in places:
        place.__exit__(None, None, None)


def connections_taken():
    """How many connections of this process's pool somebody holds."""
    stats = connection.pool.get_stats()
    return stats["pool_size"] - stats["pool_available"]


def connections_open():
    """How many connections to the tests' database there are at all."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return cursor.fetchone()[0]


def test_twenty_who_wait_hold_no_connection_and_all_are_woken(guests, settings):
    """From a report on others: twelve waiting clients used up the database's connections."""
    most = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    assert most < 20
    answers, held = [], connections_taken()
    waiters = [waits(guests, answers, seconds=25) for _ in range(20)]
    wait_until(lambda: bell().waiters == 20, seconds=20)
    wait_until(lambda: connections_taken() <= held)
    assert connections_open() <= most + 1  # the bell has one of its own
    view = guests.turn
    played = guests.play(view["seat"], view["cards"]["legal_cards"][0], view["seq"])
    assert played.status_code == 201
    for waiter in waiters:
        waiter.join()
    assert [answer.status_code for answer in answers] == [200] * 20
    assert {answer.json()["events"][0]["seq"] for answer in answers} == {view["seq"] + 1}
    assert bell().waiters == 0


def listening(url=None):
    parameters = connection.get_connection_params()
    for name in ("context", "cursor_factory", "prepare_threshold"):
        parameters.pop(name, None)
    return psycopg.connect(**parameters, autocommit=True)


def test_a_bell_whose_line_is_cut_listens_again(guests):
    lines = []

    def connect():
        lines.append(listening())
        return lines[-1]

    own = Bell(connect, places=1)
    with own.place(guests.game) as ring:
        wait_until(lambda: own.hears)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [lines[0].info.backend_pid])
        wait_until(lambda: len(lines) == 2 and own.hears)
        ring(0.01)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify('hearts_games', %s)", [str(guests.game)])
        began = time.monotonic()
        ring(8)
        assert time.monotonic() - began < 5
    own.close()


def test_a_bell_that_can_not_connect_lets_its_waiters_look_for_themselves():
    def refused():
        raise psycopg.OperationalError("no server")

    own = Bell(refused, places=1)
    began = time.monotonic()
    with own.place("a game") as ring:
        ring(8)
    assert time.monotonic() - began < 3
    own.close()


def test_places_are_given_back(guests):
    own = Bell(listening, places=1)
    for _ in range(3):
        with own.place(guests.game), pytest.raises(TooManyWaiters), own.place(guests.game):
            pass
    own.close()


def test_a_child_process_starts_without_its_parents_waiters(guests):
    own = Bell(listening, places=1)
    with own.place(guests.game):
        own.close()  # a child has no thread of its parent's
        own.after_fork()
        assert (own.waiters, own.hears) == (0, False)
        with own.place(guests.game):
            wait_until(lambda: own.hears)
    own.close()
