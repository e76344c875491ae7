"""What every test may use."""

import sys
from pathlib import Path

import hypothesis
import pytest
from django.apps import apps
from django.db import OperationalError, connection
from django.test.utils import setup_databases, teardown_databases

from api.apps import bell
from deals.services.keys import ensure_keys
from deals.services.log import open_log
from tests.cast import NOW, Party
from tests.unguarded import unguarded

# A busy machine is slow to make examples: that is no fault of theirs.
hypothesis.settings.register_profile(
    "busy", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("busy")

_RECURSION_LIMIT = sys.getrecursionlimit()


@pytest.fixture(scope="session", autouse=True)
def recursion_limit():
    """Undo what py_ecc does when it is imported: deep JSON then kills the interpreter."""
    sys.setrecursionlimit(_RECURSION_LIMIT)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(database_server):
    """Start the database before pytest-django makes the test database on it."""


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment, django_db_blocker, django_db_modify_db_settings):
    """Make the test database, whichever tests run.

    pytest-django's own fixture makes it only for tests with `db`. A committed log alone would be
    written into, and emptied from, the very database that DATABASE_URL names.
    """
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False)
    yield
    with django_db_blocker.unblock():
        _end_other_sessions()
        teardown_databases(made, verbosity=0)


@pytest.fixture
def keys(settings, tmp_path):
    """Fresh keys: the signer's file beside them must not know of an earlier test's log."""
    settings.HEARTS_KEYS = tmp_path / "keys"
    ensure_keys(Path(settings.HEARTS_KEYS), origin=settings.HEARTS_ORIGIN)


@pytest.fixture
def log(db, keys):
    """An open log inside a transaction that is rolled back after the test."""
    open_log(now=NOW)


@pytest.fixture
def committed_log(keys, django_db_setup, django_db_blocker):
    """An open log that other threads and processes see; all tables are emptied after the test."""
    with django_db_blocker.unblock():
        open_log(now=NOW)
        yield
        try:
            _empty_tables()
        except OperationalError:  # a process that was killed may not have let go yet: a deadlock
            _empty_tables()


@pytest.fixture
def party(log):
    """Four people at a table of a new game, all seated."""
    party = Party()
    party.sit()
    return party


def _end_other_sessions():
    """End what still holds the test database: the bell's line, a broker's pool, a killed worker."""
    bell().close()
    connection.close()
    connection.close_pool()  # a test may have restarted the server under it
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connection.close()


def _empty_tables():
    """Empty our tables. The append-only ones are only let go of here, as their owner."""
    tables = [
        model._meta.db_table
        for label in ("deals", "games", "leagues", "api")
        for model in apps.get_app_config(label).get_models()
    ]
    with unguarded() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(tables)} CASCADE")
