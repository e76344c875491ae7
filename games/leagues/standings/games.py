"""Games: points for places. The place counts, not the margin; equal places share theirs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from games.leagues.standings.tally import Part
from games.rules.game import rank_totals

_UNIT: Final = 60
"""Up to six share a place: their shares are whole sixtieths."""


def place_points(totals: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the place points by seat: n for the lowest total of a table of n, down to 1.

    Those with equal totals share the points of the places that they take.

    >>> [str(points) for points in place_points([3, 15, 3, 8])]
    ['7/2', '1', '7/2', '2']
    """
    return tuple(part.tally.sum for part in score_game(totals))


def score_game(totals: Sequence[int]) -> tuple[Part, ...]:
    """Return what a finished game adds, by seat."""
    shares = _shares(rank_totals(totals))
    return tuple(
        [
            Part(1, 1, _UNIT, points, first, total * _UNIT)
            for (points, first), total in zip(shares, totals, strict=True)
        ]
    )


@lru_cache(maxsize=4096)  # few ways to rank a table serve all games
def _shares(ranks: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return place points and part of the first place by seat, in sixtieths."""
    return tuple(
        (
            (2 * (len(ranks) + 1 - rank) - (ranks.count(rank) - 1)) * _UNIT // 2,
            _UNIT // ranks.count(1) if rank == 1 else 0,
        )
        for rank in ranks
    )
