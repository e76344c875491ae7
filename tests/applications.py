"""What the application itself may do: its role in the database."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from django.db import connection

from hearts_site.local.roles import APPLICATION


@contextmanager
def as_application():
    """Run what follows with the application's rights."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [APPLICATION])
        if cursor.fetchone() is None:
            pytest.skip("this server has no role of the application")
        cursor.execute(f"SET ROLE {APPLICATION}")
        yield
        cursor.execute("RESET ROLE")
