"""Audits of many games end right, once: real workers, real signals, three brokers."""

import shutil
import subprocess
import uuid
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from deals.models import Job
from deals.services.jobs import MOST_ATTEMPTS
from games.models import Audit, AuditChunk, AuditRun
from games.services.audit_runs import cancel_run, request_run, schedule_nightly
from games.services.sweeping import sweep
from games.tasks import wake
from hearts_site.celery import app
from hearts_site.database_url import parse_database_url
from tests.archives import fill_archive, findings_of
from tests.real_parts import (
    Worker,
    at_once,
    broker_at,
    broker_in_database,
    database_url,
    eventually,
    is_listening,
)

ADDRESSES = {
    "pgmq": None,
    "rabbitmq": "amqp://guest:guest@127.0.0.1:5672//",
    "redis": "redis://127.0.0.1:6379/0",
}
LEASE = "2"


@pytest.fixture(params=ADDRESSES)
def any_broker(request, committed_log):
    """Each broker that runs here, with a queue of this test's own; how a worker finds it."""
    address = ADDRESSES[request.param]
    if address is None:
        with broker_in_database() as url:
            yield {"DATABASE_URL": url}
        return
    if not is_listening(address):
        pytest.skip(f"no {request.param} answers at {address}")
    queue = f"hearts-{uuid.uuid4().hex[:12]}"
    with broker_at(address, queue):
        yield {
            "DATABASE_URL": database_url(),
            "CELERY_BROKER_URL": address,
            "HEARTS_QUEUE": queue,
        }
        with app.connection_for_write() as link:
            link.default_channel.queue_delete(queue)


@pytest.fixture
def workers(settings, tmp_path):
    """Start workers; they end with the test."""
    started = []

    def start(environment):
        more = {"HEARTS_KEYS": str(settings.HEARTS_KEYS), "HEARTS_LEASE": LEASE}
        worker = Worker(log=tmp_path / f"worker-{len(started)}.log", environment=environment | more)
        started.append(worker)
        worker.wait_until_ready()
        return worker

    settings.HEARTS_AUDIT_CHUNK = 1
    yield lambda environment: start(environment | {"HEARTS_AUDIT_CHUNK": "1"})
    for worker in started:
        worker.kill()


def ask(games=None):
    run, hint = request_run(games, now=timezone.now())
    wake([hint])
    return run


def run_of(run):
    return AuditRun.objects.get(id=run)


def sweep_until(condition, within=120):
    """What the schedule does every few seconds, more often."""

    def swept():
        wake(sweep(now=timezone.now()))
        return condition()

    eventually(swept, within=within)


def is_over(run):
    return run_of(run).finished is not None


@contextmanager
def held_audits():
    """Let nobody write audits: whoever is about to store one waits."""
    with psycopg.connect(parse_database_url(database_url()).conninfo()) as other:
        other.execute("LOCK TABLE games_audit IN EXCLUSIVE MODE")
        yield
        other.rollback()


def is_waiting():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'games_audit'::regclass"
        )
        return cursor.fetchone()[0] > 0


def check_right(run, planted, games):
    """Every game was audited, once, and exactly what was planted was found."""
    row = run_of(run)
    assert (row.state, row.total, row.done) == ("done", games, games)
    assert row.wrong == len(planted)
    assert {one["game"] for one in findings_of(run)} == {str(one.game) for one in planted}
    assert Audit.objects.count() == games
    assert set(AuditChunk.objects.values_list("state", flat=True)) <= {"done", "split"}
    assert (
        not Job.objects.filter(state__in=["queued", "running", "failed"])
        .exclude(kind="tend_games")
        .exists()
    )


def test_a_worker_killed_in_mid_chunk_loses_nothing_and_doubles_nothing(any_broker, workers):
    planted = fill_archive(80, faults=1)
    first = workers(any_broker)
    with held_audits():
        run = ask()
        eventually(is_waiting, within=60)
        first.kill()
    workers(any_broker)
    sweep_until(lambda: is_over(run))
    check_right(run, planted, 8)


