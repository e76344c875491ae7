"""Standings: as they are stored, and at any past moment from the events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from games.leagues.models import League, LeagueEvent, Standing
from games.leagues.selectors.rounds import names_of
from games.leagues.selectors.tallies import read_tally
from games.leagues.standings.facts import Fact, parse_fact
from games.leagues.standings.ranking import CRITERIA, Line, rank_entrants
from games.leagues.standings.season import Season, fold_season
from games.leagues.standings.shown import format_csv_standings, line_to_json


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


@dataclass(frozen=True)
class Moment:
    """A past moment of a league: after the event `seq`, or at a time."""

    seq: int | None = None
    time: datetime | None = None


NOW: Final = Moment()
"""The present."""


def standings(league: UUID, moment: Moment = NOW) -> dict[str, object] | None:
    """Return the standings at a moment, and what decides; None when there is no such league."""
    row = League.objects.filter(id=league).first()
    if row is None:
        return None
    names = names_of(league)
    return {
        "league": str(league),
        "kind": row.kind,
        "seq": _seq_at(row, moment),
        "criteria": list(CRITERIA[row.kind]),
        "lines": [line_to_json(line, names) for line in _lines_at(row, moment)],
    }


def standings_csv(league: UUID, moment: Moment = NOW) -> str | None:
    """Return the standings at a moment as CSV; None when there is no such league."""
    row = League.objects.filter(id=league).first()
    if row is None:
        return None
    return format_csv_standings(row.kind, _lines_at(row, moment), names_of(league))


def _lines_at(row: League, moment: Moment) -> tuple[Line, ...]:
    if moment == NOW:
        return stored_lines(row)
    return season_at(row.id, seq=moment.seq, time=moment.time).lines


def _seq_at(row: League, moment: Moment) -> int:
    """Return the seq of the last event that counts at a moment."""
    if moment.time is not None:
        before = LeagueEvent.objects.filter(league=row, time__lte=moment.time)
        return before.order_by("-seq").values_list("seq", flat=True).first() or 0
    return row.seq if moment.seq is None else min(moment.seq, row.seq)
