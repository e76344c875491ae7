"""Long polls: requests that wait for a game's next event without holding a database connection.

Each process keeps one connection that listens; a thread of its own rings for every game that
changes. It starts with the first waiter. While it is cut off, waiters look for themselves.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Protocol
from uuid import UUID

import psycopg

from games.services.announcing import CHANNEL

_LOOK_WHEN_DEAF: Final = 0.5  # seconds between looks while nothing is heard
_LOOK_ANYWAY: Final = 10.0  # seconds; a line that a network drops silently costs no more than this
_STILL_THERE: Final = 5.0  # seconds between questions whether the connection lives
_LONGEST_PAUSE: Final = 5.0  # seconds between attempts to connect

Connect = Callable[[], "psycopg.Connection[tuple[object, ...]]"]


class TooManyWaiters(Exception):
    """All places of this process are taken."""

    code = "too-many-waiters"


class Ring(Protocol):
    """Waits until a game has changed, at most so many seconds."""

    def __call__(self, seconds: float, /) -> None:
        """Return when it may be worth to look again."""
        ...


@dataclass
class _Place:
    """A waiter's: whether it was rung for since it last looked."""

    game: str
    rung: bool = False


class Bell:
    """Rings waiters of this process when games change.

    `connect` opens a connection in autocommit mode; at most `places` wait at once.
    """

    def __init__(self, connect: Connect, *, places: int) -> None:
        self._connect = connect
        self._places = places
        self.after_fork()
        # A child has none of its parent's threads, and must not share its connection.
        os.register_at_fork(after_in_child=self.after_fork)

    def after_fork(self) -> None:
        """Begin without waiters, thread and connection."""
        self._changed = threading.Condition()
        self._waiting: list[_Place] = []
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._hears = False

    @property
    def waiters(self) -> int:
        """How many wait now."""
        return len(self._waiting)

    @property
    def hears(self) -> bool:
        """Whether changes are heard now."""
        return self._hears

    @contextmanager
    def place(self, game: UUID) -> Iterator[Ring]:
        """Take a place among the waiters; what happens from then on is not missed.

        Raises TooManyWaiters.
        """
        place = _Place(str(game))
        with self._changed:
            if len(self._waiting) >= self._places:
                raise TooManyWaiters(f"{self._places} requests are waiting")
            self._waiting.append(place)
            self._listen()
        try:
            yield lambda seconds: self._wait(place, seconds)
        finally:
            with self._changed:
                self._waiting = [other for other in self._waiting if other is not place]

    def close(self) -> None:
        """End the thread and its connection; a later waiter starts them again."""
        thread = self._thread
        self._stop.set()
        if thread is not None:
            thread.join()

    def _wait(self, place: _Place, seconds: float) -> None:
        ends = time.monotonic() + min(seconds, _LOOK_ANYWAY)
        with self._changed:
            while not place.rung and (left := ends - time.monotonic()) > 0:
                self._changed.wait(left if self._hears else min(left, _LOOK_WHEN_DEAF))
                if not self._hears:
                    break
            place.rung = False

    def _listen(self) -> None:
        """Start the thread unless it runs; with the lock held."""
        if self._thread is None or not self._thread.is_alive():
            self._stop = threading.Event()
            self._thread = threading.Thread(
                target=self._run, args=(self._stop,), name="hearts-bell", daemon=True
            )
            self._thread.start()

    def _run(self, stop: threading.Event) -> None:
        pause = 0.1
        while not stop.is_set():
            try:
                with self._connect() as line:
                    line.execute(f"LISTEN {CHANNEL}")
                    pause = 0.1
                    self._set_hears(hears=True)
                    _ring_while_heard(line, self._ring, stop)
            except psycopg.Error:
                self._set_hears(hears=False)
                stop.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            finally:
                self._set_hears(hears=False)

    def _set_hears(self, *, hears: bool) -> None:
        """Note whether changes are heard; either way everyone looks once."""
        with self._changed:
            self._hears = hears
            for place in self._waiting:
                place.rung = True
            self._changed.notify_all()

    def _ring(self, game: str) -> None:
        with self._changed:
            for place in self._waiting:
                place.rung = place.rung or place.game == game
            self._changed.notify_all()


def _ring_while_heard(
    line: psycopg.Connection[tuple[object, ...]],
    ring: Callable[[str], None],
    stop: threading.Event,
) -> None:
    """Ring for every notification, until the line breaks or `stop` is set."""
    asked = time.monotonic()
    while not stop.is_set():
        for heard in line.notifies(timeout=0.5, stop_after=64):
            ring(heard.payload)
        if time.monotonic() - asked > _STILL_THERE:
            line.execute("SELECT 1")
            asked = time.monotonic()
