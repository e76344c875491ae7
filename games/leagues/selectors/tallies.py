"""Tallies as they rest in a row: sums as exact text."""

from __future__ import annotations

from fractions import Fraction
from uuid import UUID

from games.leagues.models import Standing
from games.leagues.standings.tally import Tally


def stored_tallies(league: UUID) -> dict[str, Tally]:
    """Return the tallies of a league as they are stored, by entrant in the order of entry."""
    rows = Standing.objects.filter(league=league).order_by("entrant__number")
    sums = rows.values_list("entrant_id", "games", "sum", "compared", "firsts", "points")
    return {
        str(entrant): Tally(games, Fraction(total), compared, Fraction(firsts), Fraction(points))
        for entrant, games, total, compared, firsts, points in sums
    }


def read_tally(row: Standing) -> Tally:
    """Return the tally of a row."""
    return Tally(
        row.games, Fraction(row.sum), row.compared, Fraction(row.firsts), Fraction(row.points)
    )


def write_tally(row: Standing, tally: Tally) -> None:
    """Put a tally into a row, which is not saved by this."""
    row.games, row.compared = tally.games, tally.compared
    row.sum, row.firsts, row.points = str(tally.sum), str(tally.firsts), str(tally.points)
