"""Places in the standings: by stated criteria in their order, then shared (LEAGUES.md 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final, TypeAlias

from games.leagues.standings.tally import Tally

Values: TypeAlias = tuple[Fraction, ...]

CRITERIA: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "cumulative": ("mean", "firsts", "points"),
        "swiss": ("mean", "firsts", "points"),
        "same-deal": ("mean", "difference"),
    }
)
"""By format what decides, in this order: of `points` the lower mean, of all else the higher."""


@dataclass(frozen=True)
class Line:
    """A line of the standings.

    `rank` is None before an entrant's first game. `ahead_by` is the criterion that puts this line
    before the next one; None where the next one shares its place, or there is none.
    """

    entrant: str
    rank: int | None
    tally: Tally
    values: Mapping[str, Fraction]
    ahead_by: str | None


def rank_entrants(kind: str, tallies: Mapping[str, Tally]) -> tuple[Line, ...]:
    """Return the standings of a league of this format, `tallies` being in the order of entry.

    Whoever shares a place stands in the order of entry; those without a game stand last.
    """
    criteria = CRITERIA[kind]
    ranked = [
        (_values(kind, tally), entrant, tally) for entrant, tally in tallies.items() if tally.games
    ]
    ranked.sort(key=lambda item: item[0], reverse=True)
    lines: list[Line] = []
    for place, (values, entrant, tally) in enumerate(ranked):
        is_shared = place > 0 and ranked[place - 1][0] == values
        rank = lines[-1].rank if is_shared else place + 1
        following = ranked[place + 1][0] if place + 1 < len(ranked) else None
        ahead_by = _ahead_by(criteria, values, following)
        lines.append(Line(entrant, rank, tally, _shown(criteria, values), ahead_by))
    rest = [(entrant, tally) for entrant, tally in tallies.items() if not tally.games]
    return (*lines, *(Line(entrant, None, tally, {}, None) for entrant, tally in rest))


def _values(kind: str, tally: Tally) -> Values:
    """Return what is compared, each so that the higher is the better."""
    mean = tally.mean or Fraction(0)
    points = tally.mean_points or Fraction(0)
    if kind == "same-deal":
        return mean, points
    return mean, tally.mean_firsts or Fraction(0), -points


def _shown(criteria: Sequence[str], values: Values) -> Mapping[str, Fraction]:
    """Return the values by criterion as people know them: points as they were counted."""
    return {
        name: -value if name == "points" else value
        for name, value in zip(criteria, values, strict=True)
    }


def _ahead_by(criteria: Sequence[str], values: Values, following: Values | None) -> str | None:
    if following is None:
        return None
    pairs = zip(criteria, values, following, strict=True)
    return next((name for name, own, other in pairs if own != other), None)
