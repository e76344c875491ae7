"""Tallies as they rest in a row: sums as exact text."""

from __future__ import annotations

from fractions import Fraction

from games.leagues.models import Standing
from games.leagues.standings.tally import Tally


def read_tally(row: Standing) -> Tally:
    """Return the tally of a row."""
    return Tally(
        row.games, Fraction(row.sum), row.compared, Fraction(row.firsts), Fraction(row.points)
    )


def write_tally(row: Standing, tally: Tally) -> None:
    """Put a tally into a row, which is not saved by this."""
    row.games, row.compared = tally.games, tally.compared
    row.sum, row.firsts, row.points = str(tally.sum), str(tally.firsts), str(tally.points)
