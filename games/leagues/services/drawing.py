"""Drawing a round: lots are committed and signed for, then drawn, then the tables are logged.

Commitment and draw are two transactions, and a round is drawn once: the second finds it seated. A
job finishes what a crash, or a beacon that is not due yet, leaves between them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.selectors.deals import live_deal
from deals.services.beacon import (
    FetchedRound,
    fetch_round,
    is_lost,
    promised_round,
    record_round,
    wait_for_round,
)
from deals.services.checkpoints import publish_checkpoint
from deals.services.dealing import commit_deal, void_deal
from deals.services.effects import note_effect
from deals.services.jobs import JobHint, add_job, finish_job, take_job
from deals.services.locked import LockedDeal, lock_deal
from deals.services.log import LogWriter, lock_log
from games.leagues.models import League, Round
from games.leagues.services.adopting import bring_back, logged_tables, plan_as_logged
from games.leagues.services.errors import RoundOpen
from games.leagues.services.locked import Decision, LockedLeague, lock_league
from games.leagues.services.planning import last_round, plan_next_round
from games.leagues.services.seating import seat_tables
from games.services.settling import settle_committed

SEAT: Final = "seat_round"
LOST: Final = "beacon-lost"
_AGAIN: Final = timedelta(seconds=10)
_MOST_SETTLED: Final = 48
"""So many new games get their first deal in the request itself; the sweep settles the others."""


def draw_round(
    league: UUID, decision: Decision, *, now: datetime
) -> tuple[int, tuple[JobHint, ...]]:
    """Draw the next round; return its number. With a beacon it is seated when the beacon's is out.

    Raises UnknownLeague, RoundOpen, TooFewToSeat, SignerRefuses.
    """
    publish_checkpoint(now=now)  # A signer that refuses stops all dealing: nothing is begun.
    with transaction.atomic():
        locked = lock_league(league, now=now)
        made, hint = _plan_round(locked, decision)
        note_effect()
    publish_checkpoint(now=now)
    if locked.row.lots == "beacon":
        return made.number, (hint,)
    return made.number, (hint, *seat_round_now(made.id, now=now))


def _plan_round(locked: LockedLeague, decision: Decision) -> tuple[Round, JobHint]:
    last = last_round(locked.row)
    if last is not None and last.state != Round.State.CLOSED:
        raise RoundOpen(last.number)
    number = 1 if last is None else last.number + 1
    logged = logged_tables(locked.id, number)
    if logged is not None:
        bring_back(locked, logged)
    plan = plan_next_round(locked)
    if logged is not None:
        plan = plan_as_logged(plan, logged)
    deal = _commit_lots(locked, number, len(plan.order))
    made = Round.objects.create(
        league=locked.row,
        number=number,
        state=Round.State.DRAWING,
        deal=deal.number,
        order=plan.order,
        sizes=plan.sizes,
        sitting=plan.sitting,
        begins=plan.begins,
        numbers=None if plan.course is None else plan.course.entrants,
        step=0 if plan.course is None else plan.course.step,
        by=decision.by,
        created=locked.now,
    )
    is_awaited = locked.row.lots == "beacon" and logged is None
    due = wait_for_round(deal) if is_awaited else locked.now
    return made, add_job(SEAT, made.id, now=locked.now, due=due)


def _commit_lots(locked: LockedLeague, number: int, count: int) -> LockedDeal:
    """Commit the draw of a round, unless the log, made whole from a mirror, has it already."""
    purpose = f"lots/{locked.id}/{number}"
    if live_deal(purpose) is not None:
        return lock_deal(purpose)
    commit_deal(
        lock_log(now=locked.now),
        purpose,
        deck=f"lots/{count}",
        sources=locked.row.lots,
        game=locked.id,
    )
    return lock_deal(purpose)


def seat_round(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Seat a round whose draw is committed; ask for its beacon first, and again if need be."""
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    waits_for = _awaited(job.subject)
    fetched = None if waits_for is None else fetch_round(waits_for)  # Outside of any transaction.
    with transaction.atomic():
        finish_job(job, now=now)
        again = _give_up_or_wait(job.subject, waits_for, fetched, now=now)
    if again is not None:
        publish_checkpoint(now=now)
        return (again,)
    return seat_round_now(job.subject, now=now, fetched=fetched)


def _awaited(round_id: UUID) -> int | None:
    """Return the beacon's round that a draw waits for; None for a draw that waits for none."""
    row = Round.objects.select_related("league").get(id=round_id)
    if row.state != Round.State.DRAWING or row.league.lots != "beacon":
        return None
    if logged_tables(row.league_id, row.number) is not None:
        return None
    with transaction.atomic():
        return promised_round(lock_deal(_purpose(row)))


def _give_up_or_wait(
    round_id: UUID, number: int | None, fetched: FetchedRound | None, *, now: datetime
) -> JobHint | None:
    """Plan a further attempt where the beacon's round is missing: another draw if it is lost."""
    if number is None or fetched is not None:
        return None
    locked, row = _lock_round(round_id, now=now)
    if row.state != Round.State.DRAWING:
        return None
    if not is_lost(number, now=locked.now):
        return add_job(SEAT, round_id, now=locked.now, due=locked.now + _AGAIN)
    void_deal(lock_log(now=locked.now), lock_deal(_purpose(row)), reason=LOST, game=locked.id)
    deal = _commit_lots(locked, row.number, len(row.order))
    row.deal = deal.number
    row.save(update_fields=["deal"])
    return add_job(SEAT, round_id, now=locked.now, due=wait_for_round(deal))


def seat_round_now(
    round_id: UUID, *, now: datetime, fetched: FetchedRound | None = None
) -> tuple[JobHint, ...]:
    """Draw the lots of a round and seat it, unless that is done."""
    with transaction.atomic():
        locked, row = _lock_round(round_id, now=now)
        if row.state != Round.State.DRAWING:
            return ()
        deal = lock_deal(_purpose(row))
        if fetched is not None:
            record_round(deal, fetched)
        games = seat_tables(_writer(locked), locked, row, deal)
    hints: list[JobHint] = []
    for game in games[:_MOST_SETTLED]:
        hints.extend(settle_committed(game, now=now))
    return tuple(hints)


def _writer(locked: LockedLeague) -> LogWriter:
    return lock_log(now=locked.now)


def _lock_round(round_id: UUID, *, now: datetime) -> tuple[LockedLeague, Round]:
    """Lock a round, its league first."""
    league = League.objects.values_list("id", flat=True).get(rounds=round_id)
    locked = lock_league(league, now=now)
    return locked, Round.objects.select_for_update(no_key=True, of=("self",)).get(id=round_id)


def _purpose(row: Round) -> str:
    return f"lots/{row.league_id}/{row.number}"
