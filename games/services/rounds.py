"""Deals that wait for a round of the public beacon: as long as it takes, and for no other."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.services.beacon import (
    FetchedRound,
    fetch_round,
    is_lost,
    promised_round,
    record_round,
)
from deals.services.jobs import JobHint, add_job, finish_job, take_job
from deals.services.locked import LockedDeal, lock_deal
from deals.services.log import lock_log
from games.events.details import BeaconRound
from games.models import HandState
from games.services.dealing import deal_cards
from games.services.hands import deal_again
from games.services.settling import settle_committed
from games.services.table import Table, lock_table, save_table
from games.services.throwing import SERVICE, throw_away

LOST: Final = "beacon-lost"
FETCH: Final = "fetch_beacon"
_AGAIN: Final = timedelta(seconds=10)


def fetch_beacon(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Ask for the round that a game's deal waits for, and deal; ask again when nobody has it."""
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    number = awaited_round(job.subject, now=now)
    fetched = None if number is None else fetch_round(number)  # Outside of any transaction.
    with transaction.atomic():
        table = lock_table(job.subject, now=now)
        finish_job(job, now=now)
        if table.phase == "waiting" and number is not None:
            _answer(table, lock_deal(table.purpose), number, fetched)
    return (*table.hints, *settle_committed(table.game, now=now))


def awaited_round(game: UUID, *, now: datetime) -> int | None:
    """Return the round that a game waits for, None when it waits for none."""
    with transaction.atomic():
        table = lock_table(game, now=now)
        return promised_round(lock_deal(table.purpose)) if table.phase == "waiting" else None


def waiting_games() -> list[UUID]:
    """Return the games whose deal waits for its round."""
    return list(HandState.objects.filter(phase="waiting").values_list("game_id", flat=True)[:1000])


def ask_again(game: UUID, *, now: datetime) -> None:
    """Write the job that asks for a game's round, unless it stands."""
    add_job(FETCH, game, now=now)


def _answer(table: Table, deal: LockedDeal, number: int, fetched: FetchedRound | None) -> None:
    """Deal from the round at a locked table; or give it up; or ask again later."""
    if promised_round(deal) != number:
        return
    if fetched is not None:
        record_round(deal, fetched)
        table.append("beacon", None, BeaconRound(number, fetched.signature))
        deal_cards(table, deal)
    elif is_lost(number, now=table.now) and not table.board:  # Other tables wait for it, too.
        writer = lock_log(now=table.now)
        throw_away(writer, table, deal, reason=LOST, by=SERVICE)
        deal_again(writer, table)
    else:
        table.hints.append(add_job(FETCH, table.game, now=table.now, due=table.now + _AGAIN))
        return
    save_table(table)
