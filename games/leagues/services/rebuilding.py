"""Derived rows of a league from zero: what its events say, beside what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from django.db import transaction

from games.leagues.models import Entrant, League, Round, Standing, Table, TableGame
from games.leagues.selectors.standings import season_at
from games.leagues.selectors.tallies import read_tally, write_tally
from games.leagues.services.locked import lock_league
from games.leagues.standings.season import Season
from games.leagues.standings.tally import Tally

_Round: TypeAlias = tuple[int, bool, tuple[tuple[str, ...], ...], tuple[str, ...] | None, int]


@dataclass(frozen=True)
class LeagueRows:
    """The derived rows as values: by entrant its tally, whether it left, its sit-outs; the rounds.

    `results` are the totals of games that have counted, None of those that count no more.
    A round is (number, whether it is open, tables, numbers of the movement, its next round).
    """

    tallies: Mapping[str, Tally]
    left: frozenset[str]
    sat: Mapping[str, int]
    rounds: tuple[_Round, ...]
    results: Mapping[str, tuple[int, ...] | None]


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
        results={
            str(row.game_id): None if row.totals is None else tuple(row.totals)
            for row in TableGame.objects.filter(table__round__league=league, counted=True)
        },
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
    return rows_of(season_at(league))


def rows_of(season: Season) -> LeagueRows:
    """Return the rows of a league that stands so."""
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
        results={game: played.totals for game, played in season.played.items()},
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
    _store_entrants(row, rows)
    for number, is_open, tables, numbers, step in rows.rounds:
        state = Round.State.OPEN if is_open else Round.State.CLOSED
        Round.objects.filter(league=row, number=number).update(
            state=state, numbers=numbers, step=step
        )
        for place, entrants in enumerate(tables, start=1):
            Table.objects.filter(round__league=row, round__number=number, number=place).update(
                entrants=entrants
            )
    _store_results(row, rows)


def _store_entrants(row: League, rows: LeagueRows) -> None:
    entrants = list(Entrant.objects.filter(league=row))
    standings = []
    for entrant in entrants:
        key = str(entrant.id)
        entrant.left, entrant.sat = key in rows.left, rows.sat[key]
        standing = Standing(entrant=entrant, league=row, seq=row.seq)
        write_tally(standing, rows.tallies[key])
        standings.append(standing)
    Entrant.objects.bulk_update(entrants, ["left", "sat"])
    Standing.objects.filter(league=row).delete()
    Standing.objects.bulk_create(standings)


def _store_results(row: League, rows: LeagueRows) -> None:
    """Write beside each game the totals that count."""
    games = list(TableGame.objects.filter(table__round__league=row))
    for game in games:
        totals = rows.results.get(str(game.game_id))
        game.counted = str(game.game_id) in rows.results
        game.totals = None if totals is None else list(totals)
    TableGame.objects.bulk_update(games, ["counted", "totals"], batch_size=2000)
