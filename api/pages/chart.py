"""The chart of running totals, as points of an SVG drawing: works without script, and prints."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 110, 12, 24


@dataclass(frozen=True)
class Curve:
    """One player's line: its points as SVG takes them, and where its name stands."""

    name: str
    points: str
    x: float
    y: float


@dataclass(frozen=True)
class Mark:
    """A labelled place on an axis."""

    label: int
    at: float


@dataclass(frozen=True)
class Chart:
    """Curves and axes of a drawing, WIDTH by HEIGHT."""

    curves: tuple[Curve, ...]
    levels: tuple[Mark, ...]
    hands: tuple[Mark, ...]
    width: int = WIDTH
    height: int = HEIGHT


def totals_chart(totals: Sequence[Sequence[int]], *, names: Sequence[str]) -> Chart:
    """Draw running totals: a row for each hand, a total for each player in it."""
    rows = [[0] * len(names), *totals]
    low, high = min(map(min, rows)), max(map(max, rows))
    step = _step(high - low)
    levels = range(low // step * step, high + step, step)

    def x_of(hand: int) -> float:
        return round(_LEFT + hand * (WIDTH - _LEFT - _RIGHT) / (len(rows) - 1), 1)

    def y_of(total: int) -> float:
        share = (total - levels[0]) / max(levels[-1] - levels[0], 1)
        return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)

    ends = _apart([y_of(total) for total in rows[-1]])
    curves = tuple(
        Curve(
            name,
            " ".join(f"{x_of(hand)},{y_of(row[seat])}" for hand, row in enumerate(rows)),
            WIDTH - _RIGHT + 8,
            ends[seat],
        )
        for seat, name in enumerate(names)
    )
    every = -(-(len(rows) - 1) // 16)
    hands = tuple(Mark(hand, x_of(hand)) for hand in range(0, len(rows), every))
    return Chart(curves, tuple(Mark(level, y_of(level)) for level in levels), hands)


def _step(span: int) -> int:
    """Return the distance of the lines across: some five of them."""
    return next(step for step in (5, 10, 25, 50, 100, 250, 1000, 10_000) if span <= 5 * step)


def _apart(places: Sequence[float], *, least: float = 14) -> list[float]:
    """Return places for the names, so far apart that they can be read."""
    order = sorted(range(len(places)), key=places.__getitem__)
    moved = list(places)
    for above, below in itertools.pairwise(order):
        moved[below] = max(moved[below], moved[above] + least)
    over = moved[order[-1]] - (HEIGHT - 4)
    return [place - max(over, 0) for place in moved]
