"""The queues' tables in PostgreSQL: installed by the owner, used by the application."""

import os

import psycopg
from pgmq.install import get_embedded_install_sql, get_embedded_sql_version
from psycopg import sql

QUEUES = (os.environ.get("HEARTS_QUEUE", "celery"),)

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
    """Install the schema in our version, make the queues, let the application use them.

    `connection` is the owner's. All in one transaction: there is no half of it. Queues of another
    version are made anew: their messages are hints, and the sweep sends what was lost again.
    """
    with connection.transaction():
        if _installed_version(connection) != get_embedded_sql_version():
            _install(connection)
        for queue in QUEUES:
            connection.execute("SELECT pgmq.create(%s)", (queue,))
        for right in ROW_RIGHTS:
            connection.execute(sql.SQL(right).format(sql.Identifier(application)))


def _installed_version(connection: psycopg.Connection) -> str | None:
    """Read the version from the schema's comment; None when there is none."""
    found = connection.execute(
        "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = 'pgmq'"
    ).fetchone()
    return found[0] if found else None


def _install(connection: psycopg.Connection) -> None:
    connection.execute("DROP SCHEMA IF EXISTS pgmq CASCADE")
    connection.execute(get_embedded_install_sql().encode())
    connection.execute(LEND)
    connection.execute(
        sql.SQL("COMMENT ON SCHEMA pgmq IS {}").format(sql.Literal(get_embedded_sql_version()))
    )
