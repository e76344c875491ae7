"""What an entrant has come to: sums that add up in any order, so a result can be taken back.

A season has tens of thousands of results: what each adds is counted in whole numbers over one
denominator, and the fractions are made when somebody looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

NOTHING: Final = Fraction(0)


class Part(NamedTuple):
    """What one result adds; `sum`, `firsts` and `points` are in 1/`unit`, as in Tally."""

    games: int
    compared: int
    unit: int
    sum: int
    firsts: int
    points: int

    @property
    def tally(self) -> Tally:
        """The same as fractions."""
        unit = self.unit
        return Tally(
            self.games,
            Fraction(self.sum, unit),
            self.compared,
            Fraction(self.firsts, unit),
            Fraction(self.points, unit),
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over the results that count.

    games: games or boards in the mean, averages among them. sum: place points or board scores,
    penalties taken off. compared: games or boards played against others. firsts: first places, a
    shared one as its part. points: totals of games, or of boards the differences to the mean of
    the others.
    """

    games: int = 0
    sum: Fraction = NOTHING
    compared: int = 0
    firsts: Fraction = NOTHING
    points: Fraction = NOTHING

    def __add__(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(
            self.games + other.games,
            self.sum + other.sum,
            self.compared + other.compared,
            self.firsts + other.firsts,
            self.points + other.points,
        )

    def __sub__(self, other: Tally) -> Tally:
        """Return it without the other."""
        return Tally(
            self.games - other.games,
            self.sum - other.sum,
            self.compared - other.compared,
            self.firsts - other.firsts,
            self.points - other.points,
        )

    @property
    def mean(self) -> Fraction | None:
        """The sum per game or board; None before the first."""
        return self.sum / self.games if self.games else None

    @property
    def mean_firsts(self) -> Fraction | None:
        """First places per game; None before the first."""
        return self.firsts / self.compared if self.compared else None

    @property
    def mean_points(self) -> Fraction | None:
        """Points per game or board compared; None before the first."""
        return self.points / self.compared if self.compared else None


@dataclass(slots=True)
class Running:
    """A tally that grows; its sums by their denominators, of which a season has few."""

    games: int = 0
    compared: int = 0
    sums: dict[int, list[int]] = field(default_factory=dict)

    def add(self, part: Part, *, sign: int = 1) -> None:
        """Add what a result adds; with `sign` -1 take it back."""
        games, compared, unit, total, firsts, points = part
        self.games += sign * games
        self.compared += sign * compared
        sums = self.sums.get(unit)
        if sums is None:
            sums = self.sums[unit] = [0, 0, 0]
        sums[0] += sign * total
        sums[1] += sign * firsts
        sums[2] += sign * points

    @property
    def tally(self) -> Tally:
        """The sums as fractions: added as whole numbers over a denominator that all share."""
        unit = lcm(*self.sums)
        total = firsts = points = 0
        for part, sums in self.sums.items():
            times = unit // part
            total += sums[0] * times
            firsts += sums[1] * times
            points += sums[2] * times
        return Tally(
            self.games,
            Fraction(total, unit),
            self.compared,
            Fraction(firsts, unit),
            Fraction(points, unit),
        )
