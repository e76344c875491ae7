"""Gives the tests a throw-away PostgreSQL, unless DATABASE_URL names one.

Its address is fixed before Django's settings are read; the server starts with the first test
that wants a database, so that the pure rooms' tests need none. With `-n 2` each process of
pytest-xdist has a server and keys of its own.
"""

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from hearts_site.local.postgres import THROW_AWAY, PostgresServer
from hearts_site.local.roles import OWNER

OWN_SERVER = "HEARTS_TESTS_OWN_SERVER"
DIRECTORY = pytest.StashKey[Path]()
SERVER = pytest.StashKey[PostgresServer | None]()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Set the environment that the settings are read from."""
    directory = Path(tempfile.mkdtemp(prefix="hearts-tests-"))
    early_config.stash[DIRECTORY] = directory
    early_config.stash[SERVER] = None
    os.environ["HEARTS_DATA"] = str(directory)
    os.environ["HEARTS_KEYS"] = str(directory / "keys")
    os.environ.setdefault("HEARTS_AUDIT_HOUR", "24")  # a test says so when it wants a night
    (directory / "keys").mkdir(mode=0o700)
    # The processes of pytest-xdist inherit the environment of the one that started them.
    if not os.environ.get("DATABASE_URL") or os.environ.get(OWN_SERVER):
        os.environ[OWN_SERVER] = "1"
        server = PostgresServer(directory / "postgres", THROW_AWAY)
        early_config.stash[SERVER] = server
        os.environ["DATABASE_URL"] = server.url(OWNER)
    yield


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    directory = config.stash.get(DIRECTORY, None)
    if directory is not None:
        shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture(scope="session")
def database_server(pytestconfig: pytest.Config) -> Iterator[PostgresServer | None]:
    """Start the throw-away server; None when DATABASE_URL named another."""
    server = pytestconfig.stash[SERVER]
    if server is None:
        yield None
        return
    with server:
        yield server
