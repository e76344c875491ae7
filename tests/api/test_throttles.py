"""Throttles: exact, whatever is asked at once, and by however many processes."""

from collections import Counter

import pytest
from django.test import Client
from rest_framework.request import Request

from api import shared_buckets as module
from api.apps import buckets
from api.callers import address_of
from api.models import Bucket
from api.shared_buckets import SharedBuckets
from tests.api.guests import V1, is_problem
from tests.real_parts import at_once


def taken(waits):
    return sum(wait == 0.0 for wait in waits)


@pytest.fixture
def quiet(monkeypatch):
    """No time passes in the database."""
    still = module._DRAW.replace("clock_timestamp()", "timestamptz '2026-11-02T19:00:00Z'")
    monkeypatch.setattr(module, "_DRAW", still)


def test_a_hundred_parallel_calls_on_a_cap_of_ten(committed_log, quiet):
    shared = SharedBuckets(rate=0.001, burst=10)
    waits = at_once(*[lambda: shared.take("someone")] * 100)
    assert taken(waits) == 10


def test_a_cap_of_ten_holds_for_two_processes_together(committed_log, quiet):
    """Each process has an object of its own: they share nothing but the database."""
    processes = [SharedBuckets(rate=0.001, burst=10) for _ in range(4)]
    calls = [lambda each=each: each.take("someone") for each in processes] * 25
    assert taken(at_once(*calls)) == 10


def test_what_processes_draw_at_once_never_adds_up_to_more_than_the_cap(committed_log, quiet):
    processes = [SharedBuckets(rate=0.001, burst=100, clock=lambda: 0.0) for _ in range(3)]
    calls = [lambda each=each: each.take("someone") for each in processes] * 20
    passed = taken(at_once(*calls)) + sum(taken([each.take("someone")]) for each in processes * 60)
    assert passed == 100


def test_a_hundred_parallel_requests_on_a_cap_of_ten(committed_log):
    buckets().__init__(rate=0.0001, burst=10)
    answers = at_once(*[lambda: Client().get(V1 + "/games") for _ in range(100)])
    assert Counter(answer.status_code for answer in answers) == {200: 10, 429: 90}
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert int(refused["Retry-After"]) > 0
    is_problem(refused, 429, "throttled")


def test_a_bucket_fills_steadily_and_no_higher_than_its_rim(db):
    now = [0.0]
    shared = SharedBuckets(rate=2, burst=2, clock=lambda: now[0])
    assert [shared.take("a") for _ in range(2)] == [0, 0]
    assert 0 < shared.take("a") <= 0.5
    row = Bucket.objects.get()
    pass_time(row, seconds=0.5)
    now[0] = 0.5
    assert shared.take("a") == 0
    assert 0 < shared.take("a") <= 0.5
    pass_time(Bucket.objects.get(), seconds=100)
    now[0] = 100.0
    assert [shared.take("a") == 0 for _ in range(3)] == [True, True, False]


def pass_time(row, *, seconds):
    from datetime import timedelta  # noqa: PLC0415

    Bucket.objects.update(time=row.time - timedelta(seconds=seconds))


def test_an_empty_bucket_is_not_asked_for_again_before_it_may_hold_one(db):
    now = [0.0]
    shared = SharedBuckets(rate=0.1, burst=1, clock=lambda: now[0])
    shared.take("a")
    shared.take("a")
    row = Bucket.objects.get()
    now[0] = 4.0
    assert 5.5 < shared.take("a") <= 6.0
    assert Bucket.objects.get().time == row.time


def test_callers_and_what_is_counted_do_not_share_a_bucket(db):
    calls = SharedBuckets(rate=0.001, burst=1)
    others = SharedBuckets(rate=0.001, burst=1, name="guesses")
    waits = [calls.take("a"), calls.take("b"), calls.take("a"), others.take("a")]
    assert [wait == 0 for wait in waits] == [True, True, False, True]


def test_a_clock_that_goes_back_gives_nothing_away(db):
    shared = SharedBuckets(rate=1, burst=1, clock=iter(range(0, 1000, 100)).__next__)
    shared.take("a")
    pass_time(Bucket.objects.get(), seconds=-1000)
    assert shared.take("a") > 0


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8::7", "2001:db8::/64"),
        ("2001:db8::1:2:3:4", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_who_has_a_network_of_addresses_is_one_caller(rf, address, counted):
    assert address_of(Request(rf.get("/", REMOTE_ADDR=address))) == counted


def test_no_address_is_kept(guests):
    guests.get("/games")
    for row in Bucket.objects.all():
        assert b"127.0.0.1" not in bytes(row.name)
        assert len(bytes(row.name)) == 32


def test_what_was_drawn_is_handed_out_for_a_second(db):
    now = [0.0]
    shared = SharedBuckets(rate=0.001, burst=100, clock=lambda: now[0])
    assert taken([shared.take("a") for _ in range(5)]) == 5
    assert Bucket.objects.get().level == pytest.approx(95, abs=0.01)
    shared.take("a")
    now[0] = 2.0
    shared.take("a")
    assert Bucket.objects.get().level == pytest.approx(85, abs=0.01)


def test_callers_long_gone_are_forgotten(db, monkeypatch):
    monkeypatch.setattr(module, "_MANY", 3)
    now = [0.0]
    shared = SharedBuckets(rate=1, burst=1, clock=lambda: now[0])
    for caller in range(4):
        shared.take(caller)
    now[0] = 10.0
    shared.take("last")
    assert list(shared._shares) == ["last"]
