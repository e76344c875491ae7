"""Silent seats: whom a table waits for, since when, and whether that has been long enough.

No clock acts by itself: a seat asks, and then the header's `wait` is counted from the last line
that the silent seat has to answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from deals.cards.seat import Seat
from deals.fairness.times import format_time, parse_time
from deals.services.errors import SeatNotSilent, WaitNotOver
from games.events.event import parse_event
from games.models import Event, Game
from games.rules.hand import Phase
from games.services.table import Table

_DEALT: Final = "deal|freeze|beacon"
_ASKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "contributing": "deal",
        "opening": "contribute",
        Phase.PASSING: _DEALT,
        Phase.PLAYING: f"{_DEALT}|pass|play",
        "closing": "play",
    }
)
"""The kinds of lines, by phase, of which the last is the one that a seat has to answer."""


def check_silent(table: Table, seat: Seat) -> None:
    """Check that the table has waited long enough for a seat that has to act.

    Raises SeatNotSilent, WaitNotOver.
    """
    if table.phase not in _ASKS:
        raise SeatNotSilent("nobody has to answer anything now")
    wait = Game.objects.values_list("wait", flat=True).get(id=table.game)
    until = _asked_at(table) + timedelta(seconds=wait)
    if table.now < until:
        raise WaitNotOver(seat, format_time(until))


def must_act(table: Table, seat: Seat) -> bool:
    """Whether the hand that is dealt waits for a seat's pass or play."""
    if table.hand is None:
        return False
    if table.phase == Phase.PASSING:
        return seat not in table.hand.passed
    return seat == table.turn


def _asked_at(table: Table) -> datetime:
    """Return the time of the last line that a silent seat has to answer."""
    lines = Event.objects.filter(
        game__id=table.game, line__regex=rf"^[0-9]+ [^ ]+ [0-9]+ ({_ASKS[table.phase]}) "
    )
    line = lines.order_by("-seq").values_list("line", flat=True)[0]
    return parse_time(parse_event(line).time)
