"""What an operator watches of jobs and log, as numbers."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, Max, Min

from deals.models import Checkpoint, Job, LogHead

_OPEN = (Job.State.QUEUED, Job.State.RUNNING)


def open_jobs() -> dict[tuple[str, str], int]:
    """Return how many jobs are open, by kind and state."""
    rows = Job.objects.filter(state__in=_OPEN).values_list("kind", "state")
    return {(kind, state): count for kind, state, count in rows.annotate(Count("id"))}


def failed_jobs() -> dict[str, int]:
    """Return how many jobs ended without their effect, by kind."""
    rows = Job.objects.filter(state=Job.State.FAILED).values_list("kind")
    return dict(rows.annotate(Count("id")))


def job_lag(*, now: datetime) -> float:
    """Return for how many seconds the job that waits longest has been due; 0 when none waits."""
    oldest = Job.objects.filter(state=Job.State.QUEUED, due__lte=now).aggregate(Min("due"))
    due = oldest["due__min"]
    return 0.0 if due is None else (now - due).total_seconds()


def log_sizes() -> tuple[int, int]:
    """Return how many entries the log has, and how many of them are signed."""
    size = LogHead.objects.values_list("size", flat=True).first() or 0
    return size, Checkpoint.objects.aggregate(Max("size"))["size__max"] or 0
