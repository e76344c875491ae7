"""Deadlocks and serialization failures of a real database: tried again, then 503."""

import threading
import time

import pytest
from django.db import connection, transaction

from api.calls import call
from api.codes import Code
from api.problems import Problem
from games.models import Club
from tests.cast import NOW
from tests.real_parts import at_once


@pytest.fixture
def clubs(committed_log):
    return [Club.objects.create(name=name, created=NOW) for name in ("One", "Two")]


def lock_both(first, second, *, meet):
    """Lock two rows one after the other; `meet` is where the other one has locked its first."""
    with transaction.atomic():
        Club.objects.select_for_update().get(id=first.id)
        meet()
        Club.objects.select_for_update().get(id=second.id)
        return "done"


def meeting_once():
    """A place to meet at, but only the first time: who is tried again goes straight on."""
    gate, met = threading.Barrier(2), threading.local()

    def meet():
        if not getattr(met, "once", False):
            met.once = True
            gate.wait(timeout=30)

    return meet


def test_who_loses_a_deadlock_is_tried_again_and_both_come_through(clubs):
    one, two = clubs
    meet = meeting_once()
    tries = []

    def lock(first, second):
        tries.append(first.name)
        return lock_both(first, second, meet=meet)

    got = at_once(lambda: call(lock, one, two), lambda: call(lock, two, one))
    assert got == ["done", "done"]
    assert len(tries) == 3  # one of the two was the victim, once


def test_a_serialization_failure_is_tried_again(clubs):
    one, _ = clubs
    meet = meeting_once()

    def rename():
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
            row = Club.objects.get(id=one.id)
            meet()
            row.name += "!"
            row.save(update_fields=["name"])

    assert at_once(*[lambda: call(rename)] * 2) == [None, None]
    assert Club.objects.get(id=one.id).name == "One!!"


def test_who_meets_a_deadlock_four_times_is_told_when_to_come_back(clubs):
    """Another session holds the second row and wants the first, again and again."""
    one, two = clubs
    gate = threading.Barrier(2)

    def unlucky():
        return lock_both(one, two, meet=lambda: gate.wait(timeout=30))

    def meet_and_let_wait():
        gate.wait(timeout=30)
        time.sleep(0.3)  # who waits first looks first for a deadlock, and is its victim

    def other():
        for _ in range(4):
            lock_both(two, one, meet=meet_and_let_wait)

    refused, done = at_once(lambda: call(unlucky), other)
    assert isinstance(refused, Problem)
    assert refused.code is Code.BUSY
    assert done is None
