"""Audits: where their jobs stand, and what they found."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from deals.fairness.times import format_time
from deals.selectors.jobs import JobStatus, job_status
from games.models import Audit, Finding

AUDIT: Final = "audit_game"
"""The kind of an audit's job."""


def audit_of_job(job_id: UUID) -> dict[str, object] | None:
    """Return an audit's job with its result once there is one; None when there is no such job."""
    job = job_status(job_id, kind=AUDIT)
    if job is None:
        return None
    audit = _audit_of(job)
    return {
        "id": str(job.id),
        "game": str(job.subject),
        "state": job.state,
        "attempts": job.attempts,
        "total": 1,
        "done": int(audit is not None),
        "false": int(audit is not None and audit.verdict == "false"),
        "repaired": 0,
        "log": None,
        "not_audited": [str(job.subject)] if job.state == "failed" else [],
        "result": None if audit is None else _result(audit),
    }


def findings_of_job(job_id: UUID) -> list[dict[str, object]] | None:
    """Return what an audit's job found, nothing while it is not done; None without such a job."""
    job = job_status(job_id, kind=AUDIT)
    if job is None:
        return None
    audit = _audit_of(job)
    found = audit_findings(audit.id) if audit else []
    return [{"game": str(job.subject), **finding} for finding in found]


def _audit_of(job: JobStatus) -> Audit | None:
    if job.state != "done":
        return None
    return Audit.objects.filter(game=job.subject).order_by("-seq").first()


def latest_audit(game: UUID) -> dict[str, object] | None:
    """Return the newest audit of a game with its findings; None before the first."""
    audit = Audit.objects.filter(game=game).order_by("-seq").first()
    return None if audit is None else _result(audit) | {"findings": audit_findings(audit.id)}


def audit_findings(audit: UUID) -> list[dict[str, object]]:
    """Return the findings of an audit, in the order found."""
    rows = Finding.objects.filter(audit=audit).order_by("id")
    keys = ("step", "hand", "ply", "seat", "seq", "rule", "detail")
    return [dict(zip(keys, row, strict=True)) for row in rows.values_list(*keys)]


def _result(audit: Audit) -> dict[str, object]:
    return {
        "audit": str(audit.id),
        "game": str(audit.game_id),
        "seq": audit.seq,
        "time": format_time(audit.time),
        "verdict": audit.verdict,
        "strength": audit.strength or None,
        "choices": audit.choices,
        "report": audit.report,
    }
