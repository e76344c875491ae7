"""The swiss fill: tables made down the standings, of people who have met seldom (LEAGUES.md 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Meetings: TypeAlias = Mapping[str, Mapping[str, int]]
"""How often each entrant has been at a table with each other one."""


def fill_tables(
    order: Sequence[str], meetings: Meetings, *, sizes: Sequence[int]
) -> tuple[tuple[str, ...], ...]:
    """Return tables of these sizes, `order` being the standings from the top; all are seated.

    Each table takes the highest who is free, then the highest who has met nobody there; without
    one, the highest of those with the fewest meetings there.
    """
    free = list(order)
    tables = []
    for size in sizes:
        table = [free.pop(0)]
        met = Counter(meetings.get(table[0], {}))
        while len(table) < size:
            table.append(free.pop(_next_place(free, met)))
            met.update(meetings.get(table[-1], {}))
        tables.append(tuple(table))
    return tuple(tables)


def _next_place(free: Sequence[str], met: Mapping[str, int]) -> int:
    """Return who comes next, as a place in `free`."""
    best, fewest = 0, None
    for place, entrant in enumerate(free):
        times = met.get(entrant, 0)
        if times == 0:
            return place
        if fewest is None or times < fewest:
            best, fewest = place, times
    return best


def count_met(
    rounds: Sequence[Sequence[Sequence[str]]],
) -> Mapping[str, Counter[str]]:
    """Return who has met whom how often, from the tables of all rounds."""
    met: dict[str, Counter[str]] = {}
    for tables in rounds:
        for table in tables:
            for entrant in table:
                met.setdefault(entrant, Counter()).update(
                    other for other in table if other != entrant
                )
    return met


def seat_by_draw(table: Sequence[str], places: Mapping[str, int]) -> tuple[str, ...]:
    """Return the entrants of a table in seat order: the lowest place drawn sits in seat 0.

    >>> seat_by_draw(["a", "b", "c"], {"a": 7, "b": 0, "c": 3})
    ('b', 'c', 'a')
    """
    return tuple(sorted(table, key=lambda entrant: places[entrant]))
