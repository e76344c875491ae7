"""Celery's tasks: each parses an id and calls the service of the same name.

Task arguments are job ids only. A task that fails gives its job back; the sweep sends it again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final
from uuid import UUID

import psycopg
from celery import Task, current_app, shared_task
from django.utils import timezone
from kombu.exceptions import KombuError

from deals.services import witnessing
from deals.services.jobs import JobHint, release_job
from games.services import (
    audit_chunks,
    audit_runs,
    auditing,
    exporting,
    importing,
    moving,
    rounds,
    sweeping,
    table_deals,
    tending,
)

logger = logging.getLogger("hearts.workers")


@shared_task(name="games.tasks.move_computers")
def move_computers(job: str) -> None:
    """Let a game's computer players act."""
    run_job(moving.move_computers, job)


@shared_task(name="games.tasks.audit_game")
def audit_game(job: str) -> None:
    """Audit a game."""
    run_job(auditing.audit_game, job)


@shared_task(name="games.tasks.import_lines")
def import_lines(job: str) -> None:
    """Take in the next lines of a file."""
    run_job(importing.import_lines, job)


@shared_task(name="games.tasks.write_export")
def write_export(job: str) -> None:
    """Write an archive of games."""
    run_job(exporting.write_export, job)


@shared_task(name="games.tasks.plan_audit")
def plan_audit(job: str) -> None:
    """Plan an audit of many games."""
    run_job(audit_runs.plan_audit, job)


@shared_task(name="games.tasks.audit_chunk")
def audit_chunk(job: str) -> None:
    """Audit some games of an audit of many."""
    run_job(audit_chunks.audit_chunk, job)


@shared_task(name="games.tasks.fetch_beacon")
def fetch_beacon(job: str) -> None:
    """Ask for the round that a game's deal waits for."""
    run_job(rounds.fetch_beacon, job)


@shared_task(name="games.tasks.fetch_table_beacon")
def fetch_table_beacon(job: str) -> None:
    """Ask for the round that a deal for a real table waits for."""
    run_job(table_deals.fetch_table_beacon, job)


@shared_task(name="games.tasks.send_checkpoint")
def send_checkpoint(job: str) -> None:
    """Send the newest checkpoint to a witness."""
    run_job(witnessing.send_checkpoint, job)


@shared_task(name="games.tasks.tend_games")
def tend_games(job: str) -> None:
    """Log the heads of games that are due, and end idle games."""
    run_job(tending.tend_games, job)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Send lost jobs again, and settle what a crash left."""
    wake(sweeping.sweep(now=timezone.now()))


TASKS: Final[Mapping[str, Task[[str], None]]] = MappingProxyType(
    {
        "move_computers": move_computers,
        "audit_game": audit_game,
        "import_lines": import_lines,
        "write_export": write_export,
        "plan_audit": plan_audit,
        "audit_chunk": audit_chunk,
        "fetch_beacon": fetch_beacon,
        "fetch_table_beacon": fetch_table_beacon,
        "send_checkpoint": send_checkpoint,
        "tend_games": tend_games,
    }
)


def wake(hints: Iterable[JobHint]) -> None:
    """Tell the broker of jobs that are committed; what it loses, the sweep sends again."""
    try:
        for hint in hints:
            _send(hint)
    except (KombuError, OSError, psycopg.Error) as error:  # the queues may be PostgreSQL's
        logger.warning("the broker was not told: %s", type(error).__name__)


def _send(hint: JobHint) -> None:
    """Send one hint; the tasks of the leagues above this room are known by their names alone."""
    if hint.kind in TASKS:
        TASKS[hint.kind].apply_async((str(hint.job),), countdown=hint.delay)
    else:
        name = f"games.leagues.tasks.{hint.kind}"
        current_app.send_task(name, (str(hint.job),), countdown=hint.delay)


def do_job(kind: str, job: UUID) -> None:
    """Do a job here and now, whichever room's it is."""
    if kind not in TASKS:
        current_app.loader.import_default_modules()
    task = TASKS.get(kind) or current_app.tasks[f"games.leagues.tasks.{kind}"]
    task.run(str(job))


def run_job(work: Callable[..., Iterable[JobHint]], job: str) -> None:
    """Do the work of a job, and wake who comes next; a job that fails is given back."""
    job_id = UUID(job)
    try:
        hints = work(job_id, now=timezone.now())
    except Exception as error:
        release_job(job_id, error)
        raise
    wake(hints)
