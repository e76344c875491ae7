"""Auditing one game, when it ends and on demand: what is found is stored."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.services.checkpoints import SignerRefuses, publish_checkpoint
from deals.services.effects import note_effect
from deals.services.jobs import JobHint, add_job, finish_job, take_job
from games.models import Audit, Finding, Game
from games.replay.finding import Finding as Found
from games.selectors.embargo import check_open
from games.services.errors import UnknownGame
from games.services.examining import examine_game
from games.services.plain_reading import report_of_game
from games.verifier.report import Report

ENGINE: Final = 1
NUL: Final = "\0"
MOST_PLIES: Final = 32_767
"""What the column holds; a record of others may name more."""
REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"


def request_audit(game: UUID, *, now: datetime) -> JobHint:
    """Ask for an audit of a game as it stands. Raises UnknownGame."""
    row = Game.objects.filter(id=game).first()
    if row is None:
        raise UnknownGame("no game has this id")
    check_open(row)
    with transaction.atomic():
        hint = add_job("audit_game", game, now=now)
        note_effect()
    return hint


def audit_game(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Audit a game and store what was found, once for each seq; two runs give the same.

    The ten steps judge what is not plainly right.
    """
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    sign_before(now=now)
    seq, report = report_of_game(job.subject) or examine_game(job.subject)
    with transaction.atomic():
        store_audit(job.subject, seq, report, now=now)
        finish_job(job, now=now)
    return ()


def sign_before(*, now: datetime) -> None:
    """Sign what a crash left unsigned: it would be missing in an audit.

    A signer that refuses is no reason not to look.
    """
    with contextlib.suppress(SignerRefuses):
        publish_checkpoint(now=now)


def store_audit(game: UUID, seq: int, report: Report, *, now: datetime) -> None:
    """Store what was found of a game at a seq, in the place of what was found there before."""
    audit, _ = Audit.objects.update_or_create(
        game_id=game, seq=seq, defaults=audit_fields(report, now=now)
    )
    store_findings(audit, report.findings)


def audit_fields(report: Report, *, now: datetime) -> dict[str, object]:
    """Return the fields of an audit's row: what the verifier answered."""
    return {
        "engine": ENGINE,
        "verdict": report.verdict,
        "strength": report.strength or "",
        "choices": report.choices,
        "report": without_nul(report.to_json()),
        "time": now,
    }


def store_findings(audit: Audit, findings: Iterable[Found]) -> None:
    """Replace an audit's findings."""
    audit.findings.all().delete()
    Finding.objects.bulk_create(finding_rows(audit, findings))


def finding_rows(audit: Audit, findings: Iterable[Found]) -> list[Finding]:
    """Return the rows of an audit's findings."""
    return [
        Finding(
            audit=audit,
            step=found.step,
            hand=found.hand,
            ply=None if found.ply is None else min(found.ply, MOST_PLIES),
            seat=found.seat,
            seq=found.seq,
            rule=found.rule,
            detail=found.detail.replace(NUL, REPLACEMENT),
        )
        for found in findings
    ]


def without_nul(value: object) -> object:
    """Return a JSON value as PostgreSQL can hold it: no text of its has U+0000."""
    if isinstance(value, str):
        return value.replace(NUL, REPLACEMENT)
    if isinstance(value, list):
        return list(map(without_nul, value))
    if isinstance(value, dict):
        return {without_nul(key): without_nul(inner) for key, inner in value.items()}
    return value
