"""What the tests of the edge share."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections

from api.apps import bell, buckets, guesses, new_accounts
from hearts_site.celery import app
from tests.api.guests import Guests
from tests.api.people import ClubOfPeople, Person


@pytest.fixture(autouse=True, scope="session")
def _hints_go_nowhere():
    """Hints are sent to a broker in this process that nobody listens to."""
    app.conf.broker_url = "memory://"
    app.conf.broker_transport_options = {}


@pytest.fixture(autouse=True)
def _nobody_was_here(settings):
    """Give every test full buckets, and its own bell."""
    buckets().__init__(rate=settings.HEARTS_RATE, burst=2 * settings.HEARTS_RATE)
    guesses().__init__(rate=1, burst=100, name="guesses")
    new_accounts().__init__(rate=1, burst=100, name="accounts")
    yield
    bell().close()


@pytest.fixture(autouse=True)
def _quick_hashes(settings):
    """Let no test wait for a hash of a password that is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def in_process():
    """The WSGI application for clients of others, inside a test's transaction.

    No request closes the connection that the transaction is on; none is throttled. To be asked for
    after what comes through Django's own client, which connects the signals again.
    """
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    buckets().__init__(rate=1e9, burst=1e9)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def club(log):
    """A club of people, one for each role."""
    return ClubOfPeople()


@pytest.fixture
def anna(log):
    """Somebody with an account."""
    return Person("anna")


@pytest.fixture
def ben(log):
    """Somebody else with an account."""
    return Person("ben")


@pytest.fixture
def guests(log):
    """A new game of four people, made through the API; nobody sits yet."""
    return Guests()


@pytest.fixture
def table(guests):
    """The same game, everybody seated."""
    guests.sit()
    return guests


@pytest.fixture
def passing(table):
    """The same game, dealt."""
    table.contribute()
    return table


@pytest.fixture
def playing(passing):
    """The same game, its cards passed."""
    passing.pass_cards()
    return passing


@pytest.fixture
def threads(committed_log):
    """Run calls at once, each in a thread with a connection of its own; what each returned."""

    def at_once(calls):
        barrier = Barrier(len(calls))

        def run(call):
            barrier.wait()
            try:
                return call()
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(run, calls))

    return at_once
