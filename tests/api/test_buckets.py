"""Throttles: exact, whatever is asked at once."""

from concurrent.futures import ThreadPoolExecutor

from api import buckets as module
from api.buckets import Buckets


def test_a_hundred_parallel_calls_on_a_cap_of_ten():
    buckets = Buckets(rate=1, burst=10, clock=lambda: 0.0)
    with ThreadPoolExecutor(50) as pool:
        waits = list(pool.map(lambda _: buckets.take("someone"), range(100)))
    assert waits.count(0.0) == 10


def test_a_bucket_fills_steadily_and_no_higher_than_its_rim():
    now = [0.0]
    buckets = Buckets(rate=2, burst=2, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0.5]
    now[0] = 0.5
    assert [buckets.take("a") for _ in range(2)] == [0, 0.5]
    now[0] = 100.0
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0.5]


def test_callers_do_not_share_a_bucket():
    buckets = Buckets(rate=1, burst=1, clock=lambda: 0.0)
    assert [buckets.take(caller) for caller in ("a", "b", "a")] == [0, 0, 1]


def test_full_buckets_are_forgotten(monkeypatch):
    monkeypatch.setattr(module, "_MANY", 3)
    now = [0.0]
    buckets = Buckets(rate=1, burst=1, clock=lambda: now[0])
    for caller in range(3):
        buckets.take(caller)
    now[0] = 10.0
    buckets.take("last")
    assert list(buckets._levels) == ["last"]
