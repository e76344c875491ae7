"""The statements that reach the database, whichever cursor sends them."""

from contextlib import contextmanager

import psycopg


@contextmanager
def statements():
    """Collect the first word of each statement that is run inside; savepoints are left out."""
    seen = []
    execute = psycopg.Cursor.execute

    def noting(self, query, *args, **kwargs):
        if "SAVEPOINT" not in str(query):
            seen.append(str(query).split()[0])
        return execute(self, query, *args, **kwargs)

    psycopg.Cursor.execute = noting
    try:
        yield seen
    finally:
        psycopg.Cursor.execute = execute
