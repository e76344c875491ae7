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


def create_roles_and_database(connection: psycopg.Connection, template_url: str) -> None:
    """Create what is missing: both roles, the rights of tables to come, the database.

    `connection` is the superuser's, in autocommit. The rights are set in the template, so that
    every database made from it has them.
    """
    if not _exists(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", OWNER):
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB").format(_name(OWNER)))
    if not _exists(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", APPLICATION):
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(_name(APPLICATION)))
        connection.execute(sql.SQL("GRANT {} TO {}").format(_name(APPLICATION), _name(OWNER)))
    if _exists(connection, "SELECT 1 FROM pg_database WHERE datname = %s", DATABASE):
        return
    with psycopg.connect(template_url, autocommit=True) as template:
        grant_rows(template, owner=OWNER, application=APPLICATION)
    connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(_name(DATABASE), _name(OWNER)))


def grant_rows(connection: psycopg.Connection, *, owner: str, application: str) -> None:
    """Let the application read and write the rows of all tables that the owner makes from now on."""
    for rights in ("SELECT, INSERT, UPDATE, DELETE ON TABLES", "USAGE, SELECT ON SEQUENCES"):
        connection.execute(
            sql.SQL(
                f"ALTER DEFAULT PRIVILEGES FOR ROLE {{}} IN SCHEMA public GRANT {rights} TO {{}}"
            ).format(_name(owner), _name(application))
        )


def _name(name: str) -> sql.Identifier:
    return sql.Identifier(name)


def _exists(connection: psycopg.Connection, query: str, name: str) -> bool:
    return connection.execute(query.encode(), (name,)).fetchone() is not None
