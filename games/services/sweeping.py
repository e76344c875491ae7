"""What runs every few seconds, so that no crash and no lost message leaves a thing undone."""

from __future__ import annotations

from datetime import datetime

from deals.services.jobs import JobHint, stale_jobs
from games.services.settling import settle_game, unsettled_games


def sweep(*, now: datetime) -> list[JobHint]:
    """Settle the games that a crash left between two transactions; the jobs to send again."""
    hints = [hint for game in unsettled_games() for hint in settle_game(game, now=now)]
    return [*hints, *stale_jobs(now=now)]
