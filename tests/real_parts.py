"""Real parts for tests that need them: threads at once, the broker in the database, a worker."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.db import connection
from kombu import pools

from hearts_site.broker import DEFAULT_BROKER, broker_options
from hearts_site.celery import app
from hearts_site.database_url import parse_database_url
from hearts_site.local.roles import APPLICATION, OWNER
from hearts_site.queues import install_queues

ROOT = Path(__file__).parents[1]


def at_once(*works):
    """Run works in threads that begin together; what each returned, or the error it raised."""
    gate = threading.Barrier(len(works))

    def run(work):
        try:
            gate.wait(timeout=60)
            return work()
        except Exception as error:  # noqa: BLE001 - whatever it is, the test looks at it
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def eventually(condition, *, within=30.0):
    """Wait until a condition holds. Fails when it does not come."""
    ends = time.monotonic() + within
    while not (held := condition()):
        assert time.monotonic() < ends, f"waited {within} s in vain"
        time.sleep(0.03)
    return held


def database_url():
    """The address of the tests' own database."""
    named = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(named._replace(path="/" + connection.settings_dict["NAME"]))


@contextmanager
def broker_in_database():
    """The queues in the tests' own database, used by this process too; its address."""
    url = database_url()
    conninfo = parse_database_url(url).conninfo()
    with psycopg.connect(conninfo) as owner:
        roles = owner.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (APPLICATION,))
        install_queues(owner, application=APPLICATION if roles.fetchone() else OWNER)
        owner.execute("SELECT pgmq.purge_queue('celery')")
    kept = app.conf.broker_url, app.conf.broker_transport_options
    _use_broker(DEFAULT_BROKER, broker_options(DEFAULT_BROKER, conninfo))
    yield url
    _use_broker(*kept)


@contextmanager
def broker_at(url, queue):
    """Another broker, on which this process sends to a queue of its own; its address."""
    kept = app.conf.broker_url, app.conf.broker_transport_options, app.conf.task_default_queue
    _use_broker(url, broker_options(url, ""), queue)
    yield url
    _use_broker(*kept)


def _use_broker(url, options, queue="celery"):
    app.pool.force_close_all()
    app.conf.broker_url, app.conf.broker_transport_options = url, options
    if queue != app.conf.task_default_queue:
        app.conf.task_default_queue = queue
        app.amqp.__dict__.pop("queues", None)
        app.amqp.router = app.amqp.Router()
    app._after_fork()
    pools.reset()


def is_listening(url):
    """Whether a server answers at an address."""
    place = urlsplit(url)
    with suppress(OSError), socket.create_connection((place.hostname, place.port), timeout=1):
        return True
    return False


class Worker:
    """A Celery worker as a process of its own, with one child that does the work."""

    def __init__(self, *, log, environment):
        self.log = log
        words = "-A hearts_site.celery worker --pool prefork --concurrency 1 --loglevel INFO"
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "celery", *words.split()],
                cwd=ROOT,
                env=os.environ | {"CELERY_SKIP_CHECKS": "1"} | environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def wait_until_ready(self):
        eventually(lambda: " ready." in self.log.read_text(errors="replace"), within=60)

    def kill_children(self):
        """Kill whoever does the work, with -9; the worker itself lives."""
        tasks = Path(f"/proc/{self.process.pid}/task")
        for thread in tasks.iterdir():  # a new child is the child of another thread
            for child in (thread / "children").read_text().split():
                with suppress(ProcessLookupError):
                    os.kill(int(child), signal.SIGKILL)

    def ask_to_stop(self):
        """Ask it to end when what it does is done, and wait for it."""
        self.process.terminate()
        self.process.wait(timeout=60)

    def kill(self):
        """Kill it and its children with -9, at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
