"""Who sits where by a draw (games/leagues/LEAGUES.md 2), written down a second time.

The service seats its rounds with other code; here it is only what a stranger needs to check them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeAlias

Tables: TypeAlias = tuple[tuple[str, ...], ...]
"""Entrants by table, in seat order."""


@dataclass(frozen=True)
class Movement:
    """A movement: who, by number, sits at which table of each round; `step` is the next one."""

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    step: int


@dataclass(frozen=True)
class Plan:
    """What the league says was settled before a draw.

    `order` are those seated, from the top of the standings; `sitting` those who sit out;
    `movement` the movement that the round is of, None where tables are filled.
    """

    order: tuple[str, ...]
    sitting: tuple[str, ...]
    movement: Movement | None


@dataclass
class Before:
    """The rounds before one: who met whom how often, and the movement that the last was of.

    `numbers` are that movement's entrants, by number.
    """

    met: dict[str, Counter[str]] = field(default_factory=dict)
    movement: Movement | None = None
    numbers: tuple[str, ...] = ()

    def add(self, plan: Plan, tables: Tables, numbers: tuple[str, ...]) -> None:
        """Go on by a round."""
        for table in tables:
            for entrant in table:
                others = (other for other in table if other != entrant)
                self.met.setdefault(entrant, Counter()).update(others)
        self.movement = plan.movement and replace(plan.movement, step=plan.movement.step + 1)
        self.numbers = numbers

    def goes_on(self, plan: Plan) -> bool:
        """Whether the movement has a round left, and the same people are there."""
        if self.movement is None or self.movement.step >= len(self.movement.rounds):
            return False
        return sorted((*plan.order, *plan.sitting)) == sorted(self.numbers)


class Unseatable(ValueError):
    """What was settled before a draw is at odds with itself or with the rounds before."""

    code = "unseatable"


def seat_by_lots(
    plan: Plan, before: Before, drawn: Sequence[str], *, sizes: Sequence[int]
) -> tuple[Tables, tuple[str, ...]]:
    """Return the tables that a draw gives, and the movement's entrants by number, if one is on.

    `drawn` holds who drew each place, from 0; `sizes` are those of the tables. Raises Unseatable.
    """
    goes_on = before.goes_on(plan)
    if plan.movement is None:
        if goes_on:
            raise Unseatable("a movement was on, with the same people, and was not gone on with")
        return _fill(plan, before, drawn, sizes), ()
    if plan.movement != (before.movement if goes_on else replace(plan.movement, step=0)):
        raise Unseatable("the movement does not begin here, and is not the one that was on")
    numbers = before.numbers if goes_on else _numbers(plan, plan.movement, drawn)
    tables = _seated(plan.movement, numbers)
    if sorted(chain.from_iterable(tables)) != sorted(plan.order):
        raise Unseatable("the movement seats others than those of the plan")
    if goes_on:
        places = _places(drawn)
        tables = tuple(sorted(tables, key=lambda table: min(places[one] for one in table)))
    return tables, numbers


def _numbers(plan: Plan, movement: Movement, drawn: Sequence[str]) -> tuple[str, ...]:
    """Give a movement's numbers by the places of its first round; who sits out has the free one."""
    count = len(drawn) + len(plan.sitting)
    seats = list(chain.from_iterable(movement.rounds[0])) if movement.rounds else []
    free = [player for player in range(count) if player not in seats]
    players = {one for tables in movement.rounds for table in tables for one in table}
    if players != set(range(count)) or len(set(seats)) != len(seats) or len(seats) != len(drawn):
        raise Unseatable("the movement is for another number of people")
    holders = dict(zip((*seats, *free), (*drawn, *plan.sitting), strict=True))
    return tuple(holders[player] for player in range(count))


def _seated(movement: Movement, numbers: Sequence[str]) -> Tables:
    """Seat a movement's next round; that its players are those of `numbers` was seen at first."""
    tables = movement.rounds[movement.step]
    return tuple(tuple(numbers[player] for player in table) for table in tables)


def _fill(plan: Plan, before: Before, drawn: Sequence[str], sizes: Iterable[int]) -> Tables:
    """Fill tables down the standings with those who have met seldom; seats by the draw."""
    places = _places(drawn)
    free = list(plan.order) if before.met else list(drawn)
    tables = []
    for size in sizes:
        table: list[str] = []
        met: Counter[str] = Counter()
        while len(table) < size:
            table.append(free.pop(_seldom_met(free, met)))
            met.update(before.met.get(table[-1], {}))
        tables.append(tuple(sorted(table, key=places.__getitem__)))
    return tuple(tables)


def _seldom_met(free: Sequence[str], met: Mapping[str, int]) -> int:
    """Return the place of the first of those with the fewest meetings."""
    stranger = next((place for place, one in enumerate(free) if not met.get(one)), None)
    if stranger is not None:
        return stranger
    return min(range(len(free)), key=lambda place: met[free[place]])


def _places(drawn: Sequence[str]) -> dict[str, int]:
    return {entrant: place for place, entrant in enumerate(drawn)}
