"""The queues' tables: the owner's, used by the application."""

import shutil
import tempfile
from pathlib import Path

import psycopg
import pytest

from hearts_site.local.postgres import THROW_AWAY, PostgresServer
from hearts_site.queues import install_queues


@pytest.fixture(scope="module")
def server():
    directory = Path(tempfile.mkdtemp(prefix="hearts-tests-"))
    with PostgresServer(directory, THROW_AWAY) as server:
        with psycopg.connect(server.url("hearts_owner")) as connection:
            install_queues(connection, application="hearts_app")
        yield server
    shutil.rmtree(directory)


@pytest.fixture
def application(server):
    with psycopg.connect(server.url("hearts_app"), autocommit=True) as connection:
        yield connection


def test_the_application_sends_and_reads(application):
    application.execute("SELECT pgmq.send('celery', '{\"ids\": [1]}')")
    (message,) = application.execute("SELECT message FROM pgmq.read('celery', 30, 1)").fetchone()
    assert message == {"ids": [1]}


def test_the_application_may_ask_for_a_queue_and_owns_none(application):
    application.execute("SELECT pgmq.create('another')")
    application.execute("SELECT pgmq.send('another', '{}')")
    owners = application.execute("SELECT tableowner FROM pg_tables WHERE schemaname = 'pgmq'")
    assert {owner for (owner,) in owners} == {"hearts_owner"}


def test_the_application_may_not_drop_the_queues_tables(application):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        application.execute("DROP TABLE pgmq.q_celery")


def test_installing_again_loses_nothing(server, application):
    application.execute("SELECT pgmq.send('celery', '{}')")
    with psycopg.connect(server.url("hearts_owner")) as owner:
        install_queues(owner, application="hearts_app")
    waiting = application.execute("SELECT count(*) FROM pgmq.q_celery").fetchone()
    assert waiting > (0,)


def test_queues_of_another_version_are_made_anew(server, application):
    with psycopg.connect(server.url("hearts_owner")) as owner:
        owner.execute("COMMENT ON SCHEMA pgmq IS 'an older one'")
        install_queues(owner, application="hearts_app")
    assert application.execute("SELECT count(*) FROM pgmq.q_celery").fetchone() == (0,)
    application.execute("SELECT pgmq.send('celery', '{}')")
