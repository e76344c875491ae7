"""Waking who waits for a game: a notification, which is only a hint.

It is sent after the commit: a transaction that notifies holds a lock of the whole database until it
is on the disk, so that no two commits could share a flush. A thread sends it, for all games of a
moment in one statement, so that no act waits for it. A notification that a crash swallows costs a
waiter the seconds until it looks by itself; what is committed is never refused for its sake.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
from typing import Final
from uuid import UUID

from django.db import Error, connection, transaction

CHANNEL: Final = "hearts_games"

_NOTIFY: Final = "SELECT pg_notify(%s, name) FROM unnest(%s::text[]) AS name"
_MOMENT: Final = 0.005  # seconds between two statements; the first game of a quiet time waits none
_LAST: Final = 2.0  # seconds that the end of a process waits for its last notification

logger = logging.getLogger(__name__)


def announce(game: UUID) -> None:
    """Notify, once it is committed, that a game went on."""
    transaction.on_commit(lambda: ANNOUNCER.add(game), robust=True)


class Announcer:
    """Sends the games that went on, in a thread that starts with the first of them."""

    def __init__(self) -> None:
        """Begin with nothing to tell; a child has none of its parent's threads."""
        self.after_fork()
        os.register_at_fork(after_in_child=self.after_fork)
        atexit.register(self.close)

    def after_fork(self) -> None:
        """Begin without a thread."""
        self._changed = threading.Condition()
        self._games: set[UUID] = set()
        self._thread: threading.Thread | None = None
        self._stops = False

    def add(self, game: UUID) -> None:
        """Have a game told soon."""
        with self._changed:
            self._games.add(game)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """Tell what is left, and end the thread; a later game starts it again."""
        with self._changed:
            self._stops = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join(_LAST)
        self._stops = False

    def _run(self) -> None:
        while games := self._next():
            _notify(games)
            with self._changed:
                self._changed.wait_for(lambda: self._stops, timeout=_MOMENT)

    def _next(self) -> set[UUID]:
        """Wait for games, without a connection; none when all is told and this is the end."""
        with self._changed:
            if not self._games:
                connection.close()
            self._changed.wait_for(lambda: self._games or self._stops)
            games, self._games = self._games, set()
        return games


def _notify(games: set[UUID]) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(_NOTIFY, [CHANNEL, [str(game) for game in games]])
    except Error as error:  # a hint: whoever waits looks by himself too
        logger.warning("games were not announced: %s", type(error).__name__)
        connection.close()


ANNOUNCER: Final = Announcer()
"""The announcer of this process."""
