"""Work as rows: written in the transaction that causes it, taken under a lease, done once.

Attempts are counted before work begins, so a job that keeps killing its worker ends failed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeAlias
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from deals.models import Job

MOST_ATTEMPTS: Final = 5
LeasedJob: TypeAlias = Job
"""A job that this worker has taken."""


@dataclass(frozen=True)
class JobHint:
    """What the broker is told: which kind of task, for which job row, after how many seconds."""

    kind: str
    job: UUID
    delay: float


def add_job(kind: str, subject: UUID, *, now: datetime, due: datetime | None = None) -> JobHint:
    """Write a job, unless an open one of its kind stands for the subject; return the hint."""
    job, _ = Job.objects.get_or_create(
        kind=kind,
        subject=subject,
        state__in=[Job.State.QUEUED, Job.State.RUNNING],
        defaults={"state": Job.State.QUEUED, "due": due or now, "created": now},
    )
    return _hint(job, now)


@transaction.atomic
def take_job(job_id: UUID, *, now: datetime, lease: timedelta | None = None) -> Job | None:
    """Lease a job to this worker, for HEARTS_LEASE seconds unless it is said.

    None when it is done, leased to another, or not due; a job at its last attempt ends failed.
    """
    is_free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, lease_until__lte=now)
    rows = Job.objects.select_for_update(skip_locked=True, no_key=True)
    job = rows.filter(is_free, id=job_id, due__lte=now).first()
    if job is None:
        return None
    if job.attempts >= MOST_ATTEMPTS:
        _end(job, Job.State.FAILED, now=now)
        return None
    length = timedelta(seconds=settings.HEARTS_LEASE) if lease is None else lease
    job.state, job.lease_until = Job.State.RUNNING, now + length
    job.attempts += 1
    job.save(update_fields=["state", "lease_until", "attempts"])
    return job


def finish_job(job: Job, *, now: datetime) -> None:
    """Note in the transaction of its effect that a job is done."""
    _end(job, Job.State.DONE, now=now)


def continue_job(job: Job, *, now: datetime) -> JobHint:
    """Note in the transaction of its effect that a part of a job is done, and that more follows.

    Its attempts are counted anew: what is counted are those that led nowhere.
    """
    job.state, job.lease_until, job.attempts, job.due = Job.State.QUEUED, None, 0, now
    job.save(update_fields=["state", "lease_until", "attempts", "due"])
    return _hint(job, now)


def extend_lease(job: Job) -> None:
    """Keep a job that takes long, by the database's clock, while this attempt is the one on."""
    held = Job.objects.filter(id=job.id, state=Job.State.RUNNING, attempts=job.attempts)
    held.update(lease_until=Now() + timedelta(seconds=settings.HEARTS_LEASE))


def has_failed(job_id: UUID) -> bool:
    """Whether a job has ended without its effect."""
    return Job.objects.filter(id=job_id, state=Job.State.FAILED).exists()


def failed_subjects(kind: str, subjects: Iterable[UUID]) -> list[UUID]:
    """Return the subjects whose last job of a kind has failed."""
    rows = Job.objects.filter(kind=kind, subject__in=list(subjects))
    newest = (
        rows.order_by("subject", "-created").distinct("subject").values_list("subject", "state")
    )
    return [subject for subject, state in newest if state == Job.State.FAILED]


def release_job(job_id: UUID, error: BaseException) -> None:
    """Give a job back after an error, whose class is kept (never its text: it may hold secrets)."""
    Job.objects.filter(id=job_id, state=Job.State.RUNNING).update(
        state=Job.State.QUEUED, lease_until=None, error=type(error).__name__
    )


def stale_jobs(*, now: datetime) -> Iterable[JobHint]:
    """Return the open jobs that should have been taken: due and queued, or their lease ran out."""
    is_waiting = Q(state=Job.State.QUEUED, due__lte=now - timedelta(seconds=2))
    is_lost = Q(state=Job.State.RUNNING, lease_until__lte=now)
    rows = Job.objects.filter(is_waiting | is_lost).order_by("due", "id")
    return [_hint(job, now) for job in rows[:1000]]


def _hint(job: Job, now: datetime) -> JobHint:
    return JobHint(job.kind, job.id, max(0.0, (job.due - now).total_seconds()))


def _end(job: Job, state: Job.State, *, now: datetime) -> None:
    job.state, job.lease_until, job.finished = state, None, now
    job.save(update_fields=["state", "lease_until", "finished"])
