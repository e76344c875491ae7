"""Who sits out, and how many tables of which size there are (LEAGUES.md 2).

Sit-outs are evened: nobody sits out twice before all have once. `sat` is how often each entrant
has sat out; one who enters late is counted as often as the one with the fewest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.leagues.movements.errors import TooFewToSeat


def table_sizes(entrants: int, *, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the size of each table, those of the size preferred, `sizes[0]`, first.

    As few sit out as can be; among these ways, as many tables as can be have the size preferred,
    then the next one. Raises TooFewToSeat.

    >>> table_sizes(11, sizes=(4, 3)), table_sizes(7, sizes=(4,))
    ((4, 4, 3), (4,))
    """
    best = _best_split(sizes, most=entrants)
    for seated in range(entrants, 0, -1):
        if (split := best[seated]) is not None:
            return tuple(
                size for size, count in zip(sizes, split, strict=True) for _ in range(count)
            )
    raise TooFewToSeat(min(sizes))


def _best_split(sizes: Sequence[int], *, most: int) -> list[tuple[int, ...] | None]:
    """Return for 0 … `most` players how many tables of each size they fill; None where none do."""
    best: list[tuple[int, ...] | None] = [(0,) * len(sizes)]
    for players in range(1, most + 1):
        ways = [
            tuple(count + (place == at) for place, count in enumerate(before))
            for at, size in enumerate(sizes)
            if size <= players and (before := best[players - size]) is not None
        ]
        best.append(max(ways, default=None))
    return best


def choose_sitting(order: Sequence[str], sat: Mapping[str, int], *, count: int) -> tuple[str, ...]:
    """Return the `count` entrants that sit out: those with the fewest, the last in `order` first.

    >>> choose_sitting(["a", "b", "c"], {"a": 0, "b": 1, "c": 1}, count=2)
    ('a', 'c')
    """
    from_the_end = list(reversed(order))
    from_the_end.sort(key=lambda entrant: sat.get(entrant, 0))
    return tuple(from_the_end[:count])


def sat_at_entry(sat: Mapping[str, int], active: Sequence[str]) -> int:
    """Return as how often an entrant counts that comes in now: as the fewest of those active."""
    return min((sat.get(entrant, 0) for entrant in active), default=0)
