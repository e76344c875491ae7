"""Derived rows of a league from zero: what its events say, beside what is stored."""

from __future__ import annotations

from collections.abc import Mapping
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


def _stored_rounds(league: UUID) -> list[_Round]:
    """Return the rounds as they are stored, in two statements however many there are."""
    rounds = Round.objects.filter(league=league).exclude(state=Round.State.DRAWING)
    tables: dict[UUID, list[tuple[str, ...]]] = {}
    rows = Table.objects.filter(round__league=league).order_by("number")
    for round_id, entrants in rows.values_list("round", "entrants"):
        tables.setdefault(round_id, []).append(tuple(map(str, entrants)))
    return [
        (
            row.number,
            row.state == Round.State.OPEN,
            tuple(tables.get(row.id, ())),
            None if row.numbers is None else tuple(map(str, row.numbers)),
            row.step,
        )
        for row in rounds.order_by("number")
    ]


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
    for stored, derived in zip(_stored_rounds(row.id), rows.rounds, strict=False):
        if stored != derived:
            _store_round(row, derived)
    _store_results(row, rows)


def _store_round(row: League, derived: _Round) -> None:
    number, is_open, tables, numbers, step = derived
    state = Round.State.OPEN if is_open else Round.State.CLOSED
    rounds = Round.objects.filter(league=row, number=number)
    rounds.update(state=state, numbers=numbers, step=step)
    for place, entrants in enumerate(tables, start=1):
        Table.objects.filter(round__in=rounds, number=place).update(entrants=entrants)


def _store_entrants(row: League, rows: LeagueRows) -> None:
    wrong, standings = [], []
    for entrant in Entrant.objects.filter(league=row):
        key = str(entrant.id)
        if (entrant.left, entrant.sat) != (key in rows.left, rows.sat[key]):
            entrant.left, entrant.sat = key in rows.left, rows.sat[key]
            wrong.append(entrant)
        standing = Standing(entrant=entrant, league=row, seq=row.seq)
        write_tally(standing, rows.tallies[key])
        standings.append(standing)
    Entrant.objects.bulk_update(wrong, ["left", "sat"], batch_size=500)
    Standing.objects.filter(league=row).delete()
    Standing.objects.bulk_create(standings)


def _store_results(row: League, rows: LeagueRows) -> None:
    """Write beside each game the totals that count."""
    wrong = []
    for game in TableGame.objects.filter(table__round__league=row):
        counted = str(game.game_id) in rows.results
        totals = rows.results.get(str(game.game_id))
        said = None if totals is None else list(totals)
        if (game.counted, game.totals) != (counted, said):
            game.counted, game.totals = counted, said
            wrong.append(game)
    TableGame.objects.bulk_update(wrong, ["counted", "totals"], batch_size=500)
