"""Parts of an audit that a room above this one makes: leagues. Each is a chunk without games.

The run counts it as one; the first part of an audit of everything is cut into one for each league.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from deals.services.jobs import JobHint, LeasedJob, finish_job
from games.models import AuditChunk, AuditRun
from games.services.audit_runs import go_on, lock_run


@dataclass(frozen=True)
class Part:
    """A part that a worker has begun; `is_open` says that it is left to do."""

    id: UUID
    repair: bool
    is_open: bool


@dataclass(frozen=True)
class PartAnswer:
    """What was found of a part: findings in the form of the API's; whether rows were replaced."""

    findings: Sequence[dict[str, object]]
    repaired: bool


def part_of_job(job: LeasedJob) -> Part:
    """Return the part that a job is about."""
    chunk = AuditChunk.objects.select_related("run").get(id=job.subject)
    is_open = chunk.state == AuditChunk.State.OPEN and chunk.run.state == AuditRun.State.RUNNING
    return Part(chunk.id, chunk.run.repair, is_open)


def add_part(run: UUID, *, place: int, now: datetime) -> UUID:
    """Add a part to a run, at a place after its games; its id."""
    return AuditChunk.objects.create(run_id=run, place=place, games=[], due=now).id


@transaction.atomic
def cut_part(job: LeasedJob, part: UUID, *, into: int, now: datetime) -> tuple[list[UUID], bool]:
    """Cut an open part into so many, which wait; their ids, and whether it was open still.

    To be followed by `open_parts`, in the transaction of the caller.
    """
    chunk = AuditChunk.objects.select_for_update(no_key=True).get(id=part)
    run = lock_run(chunk.run_id)
    finish_job(job, now=now)
    if chunk.state != AuditChunk.State.OPEN:
        return [], False
    chunk.state = AuditChunk.State.SPLIT
    chunk.save(update_fields=["state"])
    run.total = (run.total or 0) + into
    run.save(update_fields=["total"])
    parts = [
        AuditChunk(run=run, place=chunk.place + at, games=[], due=chunk.due) for at in range(into)
    ]
    return [made.id for made in AuditChunk.objects.bulk_create(parts)], True


def open_parts(part: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Go on with the run of a part that was cut."""
    run = AuditChunk.objects.values_list("run_id", flat=True).get(id=part)
    return tuple(go_on(lock_run(run), now=now))


@transaction.atomic
def close_part(
    job: LeasedJob, part: UUID, answer: PartAnswer | None, *, now: datetime
) -> tuple[JobHint, ...]:
    """Note what was found of a part, once, and go on with its run; None: nothing was to do."""
    chunk = AuditChunk.objects.select_for_update(no_key=True).get(id=part)
    run = lock_run(chunk.run_id)
    finish_job(job, now=now)
    if answer is None or chunk.state != AuditChunk.State.OPEN:
        return ()
    chunk.state, chunk.findings = AuditChunk.State.DONE, list(answer.findings)
    chunk.wrong, chunk.repaired = int(bool(answer.findings)), int(answer.repaired)
    chunk.save(update_fields=["state", "findings", "wrong", "repaired"])
    run.done += 1
    run.wrong += chunk.wrong
    run.repaired += chunk.repaired
    run.save(update_fields=["done", "wrong", "repaired"])
    return tuple(go_on(run, now=now))
