"""What runs every few seconds, so that no crash and no lost message leaves a thing undone."""

from __future__ import annotations

import logging
from datetime import datetime
from uuid import UUID

from deals.services.checkpoints import SignerRefuses, publish_checkpoint
from deals.services.errors import SeedLost
from deals.services.jobs import JobHint, stale_jobs
from games.services.audit_chunks import close_failed_chunks
from games.services.audit_runs import schedule_nightly
from games.services.exporting import sweep_exports
from games.services.losing import lost_games, void_lost_deal
from games.services.rounds import ask_again, waiting_games
from games.services.settling import settle_game, unsettled_games
from games.services.table_deals import settle_tables
from games.services.tending import schedule_tending

logger = logging.getLogger(__name__)


def sweep(*, now: datetime) -> list[JobHint]:
    """Settle the games that a crash left between two transactions; the jobs to send again."""
    schedule_tending(now=now)
    sweep_exports(now=now)
    for game in waiting_games():
        ask_again(game, now=now)
    lost = [*schedule_nightly(now=now), *close_failed_chunks(now=now)]
    return [*_settle_games(now=now), *lost, *stale_jobs(now=now)]


def _settle_games(*, now: datetime) -> list[JobHint]:
    """Sign what was logged, and settle what waits for its deal.

    A signer that refuses stops dealing, and nothing else.
    """
    hints: list[JobHint] = []
    try:
        publish_checkpoint(now=now)
        for game in lost_games():
            hints.extend(void_lost_deal(game, now=now))
        for game in unsettled_games():
            hints.extend(_settle(game, now=now))
        hints.extend(settle_tables(now=now))
    except SignerRefuses:
        logger.exception("the signer refuses: dealing has stopped")
    return hints


def _settle(game: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Settle a game; one whose seed is damaged gets another deal, and stops no other game."""
    try:
        return settle_game(game, now=now)
    except SeedLost:
        return void_lost_deal(game, now=now)
