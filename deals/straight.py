"""Statements of the hot path, straight on the connection that Django holds.

Django's own cursor costs more than such a statement itself: it may wrap, count and log it. Here the
transaction is Django's, and so are the errors; nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import psycopg
from django.db import connection

Result: TypeAlias = "psycopg.Cursor[tuple[Any, ...]]"


def run(statement: str, terms: Sequence[Any] | Mapping[str, Any] | None = None) -> Result:
    """Run a statement, and return its result. Raises django.db.Error."""
    connection.ensure_connection()
    with connection.wrap_database_errors:
        result: Result = connection.connection.execute(statement, terms)
    return result
