"""Waking who waits for a game: a notification, which is only a hint."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db import connection, transaction

CHANNEL: Final = "hearts_games"


def announce(game: UUID) -> None:
    """Notify, once it is committed, that a game went on.

    After the commit: a transaction that notifies holds a lock of the whole database until it is on
    the disk, so that no two commits could share a flush. A notification that a crash swallows costs
    a waiter the seconds until it looks by itself; what is committed is never refused for its sake.
    """

    def notify() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(game)])

    transaction.on_commit(notify, robust=True)
