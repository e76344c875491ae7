"""Leagues in audits of many: every one of them with an audit of everything, or one with its games.

The run and its chunks are the games'; here is which league a part of a run is about.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from deals.services.jobs import JobHint, LeasedJob, extend_lease, has_failed, take_job
from games.leagues.models import AuditedLeague, League, TableGame
from games.leagues.selectors.leagues import all_leagues
from games.leagues.services.auditing import audit_league as audit_one
from games.leagues.services.errors import UnknownLeague
from games.selectors.results import results_of
from games.services.audit_chunks import close_failed_chunks
from games.services.audit_parts import (
    PartAnswer,
    add_part,
    close_part,
    cut_part,
    open_parts,
    part_of_job,
)
from games.services.audit_runs import request_run


def request_league_run(league: UUID, *, repair: bool, now: datetime) -> tuple[UUID, JobHint]:
    """Ask for an audit of a league and its games, but for those of boards that are shut.

    Return the run's id. Raises UnknownLeague.
    """
    if not League.objects.filter(id=league).exists():
        raise UnknownLeague("no league has this id")
    rows = TableGame.objects.filter(table__round__league=league).order_by("pk")
    results = results_of(list(rows.values_list("game_id", flat=True)))
    games = [game for game, result in results.items() if not result.is_shut]

    def add_league(run: UUID) -> None:
        part = add_part(run, place=len(games), now=now)
        AuditedLeague.objects.create(chunk=part, league_id=league)

    return request_run(games, repair=repair, now=now, add_parts=add_league)


def audit_league(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Audit the league of a run's part; or cut the part of all leagues into one for each."""
    job = take_job(job_id, now=now)
    if job is None:
        return tuple(close_failed_chunks(now=now)) if has_failed(job_id) else ()
    part = part_of_job(job)
    row = AuditedLeague.objects.filter(chunk=part.id).first()
    if not part.is_open:
        return close_part(job, part.id, None, now=now)
    if row is None:
        return _cut(job, part.id, now=now)
    extend_lease(job)
    audit = audit_one(row.league_id, repairs=part.repair, now=now)
    findings = [{"league": str(row.league_id), **one.to_json()} for one in audit.findings]
    return close_part(job, part.id, PartAnswer(findings, audit.repaired), now=now)


@transaction.atomic
def _cut(job: LeasedJob, part: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    leagues = all_leagues()
    parts, is_cut = cut_part(job, part, into=len(leagues), now=now)
    if not is_cut:
        return ()
    AuditedLeague.objects.bulk_create(
        AuditedLeague(chunk=made, league_id=league)
        for made, league in zip(parts, leagues, strict=True)
    )
    return open_parts(part, now=now)
