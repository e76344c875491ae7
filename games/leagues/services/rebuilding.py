"""Derived rows of a league from zero: what its events say, beside what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from django.db import transaction

from games.leagues.models import Entrant, League, Round, Standing, Table
from games.leagues.selectors.standings import season_at
from games.leagues.selectors.tallies import read_tally, write_tally
from games.leagues.services.locked import lock_league
from games.leagues.standings.season import Season
from games.leagues.standings.tally import Tally

_Round: TypeAlias = tuple[int, bool, tuple[tuple[str, ...], ...], tuple[str, ...] | None, int]


@dataclass(frozen=True)
class LeagueRows:
    """The derived rows as values: by entrant its tally, whether it left, its sit-outs; the rounds.

    A round is (number, whether it is open, tables, numbers of the movement, its next round).
    """

    tallies: Mapping[str, Tally]
    left: frozenset[str]
    sat: Mapping[str, int]
    rounds: tuple[_Round, ...]


def stored_league(league: UUID) -> LeagueRows:
    """Return the derived rows as they are stored; rounds that wait for their draw are none."""
    entrants = list(Entrant.objects.filter(league=league).order_by("number"))
    standings = Standing.objects.filter(league=league)
    tallies = {str(row.entrant_id): read_tally(row) for row in standings}
    return LeagueRows(
        tallies=tallies,
        left=frozenset(str(row.id) for row in entrants if row.left),
        sat={str(row.id): row.sat for row in entrants},
        rounds=tuple(_stored_rounds(league)),
    )


def _stored_rounds(league: UUID) -> Iterator[_Round]:
    rows = Round.objects.filter(league=league).exclude(state=Round.State.DRAWING)
    for row in rows.order_by("number"):
        tables = Table.objects.filter(round=row).order_by("number")
        yield (
            row.number,
            row.state == Round.State.OPEN,
            tuple(tuple(map(str, table.entrants)) for table in tables),
            None if row.numbers is None else tuple(map(str, row.numbers)),
            row.step,
        )


def derived_league(league: UUID) -> LeagueRows:
    """Return the derived rows as they follow from the events."""
    return _rows_of(season_at(league))


def _rows_of(season: Season) -> LeagueRows:
    return LeagueRows(
        tallies=season.tallies,
        left=frozenset(season.left),
        sat=season.sat,
        rounds=tuple(
            (
                drawn.round,
                drawn.round == season.open_round,
                drawn.tables,
                drawn.numbers,
                drawn.step,
            )
            for drawn in season.rounds
        ),
    )


def rebuild_league(league: UUID, *, now: datetime) -> bool:
    """Replace a league's derived rows by what follows from its events; whether anything differed.

    Raises UnknownLeague.
    """
    with transaction.atomic():
        locked = lock_league(league, now=now)
        derived = derived_league(league)
        if stored_league(league) == derived:
            return False
        _store(locked.row, derived)
    return True


def _store(row: League, rows: LeagueRows) -> None:
    for entrant in Entrant.objects.filter(league=row):
        key = str(entrant.id)
        entrant.left, entrant.sat = key in rows.left, rows.sat[key]
        entrant.save(update_fields=["left", "sat"])
        standing = Standing(entrant=entrant, league=row, seq=row.seq)
        write_tally(standing, rows.tallies[key])
        standing.save()
    for number, is_open, tables, numbers, step in rows.rounds:
        state = Round.State.OPEN if is_open else Round.State.CLOSED
        Round.objects.filter(league=row, number=number).update(
            state=state, numbers=numbers, step=step
        )
        for place, entrants in enumerate(tables, start=1):
            Table.objects.filter(round__league=row, round__number=number, number=place).update(
                entrants=entrants
            )
