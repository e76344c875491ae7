"""The worker's own parts, made as `celery worker` makes them."""

import threading

import pytest

from hearts_site.celery import app


@pytest.fixture
def timer():
    """The thread that holds tasks that are not due yet, with a list of how long it slept."""
    timer = app.WorkController(loglevel="ERROR").timer
    timer.slept, timer.sleeps = [], threading.Event()

    def tick(seconds):
        timer.slept.append(seconds)
        timer.sleeps.set()

    timer.on_tick = tick  # called before each sleep, from which nothing wakes it
    yield timer
    timer.stop()


def test_a_task_that_is_due_soon_is_not_held_up_by_one_that_is_due_in_hours(timer):
    """From a game whose computer player took a second for each card, once a night was planned."""
    done = threading.Event()
    timer.call_after(7200, done.clear)
    assert timer.sleeps.wait(10)
    timer.call_after(0.05, done.set)
    assert done.wait(10)
    assert max(timer.slept) <= 0.05