def test_a_worker_asked_to_stop_ends_its_chunk_and_the_next_goes_on(any_broker, workers):
    fill_archive(30)
    first = workers(any_broker)
    run = ask()
    eventually(lambda: run_of(run).done > 0, within=60)
    first.ask_to_stop()
    assert not AuditChunk.objects.filter(state="audited").exists()
    workers(any_broker)
    sweep_until(lambda: is_over(run))
    check_right(run, [], 3)


def test_one_worker_and_four_find_the_same(committed_log, workers):
    planted = fill_archive(160, faults=2)
    with broker_in_database() as url:
        workers({"DATABASE_URL": url})
        alone = audited_anew(planted, 16)
        for _ in range(3):
            workers({"DATABASE_URL": url})
        together = [audited_anew(planted, 16) for _ in range(2)]
    assert together == [alone, alone]


def audited_anew(planted, games):
    """What a run finds and stores where nothing was audited before."""
    Audit.objects.all().delete()
    run = ask()
    sweep_until(lambda: is_over(run))
    check_right(run, planted, games)
    keys = ("game", "seq", "engine", "verdict", "strength", "choices", "report")
    return findings_of(run), list(Audit.objects.order_by("game").values(*keys))


def test_what_the_broker_loses_is_sent_again(any_broker, workers):
    fill_archive(30)
    run = ask()
    with app.connection_for_write() as link:
        link.default_channel.queue_purge(app.conf.task_default_queue)
    workers(any_broker)
    sweep_until(lambda: is_over(run))
    check_right(run, [], 3)


def test_a_game_that_kills_whoever_audits_it_ends_alone(any_broker, workers):
    fill_archive(1)
    worker = workers(any_broker)
    with held_audits():
        run = ask()
        for attempt in range(1, MOST_ATTEMPTS + 1):
            sweep_until(
                lambda attempt=attempt: (
                    Job.objects.filter(kind="audit_chunk", attempts=attempt).exists()
                    and is_waiting()
                )
            )
            worker.kill_children()
        sweep_until(lambda: is_over(run))
    assert (run_of(run).state, run_of(run).done) == ("failed", 0)
    again = ask()
    sweep_until(lambda: is_over(again))
    assert (run_of(again).state, run_of(again).done) == ("done", 1)


def test_two_schedules_at_once_ask_for_one_audit_a_night(committed_log, settings):
    settings.HEARTS_AUDIT_HOUR = 0
    now = timezone.now()
    hints = at_once(*[lambda: schedule_nightly(now=now)] * 6)
    assert sum(map(len, hints)) == 1
    assert AuditRun.objects.get().slot == f"nightly/{now.date()}"
    assert schedule_nightly(now=now) == []


def test_a_broker_that_stops_and_comes_back_is_told_again(committed_log, workers, tmp_path):
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("no redis-server is installed")
    address = "redis://127.0.0.1:16391/0"
    words = [program, "--port", "16391", "--save", "", "--dir", str(tmp_path)]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    try:
        eventually(lambda: is_listening(address))
        fill_archive(30)
        with broker_at(address, "celery"):
            workers({"DATABASE_URL": database_url(), "CELERY_BROKER_URL": address})
            server.kill()
            server.wait()
            run = ask()  # nobody is told
            server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
            eventually(lambda: is_listening(address))
            sweep_until(lambda: is_over(run))
        check_right(run, [], 3)
    finally:
        server.kill()
        server.wait()


def test_an_audit_goes_on_after_the_database_was_restarted(committed_log, workers, database_server):
    if database_server is None:
        pytest.skip("the database is another's")
    fill_archive(30)
    with broker_in_database() as url:
        workers({"DATABASE_URL": url})
        with held_audits_until_killed():
            run = ask()
            eventually(is_waiting, within=60)
            connection.close()
            connection.close_pool()
            database_server.stop()
        database_server.start()
        sweep_until(lambda: is_over(run))
        check_right(run, [], 3)


@contextmanager
def held_audits_until_killed():
    """As `held_audits`, by a connection that ends with the server."""
    other = psycopg.connect(parse_database_url(database_url()).conninfo())
    other.execute("LOCK TABLE games_audit IN EXCLUSIVE MODE")
    yield
    other.close()


def test_a_run_that_is_called_off_stops(committed_log, settings):
    fill_archive(30)
    run, _ = request_run(None, now=timezone.now())
    cancel_run(run, now=timezone.now())
    assert run_of(run).state == "cancelled"
