"""Work as rows: one open job for a subject, a lease, counted attempts, an end."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from deals.models import Job
from deals.services.jobs import (
    MOST_ATTEMPTS,
    add_job,
    finish_job,
    release_job,
    stale_jobs,
    take_job,
)
from tests.cast import NOW

GAME = uuid.UUID("7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55")
LEASE = timedelta(seconds=30)


@pytest.fixture(autouse=True)
def lease(settings):
    settings.HEARTS_LEASE = 30


def ask(kind="audit_game", **options):
    return add_job(kind, GAME, now=NOW, **options)


def test_asking_twice_makes_one_job(db):
    first = ask()
    assert ask() == first
    assert ask("move_computers").job != first.job
    assert add_job("audit_game", uuid.uuid4(), now=NOW).job != first.job
    assert Job.objects.count() == 3


def test_asking_while_it_runs_makes_no_second_job_and_after_it_is_done_another(db):
    hint = ask()
    job = take_job(hint.job, now=NOW)
    assert ask().job == hint.job
    finish_job(job, now=NOW)
    assert ask().job != hint.job


def test_the_database_itself_takes_one_open_job_for_a_subject(db):
    row = {"kind": "audit_game", "subject": GAME, "due": NOW, "created": NOW}
    Job.objects.create(**row, state="running")
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(**row)
    Job.objects.update(state="failed")
    Job.objects.create(**row)


def test_a_hint_says_after_how_many_seconds_a_job_is_due(db):
    assert ask().delay == 0
    assert ask("move_computers", due=NOW + timedelta(milliseconds=750)).delay == 0.75


def test_a_job_is_leased_to_one_worker(db):
    hint = ask()
    job = take_job(hint.job, now=NOW)
    assert (job.state, job.attempts, job.lease_until) == ("running", 1, NOW + LEASE)
    assert take_job(hint.job, now=NOW + LEASE - timedelta(milliseconds=1)) is None


def test_a_lease_that_ran_out_is_given_to_the_next(db):
    hint = ask()
    take_job(hint.job, now=NOW)
    again = take_job(hint.job, now=NOW + LEASE)
    assert (again.state, again.attempts) == ("running", 2)


def test_a_job_is_not_taken_before_it_is_due(db):
    hint = ask("move_computers", due=NOW + timedelta(seconds=1))
    assert take_job(hint.job, now=NOW) is None
    assert Job.objects.get().attempts == 0
    assert take_job(hint.job, now=NOW + timedelta(seconds=1)).attempts == 1


def test_what_is_done_or_was_never_there_is_not_taken(db):
    hint = ask()
    finish_job(take_job(hint.job, now=NOW), now=NOW)
    assert take_job(hint.job, now=NOW + LEASE) is None
    assert take_job(uuid.uuid4(), now=NOW) is None
    done = Job.objects.get()
    assert (done.state, done.lease_until, done.finished) == ("done", None, NOW)


def test_a_job_given_back_keeps_the_class_of_its_error_and_never_its_text(db):
    hint = ask()
    take_job(hint.job, now=NOW)
    release_job(hint.job, ValueError("seed 00ff"))
    row = Job.objects.get()
    assert (row.state, row.lease_until, row.error) == ("queued", None, "ValueError")
    assert take_job(hint.job, now=NOW).attempts == 2


def test_giving_back_what_is_done_changes_nothing(db):
    hint = ask()
    finish_job(take_job(hint.job, now=NOW), now=NOW)
    release_job(hint.job, ValueError())
    assert Job.objects.get().state == "done"


def test_a_job_that_never_ends_fails_after_the_most_attempts(db):
    hint = ask()
    for attempt in range(1, MOST_ATTEMPTS + 1):
        assert take_job(hint.job, now=NOW + attempt * LEASE).attempts == attempt
    after = NOW + (MOST_ATTEMPTS + 1) * LEASE
    assert [found.job for found in stale_jobs(now=after)] == [hint.job]
    assert take_job(hint.job, now=after) is None
    assert (Job.objects.get().state, Job.objects.get().finished) == ("failed", after)
    assert stale_jobs(now=after + LEASE) == []
    assert ask().job != hint.job


def test_a_sweep_finds_what_the_broker_lost_and_whose_lease_ran_out(db):
    lost = ask()
    later = add_job("move_computers", GAME, now=NOW, due=NOW + timedelta(seconds=60))
    died = add_job("audit_game", uuid.uuid4(), now=NOW)
    take_job(died.job, now=NOW)

    def found(seconds):
        return {hint.job for hint in stale_jobs(now=NOW + timedelta(seconds=seconds))}

    assert found(1.9) == set()
    assert found(2) == {lost.job}
    assert found(30) == {lost.job, died.job}
    assert found(62) == {lost.job, died.job, later.job}
