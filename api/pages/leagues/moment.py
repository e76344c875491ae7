"""Which moment of a league a page is asked for: now, after an event, or at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.http import HttpRequest

from deals.fairness.integers import parse_integer
from games.leagues.selectors.standings import NOW, Moment

_MOST: Final = 10**9


@dataclass(frozen=True)
class Asked:
    """A moment, as it was written in the form, and why it could not be read."""

    moment: Moment = NOW
    at: str = ""
    time: str = ""
    refused: str = ""


def asked_moment(request: HttpRequest) -> Asked:
    """Return the moment that `?at=` (an event's seq) or `?time=` (UTC) names; else now."""
    at, time = request.GET.get("at", "").strip(), request.GET.get("time", "").strip()
    if at and time:
        return Asked(at=at, time=time, refused="Name an event or a time, not both.")
    if at:
        return _after_event(at)
    return _at_time(time) if time else Asked()


def _after_event(at: str) -> Asked:
    seq = parse_integer(at)
    if seq is None or not 0 <= seq < _MOST:
        return Asked(at=at, refused="An event is a whole number from 0.")
    return Asked(Moment(seq=seq), at=at)


def _at_time(time: str) -> Asked:
    read = _read_time(time)
    if read is None:
        return Asked(time=time, refused="A time is written as 2026-11-02 19:00.")
    return Asked(Moment(time=read), time=time)


def _read_time(text: str) -> datetime | None:
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        return None
    return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
