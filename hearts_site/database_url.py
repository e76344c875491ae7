"""Database addresses: `postgres://user:password@host:port/name?host=/socket&option=value`."""

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote, urlsplit

SCHEMES = frozenset({"postgres", "postgresql"})


class DatabaseUrlMalformed(ValueError):
    """The text is no address of a PostgreSQL database; never quoted, it may hold a password."""

    code = "database-url-malformed"


@dataclass(frozen=True)
class DatabaseUrl:
    """A PostgreSQL address taken apart; empty text stands for libpq's own default."""

    user: str
    password: str = field(repr=False)
    host: str
    port: str
    name: str
    options: dict[str, str]

    def conninfo(self) -> str:
        """Write libpq's `key=value` form, which psycopg and the queues understand."""
        named = {
            "host": self.host,
            "port": self.port,
            "dbname": self.name,
            "user": self.user,
            "password": self.password,
        }
        pairs = {key: value for key, value in named.items() if value} | self.options
        return " ".join(f"{key}={_quoted(value)}" for key, value in pairs.items())


def parse_database_url(text: str) -> DatabaseUrl:
    """Take an address apart; `?host=` wins over the authority, so that a socket can be named.

    Raises DatabaseUrlMalformed when the scheme is not PostgreSQL's, the port is no number, or
    no database is named.
    """
    try:
        parts = urlsplit(text)
        port = str(parts.port or "")
    except ValueError:
        raise DatabaseUrlMalformed("the host or port cannot be read") from None
    if parts.scheme not in SCHEMES:
        raise DatabaseUrlMalformed("expected postgres://user:password@host:port/name")
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise DatabaseUrlMalformed("no database is named")
    options = dict(parse_qsl(parts.query))
    return DatabaseUrl(
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        host=options.pop("host", unquote(parts.hostname or "")),
        port=options.pop("port", port),
        name=name,
        options=options,
    )


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
