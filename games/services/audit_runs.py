"""Audits of many games: asked for, planned, called off. The work is in chunks, each a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from deals.selectors.log_check import KnownState, LogCheck, check_stored_log
from deals.services.effects import note_effect
from deals.services.jobs import JobHint, add_job, extend_lease, finish_job, take_job
from deals.services.keys import service_keys
from games.models import AuditChunk, AuditRun, Game
from games.selectors.embargo import EmbargoedGame
from games.selectors.games import games_by_age
from games.services.auditing import sign_before
from games.services.errors import AuditOver, UnknownGame

PLAN: Final = "plan_audit"
CHUNK: Final = "audit_chunk"
PART: Final = "audit_league"
"""The job of a chunk that has no games: leagues, which a room above this one audits."""
WINDOW: Final = 32
"""Chunks of a run that are open at once: what a lost broker has to be told again."""
_AT_ONCE: Final = 500
_NIGHTLY: Final = "nightly"


def request_run(
    games: Sequence[UUID] | None,
    *,
    repair: bool = False,
    now: datetime,
    add_parts: Callable[[UUID], None] | None = None,
) -> tuple[UUID, JobHint]:
    """Ask for an audit of some games, or of all games and leagues; the run's id.

    `add_parts` adds, to the run of this id, what is no game. Raises UnknownGame, EmbargoedGame.
    """
    named = None if games is None else list(dict.fromkeys(games))
    if named is not None and Game.objects.filter(id__in=named).count() != len(named):
        raise UnknownGame("no game has one of these ids")
    if named is not None and Game.objects.filter(id__in=named, shut=True).exists():
        raise EmbargoedGame
    with transaction.atomic():
        run = AuditRun.objects.create(games=named, repair=repair, created=now)
        if add_parts is not None:
            add_parts(run.id)
        hint = add_job(PLAN, run.id, now=now)
        note_effect()
    return run.id, hint


def schedule_nightly(*, now: datetime) -> list[JobHint]:
    """Ask once a day, from an hour on, for an audit of everything, spread over some hours.

    Two schedules at once ask for one: the day is unique.
    """
    if now.hour < settings.HEARTS_AUDIT_HOUR:
        return []
    slot = f"{_NIGHTLY}/{now.date().isoformat()}"
    if AuditRun.objects.filter(slot=slot).exists():
        return []
    with transaction.atomic():
        run, is_new = AuditRun.objects.get_or_create(
            slot=slot, defaults={"created": now, "spread": settings.HEARTS_AUDIT_SPREAD}
        )
        return [add_job(PLAN, run.id, now=now)] if is_new else []


def plan_audit(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Check the log, cut a run's games into chunks, and open the first of them."""
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    run = AuditRun.objects.get(id=job.subject)
    sign_before(now=now)
    known = _known_state() if run.games is not None else None
    check = check_stored_log(
        key=service_keys().log.verifier_key, known=known, go_on=lambda: extend_lease(job)
    )
    with transaction.atomic():
        run = lock_run(run.id)
        hints = _plan(run, check, now=now) if run.state == AuditRun.State.PLANNED else []
        finish_job(job, now=now)
    return tuple(hints)


def _known_state() -> KnownState | None:
    """Return the log as the last run has found it whole: what came since is checked."""
    rows = AuditRun.objects.filter(log_size__gt=0).order_by("-created")
    row = rows.values_list("log_size", "log_root").first()
    return None if row is None else KnownState(*row)


def _plan(run: AuditRun, check: LogCheck, *, now: datetime) -> list[JobHint]:
    run.state, run.log_findings = AuditRun.State.RUNNING, check.findings
    if not check.findings:
        run.log_size, run.log_root = check.size, check.root
    games = games_by_age() if run.games is None else iter(run.games)
    parts = AuditChunk.objects.filter(run=run, games=[]).count()
    written = _write_chunks(run, games, now=now)
    run.total = written + parts
    run.save()
    if run.games is None:
        AuditChunk.objects.create(run=run, place=written, games=[], due=_end_of(run, now=now))
    return go_on(run, now=now)


def _write_chunks(run: AuditRun, games: Iterable[UUID], *, now: datetime) -> int:
    """Write the chunks of a run; return how many games they have."""
    left, place, size = iter(games), 0, settings.HEARTS_AUDIT_CHUNK
    while some := list(islice(left, size * _AT_ONCE)):
        AuditChunk.objects.bulk_create(
            AuditChunk(run=run, place=place + at, games=some[at : at + size], due=now)
            for at in range(0, len(some), size)
        )
        place += len(some)
    if run.spread and place:
        _spread(run, place, now=now)
    return place


def _spread(run: AuditRun, total: int, *, now: datetime) -> None:
    """Let the chunks fall due one after the other."""
    chunks = list(AuditChunk.objects.filter(run=run))
    for chunk in chunks:
        chunk.due = now + timedelta(seconds=run.spread * chunk.place / total)
    AuditChunk.objects.bulk_update(chunks, ["due"], batch_size=_AT_ONCE)


def _end_of(run: AuditRun, *, now: datetime) -> datetime:
    """Return when a run that is spread over some hours is through with its games."""
    return now + timedelta(seconds=run.spread)


def lock_run(run: UUID) -> AuditRun:
    """Return a run, locked: the last thing that a transaction locks."""
    return AuditRun.objects.select_for_update(no_key=True).get(id=run)


def go_on(run: AuditRun, *, now: datetime) -> list[JobHint]:
    """Open the next chunks of a locked run, as many as may be open; end it after the last."""
    if run.state != AuditRun.State.RUNNING:
        return []
    is_open = AuditChunk.objects.filter(
        run=run, state__in=[AuditChunk.State.OPEN, AuditChunk.State.AUDITED]
    ).count()
    waiting = AuditChunk.objects.filter(run=run, state=AuditChunk.State.WAITING).order_by("place")
    chunks = list(waiting[: max(0, WINDOW - is_open)])
    for chunk in chunks:
        chunk.state = AuditChunk.State.OPEN
    AuditChunk.objects.bulk_update(chunks, ["state"])
    if not chunks and not is_open:
        _end(run, now=now)
    return [
        add_job(CHUNK if chunk.games else PART, chunk.id, now=now, due=max(now, chunk.due))
        for chunk in chunks
    ]


def _end(run: AuditRun, *, now: datetime) -> None:
    failed = AuditChunk.objects.filter(run=run, state=AuditChunk.State.FAILED).exists()
    run.state = AuditRun.State.FAILED if failed else AuditRun.State.DONE
    run.finished = now
    run.save()


@transaction.atomic
def cancel_run(run_id: UUID, *, now: datetime) -> None:
    """Call off a run: what is audited stays, no further chunk is begun.

    Raises UnknownGame, AuditOver.
    """
    run = AuditRun.objects.select_for_update(no_key=True).filter(id=run_id).first()
    if run is None:
        raise UnknownGame("no audit has this id")
    if run.finished is not None:
        raise AuditOver(f"the audit is {run.state}")
    run.state, run.finished = AuditRun.State.CANCELLED, now
    run.save(update_fields=["state", "finished"])
    note_effect()
