"""The append-only tables without their triggers: what only their owner could do."""

from __future__ import annotations

from contextlib import contextmanager

from django.db import connection

GUARDED = ("games_event", "deals_entry", "deals_checkpoint", "leagues_leagueevent")


@contextmanager
def unguarded():
    """Give a cursor that may change the append-only tables; after it they are guarded again."""
    with connection.cursor() as cursor:
        if connection.in_atomic_block:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is pending would be in the way
        for table in GUARDED:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield cursor
        for table in GUARDED:
            cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_rows_stay")
            cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_table_stays")


def forget_checkpoints(*, above=-1):
    """Delete the signed checkpoints of more than so many entries."""
    with unguarded() as cursor:
        cursor.execute("DELETE FROM deals_checkpoint WHERE size > %s", [above])
