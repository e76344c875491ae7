"""Derived rows of a league from zero: what its events say, beside what is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias
from uuid import UUID

from django.db import connection, transaction

from games.leagues.models import Entrant, League, Round, Table
from games.leagues.selectors.standings import season_at
from games.leagues.selectors.tallies import stored_tallies
from games.leagues.services.locked import lock_league
from games.leagues.standings.season import Season
from games.leagues.standings.tally import Tally

# A season has tens of thousands of rows: plain SQL, a statement for all, and no model instances.
_RESULTS: Final = """
SELECT g.game_id::text, g.counted, g.totals FROM leagues_tablegame g
JOIN leagues_table t ON t.id = g.table_id JOIN leagues_round r ON r.id = t.round_id
WHERE r.league_id = %s AND (g.counted OR g.totals IS NOT NULL)
"""
_TABLES: Final = """
SELECT r.id, string_agg(array_to_string(t.entrants, ' '), ',' ORDER BY t.number)
FROM leagues_table t JOIN leagues_round r ON r.id = t.round_id WHERE r.league_id = %s GROUP BY r.id
"""
_STORE_ENTRANTS: Final = """
UPDATE leagues_entrant e SET "left" = d."left", sat = d.sat
FROM unnest(%s::uuid[], %s::boolean[], %s::smallint[]) AS d (id, "left", sat)
WHERE e.id = d.id AND e.league_id = %s
"""
_STORE_STANDINGS: Final = """
INSERT INTO leagues_standing
    (league_id, seq, entrant_id, games, sum, compared, firsts, points)
SELECT %s, %s, d.* FROM unnest(
    %s::uuid[], %s::integer[], %s::text[], %s::integer[], %s::text[], %s::text[]
) AS d
"""
_STORE_RESULTS: Final = """
UPDATE leagues_tablegame g SET counted = d.counted, totals = d.totals::integer[]
FROM unnest(%s::uuid[], %s::boolean[], %s::text[]) AS d (game, counted, totals),
    leagues_table t, leagues_round r
WHERE g.game_id = d.game AND t.id = g.table_id AND r.id = t.round_id AND r.league_id = %s
"""

_Round: TypeAlias = tuple[int, bool, tuple[tuple[str, ...], ...], tuple[str, ...] | None, int]


@dataclass(frozen=True)
class LeagueRows:
    """The derived rows as values: by entrant its tally, whether it left, its sit-outs; the rounds.

    `results` are the totals of games that have counted, None of those that count no more; () of a
    row that says totals though no event has counted it.
    A round is (number, whether it is open, tables, numbers of the movement, its next round).
    """

    tallies: Mapping[str, Tally]
    left: frozenset[str]
    sat: Mapping[str, int]
    rounds: tuple[_Round, ...]
    results: Mapping[str, tuple[int, ...] | None]


def stored_league(league: UUID) -> LeagueRows:
    """Return the derived rows as they are stored; rounds that wait for their draw are none."""
    entrants = list(
        Entrant.objects.filter(league=league).values_list("id", "left", "sat").order_by("number")
    )
    return LeagueRows(
        tallies=stored_tallies(league),
        left=frozenset(str(entrant) for entrant, left, _ in entrants if left),
        sat={str(entrant): sat for entrant, _, sat in entrants},
        rounds=tuple(_stored_rounds(league)),
        results=_stored_results(league),
    )


def _stored_results(league: UUID) -> dict[str, tuple[int, ...] | None]:
    """Return the totals beside each game; () for a row that has some though it does not count."""
    with connection.cursor() as cursor:
        cursor.execute(_RESULTS, [league])
        return {
            game: None if totals is None else tuple(totals) if counted else ()
            for game, counted, totals in cursor
        }


def _stored_rounds(league: UUID) -> list[_Round]:
    """Return the rounds as they are stored, in two statements however many there are."""
    rounds = Round.objects.filter(league=league).exclude(state=Round.State.DRAWING)
    with connection.cursor() as cursor:
        cursor.execute(_TABLES, [league])
        tables = {
            round_id: tuple([tuple(entrants.split()) for entrants in said.split(",")])
            for round_id, said in cursor
        }
    return [
        (
            row.number,
            row.state == Round.State.OPEN,
            tables.get(row.id, ()),
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
        stored, derived = stored_league(league), derived_league(league)
        if stored == derived:
            return False
        _store(locked.row, stored, derived)
    return True


def _store(row: League, stored: LeagueRows, derived: LeagueRows) -> None:
    """Write what differs; standings all together, for they carry the seq."""
    _store_entrants(row, stored, derived)
    _store_standings(row, derived)
    for before, after in zip(stored.rounds, derived.rounds, strict=False):
        if before != after:
            _store_round(row, after)
    _store_results(row, stored, derived)


def _store_round(row: League, derived: _Round) -> None:
    number, is_open, tables, numbers, step = derived
    state = Round.State.OPEN if is_open else Round.State.CLOSED
    rounds = Round.objects.filter(league=row, number=number)
    rounds.update(state=state, numbers=numbers, step=step)
    for place, entrants in enumerate(tables, start=1):
        Table.objects.filter(round__in=rounds, number=place).update(entrants=entrants)


def _store_entrants(row: League, stored: LeagueRows, derived: LeagueRows) -> None:
    wrong = [
        entrant
        for entrant, sat in derived.sat.items()
        if stored.sat.get(entrant) != sat or (entrant in stored.left) != (entrant in derived.left)
    ]
    left = [entrant in derived.left for entrant in wrong]
    with connection.cursor() as cursor:
        sat = [derived.sat[entrant] for entrant in wrong]
        cursor.execute(_STORE_ENTRANTS, [wrong, left, sat, row.id])


def _store_standings(row: League, derived: LeagueRows) -> None:
    tallies = derived.tallies.values()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM leagues_standing WHERE league_id = %s", [row.id])
        cursor.execute(
            _STORE_STANDINGS,
            [
                row.id,
                row.seq,
                list(derived.tallies),
                [tally.games for tally in tallies],
                [str(tally.sum) for tally in tallies],
                [tally.compared for tally in tallies],
                [str(tally.firsts) for tally in tallies],
                [str(tally.points) for tally in tallies],
            ],
        )


def _store_results(row: League, stored: LeagueRows, derived: LeagueRows) -> None:
    """Write beside each game the totals that count, where others are or none."""
    wrong = [
        game
        for game in stored.results.keys() | derived.results.keys()
        if game not in stored.results
        or game not in derived.results
        or stored.results[game] != derived.results[game]
    ]
    said = [derived.results.get(game) for game in wrong]
    totals = [None if one is None else f"{{{','.join(map(str, one))}}}" for one in said]
    with connection.cursor() as cursor:
        counted = [game in derived.results for game in wrong]
        cursor.execute(_STORE_RESULTS, [wrong, counted, totals, row.id])
