"""A worker's share of an audit: a chunk of games, once, however often it is begun."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from deals.services.jobs import (
    JobHint,
    LeasedJob,
    extend_lease,
    failed_subjects,
    finish_job,
    has_failed,
    take_job,
)
from games.models import AuditChunk, AuditRun
from games.services.audit_runs import CHUNK, PART, PLAN, go_on, lock_run
from games.services.auditing import store_audit
from games.services.bulk_auditing import AuditedGame, SoundLog, audit_games, store_audits
from games.services.examining import examine_game
from games.services.rebuilding import LogUnsound, rebuild_game

_TRIES: Final = 2
"""After so many attempts a chunk is split: one game of it kills its workers."""
_STORED: Final = 11
"""The step that compares stored rows with rebuilt ones."""
_OPEN: Final = (AuditChunk.State.OPEN, AuditChunk.State.AUDITED)


def audit_chunk(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Audit a chunk's games, repair what its run says, and go on with the run."""
    job = take_job(job_id, now=now)
    if job is None:
        return tuple(close_failed_chunks(now=now)) if has_failed(job_id) else ()
    chunk = AuditChunk.objects.select_related("run").get(id=job.subject)
    if chunk.run.state != AuditRun.State.RUNNING or chunk.state not in _OPEN:
        finish_job(job, now=now)
        return ()
    if job.attempts > _TRIES and len(chunk.games) > 1 and chunk.state == AuditChunk.State.OPEN:
        return _split(job, chunk, now=now)
    if chunk.state == AuditChunk.State.OPEN:
        _audit(job, chunk, now=now)
    _repair(job, chunk.id, now=now)
    return _close(job, chunk.id, now=now)


def _audit(job: LeasedJob, chunk: AuditChunk, *, now: datetime) -> None:
    """Audit the games, and store all that was found of them in one transaction."""
    size = chunk.run.log_size
    log = SoundLog(settings.HEARTS_ORIGIN, size) if size else None
    audited = list(_keep_lease(job, audit_games(chunk.games, log)))
    with transaction.atomic():
        store_audits(audited, now=now)
        row = AuditChunk.objects.select_for_update(no_key=True).get(id=chunk.id)
        if row.state == AuditChunk.State.OPEN:
            _note(row, audited, repair=chunk.run.repair)


def _keep_lease(job: LeasedJob, audited: Iterable[AuditedGame]) -> Iterator[AuditedGame]:
    """Keep the job while games that want a closer look take their time."""
    for one in audited:
        if one.report.findings:
            extend_lease(job)
        yield one


def _note(row: AuditChunk, audited: Sequence[AuditedGame], *, repair: bool) -> None:
    row.state = AuditChunk.State.AUDITED
    row.findings = [finding for one in audited for finding in one.findings()]
    row.wrong = sum(one.report.verdict == "false" for one in audited)
    row.to_repair = [one.game for one in audited if repair and _is_repairable(one)]
    row.save(update_fields=["state", "findings", "wrong", "to_repair"])


def _is_repairable(one: AuditedGame) -> bool:
    """Whether nothing but derived rows is wrong: a log at fault derives nothing."""
    return {found.step for found in one.defects} == {_STORED}


def _repair(job: LeasedJob, chunk: UUID, *, now: datetime) -> None:
    """Rebuild the games that are left to repair, a transaction for each."""
    for game in AuditChunk.objects.values_list("to_repair", flat=True).get(id=chunk):
        extend_lease(job)
        with transaction.atomic():
            row = AuditChunk.objects.select_for_update(no_key=True).get(id=chunk)
            if game in row.to_repair:
                row.repaired += _rebuild(game)
                row.to_repair.remove(game)
                row.save(update_fields=["repaired", "to_repair"])
        store_audit(game, *examine_game(game), now=now)


def _rebuild(game: UUID) -> int:
    try:
        return int(rebuild_game(game))
    except LogUnsound:  # it went wrong since it was audited
        return 0


@transaction.atomic
def _close(job: LeasedJob, chunk_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Count the chunk, once, and open the next; whoever closes the last one ends the run."""
    chunk = AuditChunk.objects.select_for_update(no_key=True).get(id=chunk_id)
    run = lock_run(chunk.run_id)
    finish_job(job, now=now)
    if chunk.state != AuditChunk.State.AUDITED:
        return ()
    chunk.state = AuditChunk.State.DONE
    chunk.save(update_fields=["state"])
    run.done += len(chunk.games)
    run.wrong += chunk.wrong
    run.repaired += chunk.repaired
    run.save(update_fields=["done", "wrong", "repaired"])
    return tuple(go_on(run, now=now))


@transaction.atomic
def _split(job: LeasedJob, row: AuditChunk, *, now: datetime) -> tuple[JobHint, ...]:
    """Cut a chunk that nobody finishes in two: the game to blame ends alone."""
    chunk = AuditChunk.objects.select_for_update(no_key=True).get(id=row.id)
    run = lock_run(row.run_id)
    finish_job(job, now=now)
    if chunk.state != AuditChunk.State.OPEN:
        return ()
    chunk.state = AuditChunk.State.SPLIT
    chunk.save(update_fields=["state"])
    half = len(chunk.games) // 2
    for place, games in ((0, chunk.games[:half]), (half, chunk.games[half:])):
        AuditChunk.objects.create(run=run, place=chunk.place + place, games=games, due=now)
    return tuple(go_on(run, now=now))


def close_failed_chunks(*, now: datetime) -> list[JobHint]:
    """End the chunks and runs whose job has failed for good: a run never waits for ever."""
    chunks = AuditChunk.objects.filter(run__state=AuditRun.State.RUNNING, state__in=_OPEN)
    by_id = dict(chunks.values_list("id", "run_id"))
    hints = [
        hint
        for kind in (CHUNK, PART)
        for chunk in failed_subjects(kind, by_id)
        for hint in _close_failed(chunk, by_id[chunk], now=now)
    ]
    planned = AuditRun.objects.filter(state=AuditRun.State.PLANNED).values_list("id", flat=True)
    AuditRun.objects.filter(
        id__in=failed_subjects(PLAN, planned), state=AuditRun.State.PLANNED
    ).update(state=AuditRun.State.FAILED, finished=now)
    return hints


@transaction.atomic
def _close_failed(chunk_id: UUID, run_id: UUID, *, now: datetime) -> list[JobHint]:
    chunk = AuditChunk.objects.select_for_update(no_key=True).get(id=chunk_id)
    run = lock_run(run_id)
    if chunk.state not in _OPEN:
        return []
    chunk.state = AuditChunk.State.FAILED
    chunk.save(update_fields=["state"])
    return go_on(run, now=now)
