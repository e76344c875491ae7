"""Statements of the hot path, straight on the connection that Django holds.

Django's own cursor costs more than such a statement itself: it may wrap, count and log it. Here the
transaction is Django's, and so are the errors; nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections

Result: TypeAlias = "psycopg.Cursor[tuple[Any, ...]]"


def run(statement: str, terms: Sequence[Any] | Mapping[str, Any] | None = None) -> Result:
    """Run a statement, and return its result. Raises django.db.Error."""
    own = connections[DEFAULT_DB_ALIAS]
    own.ensure_connection()
    with own.wrap_database_errors:
        result: Result = own.connection.execute(statement, terms)
    return result
