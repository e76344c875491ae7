"""Celery's tasks for leagues: each parses an id and calls the service of the same name."""

from __future__ import annotations

from celery import shared_task

from games.leagues.services import counting, drawing, league_runs
from games.tasks import run_job


@shared_task(name="games.leagues.tasks.seat_round")
def seat_round(job: str) -> None:
    """Seat a round whose draw is committed."""
    run_job(drawing.seat_round, job)


@shared_task(name="games.leagues.tasks.count_result")
def count_result(job: str) -> None:
    """Count a game that is over in its league."""
    run_job(counting.count_result, job)


@shared_task(name="games.leagues.tasks.audit_league")
def audit_league(job: str) -> None:
    """Audit a league of an audit of many."""
    run_job(league_runs.audit_league, job)
