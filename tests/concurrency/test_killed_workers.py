"""A worker that is killed loses nothing and doubles nothing: real processes, real signals."""

from contextlib import contextmanager

import psycopg
from django.utils import timezone

from deals.models import Job
from deals.services.jobs import MOST_ATTEMPTS
from games.models import Audit
from games.services.auditing import request_audit
from games.services.sweeping import sweep
from games.tasks import wake
from hearts_site.database_url import parse_database_url
from tests.cast import Party
from tests.real_parts import eventually


@contextmanager
def held_audits(url):
    """Let nobody write audits: whoever is about to store one waits."""
    with psycopg.connect(parse_database_url(url).conninfo()) as connection:
        connection.execute("LOCK TABLE games_audit IN EXCLUSIVE MODE")
        yield
        connection.rollback()


def is_waiting_for_audits(url):
    query = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'games_audit'::regclass"
    with psycopg.connect(parse_database_url(url).conninfo()) as connection:
        return connection.execute(query).fetchone()[0] > 0


def job(hint):
    return Job.objects.get(id=hint.job)


def ask_for_audit():
    party = Party(sources="server")
    party.sit()
    hint = request_audit(party.game, now=timezone.now())
    wake([hint])
    return party, hint


def sweep_until(condition):
    """What the schedule does every few seconds, more often."""

    def swept():
        wake(sweep(now=timezone.now()))
        return condition()

    eventually(swept, within=60)


def test_an_audit_whose_worker_was_killed_is_made_once_by_the_next(broker, start_worker):
    first = start_worker()
    with held_audits(broker):
        party, hint = ask_for_audit()
        eventually(lambda: is_waiting_for_audits(broker))
        first.kill()
    assert (job(hint).state, job(hint).attempts) == ("running", 1)
    assert not Audit.objects.exists()
    start_worker()
    sweep_until(lambda: job(hint).state == "done")
    assert job(hint).attempts == 2
    audit = Audit.objects.get()
    assert (audit.game_id, audit.verdict) == (party.game, "incomplete")


def test_a_job_that_kills_whoever_does_it_fails_in_the_end_and_stops_nothing(broker, start_worker):
    worker = start_worker()
    with held_audits(broker):
        _, hint = ask_for_audit()
        for attempt in range(1, MOST_ATTEMPTS + 1):
            sweep_until(lambda attempt=attempt: job(hint).attempts == attempt)
            worker.kill_children()
        sweep_until(lambda: job(hint).state == "failed")
    assert job(hint).attempts == MOST_ATTEMPTS
    assert not Audit.objects.exists()
    _, next_one = ask_for_audit()
    sweep_until(lambda: job(next_one).state == "done")
    assert Audit.objects.count() == 1


def test_a_job_that_always_raises_fails_in_the_end_and_tells_only_the_errors_class(
    broker, start_worker
):
    start_worker()
    party, hint = ask_for_audit()
    eventually(lambda: job(hint).state == "done")
    lost = Job.objects.create(
        kind="audit_game", subject=hint.job, due=timezone.now(), created=timezone.now()
    )
    Job.objects.filter(id=lost.id).update(due="2026-01-01T00:00:00Z")
    sweep_until(lambda: Job.objects.get(id=lost.id).state == "failed")
    lost.refresh_from_db()
    assert (lost.attempts, lost.error) == (MOST_ATTEMPTS, "DoesNotExist")
    assert Audit.objects.get().game_id == party.game
