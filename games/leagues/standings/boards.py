"""Boards: the same seat is compared over all tables, fewer points being better (LEAGUES.md 3)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from games.leagues.standings.tally import Part

_UNSCORED: Final = Part(0, 0, 1, 0, 0, 0)


def matchpoints(points: Sequence[int]) -> tuple[int, ...] | None:
    """Return 2 for each worse and 1 for each equal result among results of one seat.

    None where there is nothing to compare.

    >>> matchpoints([13, 0, 13, 26])
    (3, 6, 3, 0)
    """
    if len(points) < 2:
        return None
    ascending = sorted(points)
    count = len(ascending)
    scored = []
    for own in points:
        after = bisect_right(ascending, own)
        scored.append(2 * (count - after) + after - bisect_left(ascending, own) - 1)
    return tuple(scored)


def board_scores(points: Sequence[int]) -> tuple[Fraction, ...] | None:
    """Return the scores from 0 to 1 of results of one seat: matchpoints / (2(k - 1)), exact."""
    scored = matchpoints(points)
    if scored is None:
        return None
    top = 2 * (len(points) - 1)
    return tuple(Fraction(won, top) for won in scored)


def score_board(tables: Sequence[Sequence[int]]) -> tuple[tuple[Part, ...], ...]:
    """Return what a board adds, by table and seat; `tables` holds each table's scores by seat.

    A board that one table alone has played adds nothing.
    """
    by_seat = [_score_seat(points) for points in zip(*tables, strict=True)]
    return tuple(zip(*by_seat, strict=True))


def _score_seat(points: Sequence[int]) -> tuple[Part, ...]:
    scored = matchpoints(points)
    if scored is None:
        return (_UNSCORED,) * len(points)
    total, top = sum(points), 2 * (len(points) - 1)
    return tuple(
        [
            Part(1, 1, top, won, 0, 2 * (total - own) - top * own)
            for own, won in zip(points, scored, strict=True)
        ]
    )
