"""Standings: as they are stored, and at any past moment from the events."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from games.leagues.models import League, LeagueEvent, Standing
from games.leagues.selectors.tallies import read_tally
from games.leagues.standings.facts import Fact, parse_fact
from games.leagues.standings.ranking import Line, rank_entrants
from games.leagues.standings.season import Season, fold_season


def stored_lines(row: League) -> tuple[Line, ...]:
    """Return the standings of a league as its rows have them."""
    rows = Standing.objects.filter(league=row).order_by("entrant__number")
    return rank_entrants(row.kind, {str(one.entrant_id): read_tally(one) for one in rows})


def season_at(league: UUID, *, seq: int | None = None, time: datetime | None = None) -> Season:
    """Return where a league stood after an event, or at a time; at the end unless said."""
    kind = League.objects.values_list("kind", flat=True).get(id=league)
    return fold_season(kind, facts_of(league, seq=seq, time=time))


def facts_of(
    league: UUID, *, seq: int | None = None, time: datetime | None = None
) -> Iterable[Fact]:
    """Return the events of a league in their order, up to one or to a time."""
    rows = LeagueEvent.objects.filter(league=league)
    if seq is not None:
        rows = rows.filter(seq__lte=seq)
    if time is not None:
        rows = rows.filter(time__lte=time)
    said = rows.order_by("seq").values_list("kind", "detail")
    return (parse_fact(kind, detail) for kind, detail in said.iterator(chunk_size=2000))
