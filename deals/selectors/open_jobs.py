"""The jobs that wait for a worker."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from deals.models import Job


def free_jobs(subjects: Iterable[UUID], *, now: datetime) -> list[tuple[str, UUID]]:
    """Return kind and id of the jobs about these subjects that anybody may take now."""
    is_free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, lease_until__lte=now)
    rows = Job.objects.filter(is_free, subject__in=list(subjects), due__lte=now).order_by("due")
    return list(rows.values_list("kind", "id"))
