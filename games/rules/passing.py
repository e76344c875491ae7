"""Who gives to whom: directions, and the cycles that have names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from deals.cards.seat import Seat


class Direction(StrEnum):
    """Where the cards of a pass go."""

    LEFT = "left"
    RIGHT = "right"
    ACROSS = "across"
    LEFT2 = "left2"
    RIGHT2 = "right2"
    HOLD = "hold"


L, R, A, H = Direction.LEFT, Direction.RIGHT, Direction.ACROSS, Direction.HOLD
CYCLES: Final[Mapping[str, tuple[Direction, ...]]] = MappingProxyType(
    {
        "standard": (L, R, A, H),
        "no-hold": (L, R, A),
        "alternate": (L, R),
        "always-left": (L,),
        "none": (H,),
    }
)


_STEPS: Final[Mapping[Direction, int]] = MappingProxyType(
    {L: 1, R: -1, Direction.LEFT2: 2, Direction.RIGHT2: -2, H: 0}
)


def named_cycle(name: str, *, players: int) -> tuple[Direction, ...]:
    """Give the directions of a cycle's name; with an odd number of players without `across`.

    Raises KeyError.
    """
    return tuple(step for step in CYCLES[name] if step is not A or players % 2 == 0)


def is_possible(direction: Direction, *, players: int) -> bool:
    """Whether so many players can pass this way: across evenly, two seats on from five up."""
    match direction:
        case Direction.ACROSS:
            return players % 2 == 0
        case Direction.LEFT2 | Direction.RIGHT2:
            return players >= 5
        case _:
            return True


def pass_steps(direction: Direction, *, players: int) -> int:
    """How many seats to the left the cards go; 0 on a hold hand."""
    return (players // 2 if direction is A else _STEPS[direction]) % players


def pass_receiver(direction: Direction, seat: Seat, *, players: int) -> Seat:
    """Who receives what the seat gives."""
    return (seat + pass_steps(direction, players=players)) % players


def pass_giver(direction: Direction, seat: Seat, *, players: int) -> Seat:
    """Whose cards the seat receives."""
    return (seat - pass_steps(direction, players=players)) % players


def exchange(dealt: Sequence[int], gave: Sequence[int], *, direction: Direction) -> list[int]:
    """Exchange all passes at once: the holdings after it, as bits. `gave` is within `dealt`."""
    steps = pass_steps(direction, players=len(dealt))
    return [held & ~gave[seat] | gave[seat - steps] for seat, held in enumerate(dealt)]
