"""Auditing a game: the verifier's ten steps over its bundle, then stored rows against rebuilt ones.

The same pure code as the offline verifier's; step 11 alone needs the database.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.services.checkpoints import SignerRefuses, publish_checkpoint
from deals.services.effects import note_effect
from deals.services.jobs import JobHint, add_job, finish_job, take_job
from deals.services.keys import service_keys
from games.events.chain import check_chain
from games.events.errors import ChainBroken
from games.models import Audit, Event, Finding, Game, Score
from games.replay.finding import Finding as Found
from games.selectors.bundles import game_bundle
from games.selectors.embargo import check_open
from games.selectors.events import event_lines
from games.services.errors import UnknownGame
from games.verifier.options import Options
from games.verifier.report import Report
from games.verifier.verify import verify_bundle

ENGINE: Final = 1
NUL: Final = "\0"
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
    """Audit a game and store what was found, once for each seq; two runs give the same."""
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    # What a crash left unsigned would be missing. A signer that refuses is no reason not to look.
    with contextlib.suppress(SignerRefuses):
        publish_checkpoint(now=now)
    row = Game.objects.get(id=job.subject)
    report = verify_bundle(game_bundle(row.id), _options())
    stored_wrong = (*_broken_heads(row), *_stored_scores(row, report))
    if stored_wrong:
        findings = tuple(sorted((*report.findings, *stored_wrong), key=lambda found: found.step))
        report = replace(report, verdict="false", strength=None, findings=findings)
    with transaction.atomic():
        _store(row, report, now=now)
        finish_job(job, now=now)
    return ()


def _options() -> Options:
    """Return the verifier's options for our own log."""
    return Options(key=service_keys().log.verifier_key)


def _broken_heads(row: Game) -> Iterator[Found]:
    """Check that the heads stored beside the lines follow from them."""
    heads = Event.objects.filter(game=row).order_by("seq").values_list("head", flat=True)
    try:
        check_chain(row.header, event_lines(row.id), (bytes(head).hex() for head in heads))
    except ChainBroken as error:
        yield Found(
            step=8,
            hand=None,
            ply=None,
            seat=None,
            seq=error.seq,
            rule="proof_chain",
            detail=str(error),
        )


def _stored_scores(row: Game, report: Report) -> Iterator[Found]:
    """Step 11: the stored scores and totals are those that follow, where the replay got there."""
    if report.hands is None or report.totals is None or report.winners is None:
        return
    stored = {
        line.hand: (line.direction, line.points, line.scores, line.totals)
        for line in Score.objects.filter(game=row)
    }
    rebuilt = {
        number: (hand.direction, list(hand.points), list(hand.scores), list(hand.totals))
        for number, hand in enumerate(report.hands, start=1)
    }
    for number in sorted(stored.keys() | rebuilt.keys()):
        if stored.get(number) != rebuilt.get(number):
            yield _stored(number, stored.get(number), rebuilt.get(number))
    if (row.totals, row.winners) != (list(report.totals), list(report.winners)):
        yield _stored(None, (row.totals, row.winners), (list(report.totals), list(report.winners)))


def _stored(hand: int | None, stored: object, rebuilt: object) -> Found:
    return Found(
        step=11,
        hand=hand,
        ply=None,
        seat=None,
        seq=None,
        rule="stored_scores",
        detail=f"stored {json.dumps(stored)}, rebuilt {json.dumps(rebuilt)}",
    )


def _store(row: Game, report: Report, *, now: datetime) -> None:
    audit, _ = Audit.objects.update_or_create(
        game=row, seq=row.seq, defaults=audit_fields(report, now=now)
    )
    store_findings(audit, report.findings)


def audit_fields(report: Report, *, now: datetime) -> dict[str, object]:
    """Return the fields of an audit's row: what the verifier answered."""
    return {
        "engine": ENGINE,
        "verdict": report.verdict,
        "strength": report.strength or "",
        "choices": report.choices,
        "report": _without_nul(report.to_json()),
        "time": now,
    }


def store_findings(audit: Audit, findings: Iterable[Found]) -> None:
    """Replace an audit's findings."""
    audit.findings.all().delete()
    Finding.objects.bulk_create(
        Finding(
            audit=audit,
            step=found.step,
            hand=found.hand,
            ply=found.ply,
            seat=found.seat,
            seq=found.seq,
            rule=found.rule,
            detail=found.detail.replace(NUL, REPLACEMENT),
        )
        for found in findings
    )


def _without_nul(value: object) -> object:
    """Return a JSON value as PostgreSQL can hold it: no text of its has U+0000."""
    if isinstance(value, str):
        return value.replace(NUL, REPLACEMENT)
    if isinstance(value, list):
        return list(map(_without_nul, value))
    if isinstance(value, dict):
        return {_without_nul(key): _without_nul(inner) for key, inner in value.items()}
    return value
