"""Rounds of the beacon, from a stand-in that serves rounds once published by the real one."""

import time
from datetime import timedelta

import pytest

from deals.fairness.beacon import round_due
from deals.services.beacon import FetchedRound, fetch_round, promise_round
from deals.services.fetching import fetch_bytes
from tests.rounds import DRAND, ROUNDS
from tests.stand_in import round_answers, serving


@pytest.fixture
def beacons(settings):
    """Ask these endpoints, and nobody else."""

    def ask(*addresses):
        settings.HEARTS_BEACONS = list(addresses)
        settings.HEARTS_FETCH_TIMEOUT = 0.5

    ask()
    return ask


def test_a_published_round_is_taken(beacons):
    with serving(round_answers(ROUNDS)) as (address, asked):
        beacons(address + "/")
        for number, signature in ROUNDS.items():
            assert fetch_round(number) == FetchedRound(number, signature)
    assert len(asked) == 2


def test_a_round_that_is_not_out_is_waited_for(beacons):
    with serving(round_answers({})) as (address, _):
        beacons(address)
        assert fetch_round(123) is None


@pytest.mark.parametrize(
    "answer",
    [
        ROUNDS[657413],  # a true signature of another round
        ROUNDS[123][:-2] + "00",
        ROUNDS[123].upper(),
        DRAND["negative"]["signature"],
        "",
        {"round": 657413, "signature": ROUNDS[657413]},
        {"round": "123", "signature": ROUNDS[123]},
        {"round": 123},
        {"round": 123, "signature": 5},
        [],
        b"<html>",
        b"\xff",
        b" " * 5000,
    ],
)
def test_what_is_not_the_round_counts_for_nothing_and_the_next_is_asked(beacons, answer):
    with (
        serving(round_answers({123: answer})) as (liar, lied),
        serving(round_answers(ROUNDS)) as (honest, asked),
    ):
        beacons(liar)
        assert fetch_round(123) is None
        beacons(liar, honest)
        assert fetch_round(123) == FetchedRound(123, ROUNDS[123])
    assert (len(lied), len(asked)) == (2, 1)


def test_a_dead_a_cut_and_a_slow_endpoint_are_passed_over(beacons):
    def cut(*_):
        raise ConnectionError

    def slow(*_):
        time.sleep(1.5)
        return 200, b"{}"

    with (
        serving(cut) as (cutting, _),
        serving(slow) as (slowing, _),
        serving(round_answers(ROUNDS)) as (honest, _),
    ):
        beacons("http://127.0.0.1:1", "file:///etc/passwd", cutting, slowing, honest)
        began = time.monotonic()
        assert fetch_round(123) == FetchedRound(123, ROUNDS[123])
    assert time.monotonic() - began < 5


def test_an_answer_is_read_up_to_its_limit(settings):
    settings.HEARTS_FETCH_TIMEOUT = 1
    with serving(lambda *_: (200, b"x" * 100)) as (address, _):
        assert fetch_bytes(address, most=100) == b"x" * 100
        with pytest.raises(ValueError, match="more than 99 bytes"):
            fetch_bytes(address, most=99)


def test_the_promised_round_is_due_a_minute_and_a_margin_after_the_commit():
    committed = round_due(1000) - timedelta(seconds=75)
    assert promise_round(committed).endswith("@1000")
    assert promise_round(committed + timedelta(milliseconds=1)).endswith("@1001")
