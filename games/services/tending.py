"""What falls due by the day: heads of games that go on without a score, the end of idle ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.fairness.times import parse_time
from deals.selectors.log import last_heads
from deals.services.jobs import JobHint, add_job, finish_job, take_job
from deals.services.locked import lock_deal
from deals.services.log import lock_log
from games.events.details import Ended
from games.events.event import parse_event
from games.models import Event, Game
from games.services.hands import end_game, end_if_finished, log_head
from games.services.losing import lock_or_replace
from games.services.settling import settle_committed
from games.services.table import lock_table, save_table
from games.services.throwing import SERVICE, throw_away

TEND: Final = "tend_games"
EVERY: Final = timedelta(hours=1)
DAILY: Final = timedelta(days=1)
IDLE: Final = "idle"
IDLE_AFTER: Final = timedelta(days=90)
_ALL: Final = UUID(int=0)
_ON: Final = (Game.State.SEATING, Game.State.PLAYING)


def schedule_tending(*, now: datetime) -> None:
    """Write the job that tends all games within the hour, unless it stands."""
    add_job(TEND, _ALL, now=now, due=now + EVERY)


def tend_games(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Log the heads that are due, and end the games that nobody has touched for 90 days."""
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    hints = [hint for game in idle_games(now=now) for hint in end_idle_game(game, now=now)]
    for game in games_without_head(now=now):
        log_due_head(game, now=now)
    finish_job(job, now=now)
    return tuple(hints)


def idle_games(*, now: datetime) -> list[UUID]:
    """Return the games that are on though their last line is 90 days old, boards aside.

    The deal of a board is other tables' too: its league's director has computer players finish it.
    """
    rows = Game.objects.filter(state__in=_ON, time__lte=now - IDLE_AFTER, board="")
    return list(rows.order_by("time").values_list("id", flat=True)[:1000])


def end_idle_game(game: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """End an idle game, its deal void if it has one, unless somebody has acted since."""
    with transaction.atomic():
        lock_or_replace(game, now=now)
        table = lock_table(game, now=now)
        last = Game.objects.values_list("time", flat=True).get(id=game)
        if table.phase == "over" or last > now - IDLE_AFTER:
            return ()
        writer = lock_log(now=table.now)
        if table.kind == "cards":
            throw_away(writer, table, lock_deal(table.purpose), reason=IDLE, by=SERVICE)
        if table.kind != "cards" or not end_if_finished(writer, table):
            end_game(writer, table, Ended("abandoned", table.totals, ()))
        save_table(table)
    return (*table.hints, *settle_committed(game, now=now))


def games_without_head(*, now: datetime) -> Iterator[UUID]:
    """Return the games with a line that is a day old and under no head in the log."""
    rows = Game.objects.filter(state__in=_ON, seq__gt=0).order_by("id").values_list("id", "seq")
    games = rows.iterator(chunk_size=2000)
    while batch := list(islice(games, 500)):
        logged = last_heads([game for game, _ in batch])
        for game, seq in batch:
            covered = logged.get(game, 0)
            if covered < seq and _time_of(game, covered + 1) <= now - DAILY:
                yield game


def log_due_head(game: UUID, *, now: datetime) -> None:
    """Put the head of a game that goes on into the log."""
    with transaction.atomic():
        table = lock_table(game, now=now)
        log_head(lock_log(now=table.now), table)
    settle_committed(game, now=now)


def _time_of(game: UUID, seq: int) -> datetime:
    line = Event.objects.values_list("line", flat=True).get(game__id=game, seq=seq)
    return parse_time(parse_event(line).time)
