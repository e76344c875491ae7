"""Leagues, and where one stands, now or at any past moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse

from api.methods import safe_only
from api.pages.leagues.moment import asked_moment
from api.pages.leagues.words import CRITERIA, KINDS, shown_number, tell_event
from api.pages.views import page
from api.pagination import parse_place, place_cursor
from deals.fairness.integers import parse_integer
from games.leagues.selectors.leagues import (
    entrants_of,
    last_seq,
    league_events,
    league_summary,
    leagues_page,
)
from games.leagues.selectors.rounds import names_of, rounds_of
from games.leagues.selectors.standings import NOW, standings
from games.selectors.clubs import club_summary

_LINES: Final = 25
_EVENTS: Final = 50


@safe_only
def leagues(request: HttpRequest) -> HttpResponse:
    """List all leagues, the newest first. Raises Problem (400)."""
    after = parse_place(request.GET.get("cursor"))
    found, more = leagues_page(club=None, after=after, limit=_LINES)
    context = {
        "here": "leagues",
        "leagues": found,
        "next": urlencode({"cursor": place_cursor(more)}) if more else None,
    }
    return page(request, "leagues", context)


@safe_only
def league(request: HttpRequest, league: UUID) -> HttpResponse:
    """Show a league: standings with what decided, rounds, who takes part. Raises Http404."""
    found = known_league(league)
    asked = asked_moment(request)
    table = cast("dict[str, Any]", standings(league, asked.moment))
    context = {
        **heading(found),
        "asked": asked,
        "is_past": asked.moment != NOW,
        "seq": table["seq"],
        "criteria": [CRITERIA[name][0] for name in table["criteria"][1:]],
        "decides": [CRITERIA[name][1] for name in table["criteria"]],
        "lines": [_line(line, table["criteria"]) for line in table["lines"]],
        "rounds": rounds_of(league),
        "entrants": entrants_of(league),
    }
    return page(request, "league", context)


@safe_only
def history(request: HttpRequest, league: UUID) -> HttpResponse:
    """Show the events of a league in words, each a past moment to look at. Raises Http404."""
    found = known_league(league)
    after = parse_integer(request.GET.get("after", "0"))
    if after is None or not 0 <= after < 10**9:
        raise Http404
    events = told_events(league, after=after, limit=_EVENTS)
    last = last_seq(league) or 0
    reached = after + len(events)
    context = {
        **heading(found),
        "events": events,
        "before": max(0, after - _EVENTS) if after else None,
        "next": reached if events and reached < last else None,
    }
    return page(request, "league-history", context)


def told_events(league: UUID, *, after: int, limit: int) -> list[dict[str, object]]:
    """Return events of a league after a seq, each with its words."""
    names = names_of(league)
    events = league_events(league, after=after, limit=limit)
    return [{**event, "said": tell_event(event, names)} for event in events]


def known_league(league: UUID) -> dict[str, object]:
    """Return a league's summary. Raises Http404."""
    found = league_summary(league)
    if found is None:
        raise Http404
    return found


def heading(found: Mapping[str, object]) -> dict[str, object]:
    """Return what every page of a league says of it."""
    return {
        "here": "leagues",
        "league": found,
        "club": club_summary(UUID(str(found["club"]))),
        "is_same_deal": found["kind"] == "same-deal",
        "meaning": KINDS[str(found["kind"])],
    }


def _line(line: dict[str, Any], criteria: list[str]) -> dict[str, object]:
    """Return a line of the standings as people read it: with what puts it before the next."""
    values = [shown_number(line["values"][name]) if line["values"] else "" for name in criteria[1:]]
    return {
        **line,
        "sum": shown_number(line["sum"]),
        "values": values,
        "because": CRITERIA[line["ahead_by"]][1] if line["ahead_by"] else "",
    }
