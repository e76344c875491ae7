"""Waiters are told of games one by one, or in batches by a thread."""

import threading
import time
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import OperationalError, connection

from games.services import announcing
from games.services.announcing import CHANNEL, Herald, announce


@pytest.fixture
def herald():
    return Herald()


@pytest.fixture
def batches(monkeypatch):
    """What the thread sends, instead of sending it; each after a moment."""
    sent = []

    def notify(games):
        sent.append(list(games))
        time.sleep(0.05)

    monkeypatch.setattr(announcing, "_notify", notify)
    return sent


def until(is_so):
    ends = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < ends
        time.sleep(0.005)


def test_the_first_game_is_told_at_once_and_those_after_it_together(herald, batches):
    herald.tell("a")
    until(lambda: batches)
    for game in "bcbd":
        herald.tell(game)
    until(lambda: len(batches) == 2)
    assert batches == [["a"], ["b", "c", "d"]]


def test_none_of_many_threads_games_is_left_out(herald, batches):
    games = [str(number) for number in range(200)]
    threads = [
        threading.Thread(target=lambda own=own: [*map(herald.tell, games[own::8])])
        for own in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(lambda: {game for batch in batches for game in batch} == {*games})


def test_a_database_that_is_away_is_survived(herald, batches, monkeypatch, caplog):
    def away(games):
        raise OperationalError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(announcing, "_notify", away)
        herald.tell("a")
        until(lambda: "waiters were not told: OperationalError" in caplog.text)
    until(lambda: herald.tell("b") or batches)
    assert batches[0] == ["b"]


def test_a_child_has_a_herald_of_its_own(herald, batches):
    herald.tell("a")
    until(lambda: batches)
    herald._after_fork()  # as in a child: the thread that was there is not
    herald.tell("b")
    until(lambda: ["b"] in batches)


@pytest.mark.parametrize("in_batches", [False, True])
def test_a_listener_hears_of_a_game(committed_log, monkeypatch, in_batches):
    monkeypatch.setattr(announcing, "_tell", announcing._tell)
    if in_batches:
        announcing.announce_in_batches()
    parameters = connection.get_connection_params()
    address = {
        name: parameters[name] for name in ("dbname", "user", "host", "port") if name in parameters
    }
    game: UUID = uuid4()
    with psycopg.connect(**address, autocommit=True) as line:
        line.execute(f"LISTEN {CHANNEL}")
        announce(game)
        (heard,) = line.notifies(timeout=10, stop_after=1)
    assert heard.payload == str(game)
