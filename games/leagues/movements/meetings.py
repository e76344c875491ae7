"""The checker: how often a player has another one at its left, across, at its table, in its seat.

Counted for every ordered pair, over all rounds; nothing is believed of where a movement is from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations
from types import MappingProxyType
from typing import Final, TypeAlias

from games.leagues.movements.movement import Movement, Seating, Tables

Pair: TypeAlias = tuple[int, int]

RELATIONS: Final = ("left", "across", "table", "seat")
"""The other sits at the left; opposite, at an even table; at the same table; in the same seat."""
_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {"left": "left", "across": "across", "table": "same table", "seat": "same seat"}
)
_TIMES: Final = ("never", "once", "twice")


@dataclass(frozen=True)
class Balance:
    """How often it happens between two players: for each number of times, for how many pairs.

    The pairs are ordered for `left`, else unordered. Those that it never happens to are among them.
    """

    relation: str
    pairs: Mapping[int, int]

    @property
    def least(self) -> int:
        """How often it happens to the pair with the fewest."""
        return min(self.pairs)

    @property
    def most(self) -> int:
        """How often it happens to the pair with the most."""
        return max(self.pairs)

    @property
    def is_equal(self) -> bool:
        """Whether it happens to all pairs equally often."""
        return self.least == self.most

    @property
    def is_even(self) -> bool:
        """Whether it happens to no pair twice as soon as another one is left out: within one."""
        return self.most - self.least <= 1

    def __str__(self) -> str:
        """Return it as a sentence for people.

        >>> str(Balance("left", {0: 11, 1: 110, 2: 11}))
        'left: 0 to 2 times, uneven'
        """
        times = (
            _times(self.least)
            if self.is_equal
            else f"{self.least} or {self.most} times"
            if self.is_even
            else f"{self.least} to {self.most} times, uneven"
        )
        return f"{_WORDS[self.relation]}: {times}"


def count_meetings(rounds: Iterable[Tables]) -> Mapping[str, Counter[Pair]]:
    """Return for each relation how often it held, by ordered pair (player, other)."""
    counts: dict[str, Counter[Pair]] = {relation: Counter() for relation in RELATIONS}
    for tables in rounds:
        for seating in tables:
            counts["left"].update(_neighbours(seating))
            counts["across"].update(_opposites(seating))
            counts["table"].update(permutations(seating, 2))
        for seat in range(max(map(len, tables), default=0)):
            peers = [seating[seat] for seating in tables if seat < len(seating)]
            counts["seat"].update(permutations(peers, 2))
    return MappingProxyType(counts)


def check_balance(movement: Movement) -> tuple[Balance, ...]:
    """Return how even a movement is, by relation."""
    counts = count_meetings(movement.rounds)
    everybody = list(permutations(range(movement.players), 2))
    return tuple(
        Balance(relation, _histogram(relation, counts[relation], everybody))
        for relation in RELATIONS
    )


def uneven_pairs(movement: Movement, relation: str) -> tuple[Pair, ...]:
    """Return the pairs to which it happens twice or more often than to another pair, ascending."""
    counts = count_meetings(movement.rounds)[relation]
    pairs = _pairs(relation, permutations(range(movement.players), 2))
    least = min(counts[pair] for pair in pairs)
    return tuple(pair for pair in pairs if counts[pair] > least + 1)


def _histogram(
    relation: str, counts: Mapping[Pair, int], everybody: Iterable[Pair]
) -> Mapping[int, int]:
    found = Counter(counts[pair] for pair in _pairs(relation, everybody))
    return MappingProxyType(dict(sorted(found.items())))


def _pairs(relation: str, everybody: Iterable[Pair]) -> list[Pair]:
    """Return the pairs that count: of a relation that holds both ways, each only once."""
    return [pair for pair in everybody if relation == "left" or pair[0] < pair[1]]


def _neighbours(seating: Seating) -> list[Pair]:
    """Return each player with the next one clockwise, who is at its left."""
    return list(zip(seating, seating[1:] + seating[:1], strict=True))


def _opposites(seating: Seating) -> list[Pair]:
    half, odd = divmod(len(seating), 2)
    return [] if odd else list(zip(seating, seating[half:] + seating[:half], strict=True))


def _times(number: int) -> str:
    return _TIMES[number] if number < len(_TIMES) else f"{number} times"
