"""Reading jobs."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from deals.models import Job


@dataclass(frozen=True)
class JobStatus:
    """Where a job stands: queued, running, done or failed, after so many attempts."""

    id: UUID
    subject: UUID
    state: str
    attempts: int


def job_status(job_id: UUID, *, kind: str) -> JobStatus | None:
    """Return where a job of a kind stands; None when there is no such job."""
    row = Job.objects.filter(id=job_id, kind=kind).first()
    if row is None:
        return None
    return JobStatus(row.id, row.subject, row.state, row.attempts)


def job_of_subject(subject: UUID, *, kind: str) -> JobStatus | None:
    """Return where the newest job of a kind about something stands; None without one."""
    row = Job.objects.filter(subject=subject, kind=kind).order_by("-created", "-id").first()
    return None if row is None else JobStatus(row.id, row.subject, row.state, row.attempts)
