"""Waking who waits for a game: a notification, which is only a hint.

After the commit: a transaction that notifies holds a lock of the whole database until it is on the
disk, so that no two commits could share a flush. A notification that a crash swallows costs a
waiter the seconds until it looks by itself; what is committed is never refused for its sake.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable
from typing import Final
from uuid import UUID

import psycopg
from django.db import DatabaseError, connection, transaction

logger = logging.getLogger(__name__)

CHANNEL: Final = "hearts_games"

_PAUSE: Final = 0.01  # seconds between two batches: what a waiter may wait for its own


def announce(game: UUID) -> None:
    """Notify, once it is committed, that a game went on."""
    transaction.on_commit(lambda: _tell(str(game)), robust=True)


def announce_in_batches() -> None:
    """Let a thread of this process notify from now on, for many games at once.

    For a process that serves many tables: a statement for each act is a seventh of a play.
    """
    global _tell  # noqa: PLW0603 - what this process has one of
    _tell = Herald().tell


def _notify(games: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_notify(%s, game) FROM unnest(%s::text[]) AS game", [CHANNEL, [*games]]
        )


def _notify_of(game: str) -> None:
    _notify([game])


_tell: Callable[[str], None] = _notify_of


class Herald:
    """Notifies of games from a thread of its own, which starts with the first.

    The first of a quiet time at once; those that come in the pause after it, together.
    """

    def __init__(self) -> None:
        self._after_fork()
        os.register_at_fork(after_in_child=self._after_fork)

    def _after_fork(self) -> None:
        """Begin without a thread: a child has none of its parent's."""
        self._changed = threading.Condition()
        self._games: dict[str, None] = {}
        self._thread: threading.Thread | None = None

    def tell(self, game: str) -> None:
        """Notify of a game soon."""
        with self._changed:
            self._games[game] = None
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="herald", daemon=True)
                self._thread.start()
            elif len(self._games) == 1:
                self._changed.notify()

    def _run(self) -> None:
        pause = threading.Event()  # never set: a sleep
        while True:
            with self._changed:
                while not self._games:
                    self._changed.wait()
                games, self._games = self._games, {}
            try:
                _notify(games)
            except (DatabaseError, psycopg.Error) as error:  # the pool's own is not Django's
                logger.warning("waiters were not told: %s", type(error).__name__)
            finally:
                connection.close()
            pause.wait(_PAUSE)
