"""Computer players: called by a job when they are to act, after the same delay always."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

from deals.cards.seat import Seat
from deals.services.jobs import add_job
from games.rules.hand import Phase
from games.services.table import Table


def call_computers(table: Table) -> None:
    """Write the job of the computer players who are to act at this locked table, if any."""
    if waiting_computers(table):
        delay = timedelta(milliseconds=settings.HEARTS_COMPUTER_DELAY)
        hint = add_job("move_computers", table.game, now=table.now, due=table.now + delay)
        table.hints.append(hint)


def waiting_computers(table: Table) -> list[Seat]:
    """Return the computer players who are to act: those who have not passed, or the one on turn."""
    if table.hand is None:
        return []
    if table.phase == Phase.PASSING:
        return [seat for seat in table.computers if seat not in table.hand.passed]
    return [seat for seat in table.computers if seat == table.turn]
