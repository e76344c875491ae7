"""Audits of many games: how far they are, and what they found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from uuid import UUID

from games.models import AuditChunk, AuditRun


@dataclass(frozen=True)
class Progress:
    """How far a run is; `total` is None until it is planned."""

    state: str
    total: int | None
    done: int
    wrong: int
    repaired: int
    log_findings: list[str]

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be done."""
        return self.state in {"done", "failed", "cancelled"}


def run_progress(run: UUID) -> Progress | None:
    """Return how far a run is; None when there is none."""
    keys = ("state", "total", "done", "wrong", "repaired", "log_findings")
    row = AuditRun.objects.filter(id=run).values(*keys).first()
    return None if row is None else Progress(**row)


def run_summary(run: UUID) -> dict[str, object] | None:
    """Return a run as the API shows it; None when there is none."""
    row = AuditRun.objects.filter(id=run).first()
    if row is None:
        return None
    return {
        "id": str(row.id),
        "game": None,
        "state": "queued" if row.state == AuditRun.State.PLANNED else row.state,
        "attempts": None,
        "total": row.total,
        "done": row.done,
        "false": row.wrong,
        "repaired": row.repaired,
        "log": {"size": row.log_size, "findings": row.log_findings},
        "not_audited": _not_audited(row.id),
        "result": None,
    }


def games_of_run(run: UUID) -> list[UUID] | None:
    """Return the games that a run was asked for; None for one of all, or no such run."""
    return AuditRun.objects.filter(id=run).values_list("games", flat=True).first()


def _not_audited(run: UUID) -> list[str]:
    """Return the games that nobody could audit: each killed its worker again and again."""
    rows = AuditChunk.objects.filter(run=run, state=AuditChunk.State.FAILED).order_by("place")
    return [str(game) for games in rows.values_list("games", flat=True) for game in games]


def run_findings(run: UUID) -> Iterator[dict[str, object]]:
    """Return what a run has found so far, by game in the run's order."""
    rows = AuditChunk.objects.filter(run=run).exclude(findings=[]).order_by("place")
    for findings in rows.values_list("findings", flat=True).iterator(chunk_size=100):
        yield from findings


def findings_page(
    run: UUID, *, after: int, limit: int
) -> tuple[list[dict[str, object]], int | None]:
    """Return `limit` findings after so many; with the number to go on after, if any are left."""
    found = list(islice(run_findings(run), after, after + limit + 1))
    return found[:limit], after + limit if len(found) > limit else None


def open_chunk_jobs(run: UUID) -> list[UUID]:
    """Return the chunks that a worker may take now."""
    states = [AuditChunk.State.OPEN, AuditChunk.State.AUDITED]
    rows = AuditChunk.objects.filter(run=run, state__in=states).order_by("place")
    return list(rows.values_list("id", flat=True))
