"""Standings: as they are stored, and at any past moment from the events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final
from uuid import UUID

from django.db.models import TextField
from django.db.models.functions import Cast

from games.leagues.models import League, LeagueEvent
from games.leagues.selectors.rounds import names_of
from games.leagues.selectors.tallies import stored_tallies
from games.leagues.standings.facts import Fact, parse_fact
from games.leagues.standings.ranking import CRITERIA, Line, rank_entrants
from games.leagues.standings.season import Season, fold_season
from games.leagues.standings.shown import format_csv_standings, line_to_json

_AT_ONCE: Final = 2000
"""Events that are read and parsed together."""


def stored_lines(row: League) -> tuple[Line, ...]:
    """Return the standings of a league as its rows have them."""
    return rank_entrants(row.kind, stored_tallies(row.id))


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
    said = rows.order_by("seq").values_list("kind", Cast("detail", TextField()))
    return _parsed(said.iterator(chunk_size=_AT_ONCE))


def _parsed(rows: Iterable[tuple[str, str]]) -> Iterator[Fact]:
    """Parse events, many texts at once: a season has tens of thousands."""
    left = iter(rows)
    while some := list(islice(left, _AT_ONCE)):
        details = json.loads(f"[{','.join([detail for _, detail in some])}]")
        for (kind, _), detail in zip(some, details, strict=True):
            yield parse_fact(kind, detail)


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
