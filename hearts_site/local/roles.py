"""The three roles of a database: who starts it, who owns it, who only uses it.

The superuser starts the server. The owner migrates. The application reads and writes rows, and
what it may not do to the log is taken from it by the migrations that make the log.
"""

import psycopg
from psycopg import sql

SUPERUSER = "postgres"
OWNER = "hearts_owner"
APPLICATION = "hearts_app"
DATABASE = "hearts"


def create_roles_and_database(connection: psycopg.Connection) -> None:
    """Create what is missing: both roles and the database. `connection` is the superuser's."""
    if not _exists(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", OWNER):
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB").format(_name(OWNER)))
    if not _exists(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", APPLICATION):
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(_name(APPLICATION)))
        connection.execute(sql.SQL("GRANT {} TO {}").format(_name(APPLICATION), _name(OWNER)))
    if _exists(connection, "SELECT 1 FROM pg_database WHERE datname = %s", DATABASE):
        return
    connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(_name(DATABASE), _name(OWNER)))


def _name(name: str) -> sql.Identifier:
    return sql.Identifier(name)


def _exists(connection: psycopg.Connection, query: str, name: str) -> bool:
    return connection.execute(query.encode(), (name,)).fetchone() is not None
