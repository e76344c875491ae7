"""The queues' tables in PostgreSQL: installed by the owner, used by the application."""

import psycopg
from pgmq.install import get_embedded_install_sql
from psycopg import sql

QUEUES = ("celery",)

# The application may ask for a queue (Celery does so before it first sends), but owns none.
# Whoever made a function decides what it may do: so the owner's right is lent to this one only.
LEND = "ALTER FUNCTION pgmq.create(text) SECURITY DEFINER SET search_path = pgmq, pg_temp"

ROW_RIGHTS = (
    "GRANT USAGE ON SCHEMA pgmq TO {}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgmq TO {}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA pgmq TO {}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA pgmq GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA pgmq GRANT USAGE, SELECT ON SEQUENCES TO {}",
)


def install_queues(connection: psycopg.Connection, *, application: str) -> None:
    """Install the schema where it is missing, make the queues, let the application use them.

    `connection` is the owner's. All in one transaction: there is no half of it.
    """
    with connection.transaction():
        known = connection.execute("SELECT to_regclass('pgmq.meta')").fetchone()
        if known is None or known[0] is None:
            connection.execute(get_embedded_install_sql().encode())
            connection.execute(LEND)
        for queue in QUEUES:
            connection.execute("SELECT pgmq.create(%s)", (queue,))
        for right in ROW_RIGHTS:
            connection.execute(sql.SQL(right).format(sql.Identifier(application)))
