"""What only the owner of the tables could do, and an auditor must notice."""

import pytest

from tests.unguarded import unguarded


@pytest.fixture
def tamper():
    """Change rows by SQL, also in the append-only tables; how many were changed."""

    def change(statement, *parameters):
        with unguarded() as cursor:
            cursor.execute(statement, parameters)
            changed = cursor.rowcount
        assert changed, "the tampering changed nothing"
        return changed

    return change
