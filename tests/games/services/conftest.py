"""What only the owner of the tables could do, and an auditor must notice."""

import pytest
from django.db import connection

GUARDED = ("games_event", "deals_entry")


@pytest.fixture
def tamper():
    """Change rows by SQL, also in the append-only tables; how many were changed."""

    def change(statement, *parameters):
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is pending would be in the way
            for table in GUARDED:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            cursor.execute(statement, parameters)
            changed = cursor.rowcount
            for table in GUARDED:
                cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_rows_stay")
                cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_table_stays")
        assert changed, "the tampering changed nothing"
        return changed

    return change
