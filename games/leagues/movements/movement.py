"""A movement: for each round who sits at which table, as numbers from 0, seats clockwise.

Players that are at no table of a round sit it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from games.leagues.movements.errors import MovementFaulty

Seating: TypeAlias = tuple[int, ...]
"""The players of a table, in seat order."""
Tables: TypeAlias = tuple[Seating, ...]
"""The tables of a round."""

SIZES: Final = range(3, 7)


@dataclass(frozen=True)
class Movement:
    """A movement for players 0 … `players` - 1, checked when it is made.

    Raises MovementFaulty.
    """

    players: int
    rounds: tuple[Tables, ...]

    def __post_init__(self) -> None:
        for number, tables in enumerate(self.rounds, start=1):
            _check_round(number, tables, self.players)

    def sitting_out(self, number: int) -> tuple[int, ...]:
        """Return the players that sit out round `number`, from 1, ascending."""
        seated = set(chain.from_iterable(self.rounds[number - 1]))
        return tuple(player for player in range(self.players) if player not in seated)


def parse_tables(text: str, *, infinity: int | None = None) -> Tables:
    """Return the tables of a text such as "1 5 12 8 / 3 2 10 11"; "∞" is the player `infinity`.

    >>> parse_tables("∞ 0 1 3 / 5 4 6 2", infinity=7)
    ((7, 0, 1, 3), (5, 4, 6, 2))
    """
    return tuple(
        tuple(infinity if word == "∞" and infinity is not None else int(word) for word in row)
        for row in map(str.split, text.split("/"))
    )


def develop(base: Tables, modulus: int) -> Movement:
    """Return the movement of `modulus` rounds, each the one before with every player one up.

    The player of number `modulus`, where the base tables have it (written ∞), stays.

    >>> develop(parse_tables("1 2 4 3"), 5).rounds[1]
    ((2, 3, 0, 4),)
    """
    rounds = tuple(
        tuple(tuple(_up(player, step, modulus) for player in seating) for seating in base)
        for step in range(modulus)
    )
    return Movement(max(modulus, 1 + max(chain.from_iterable(base))), rounds)


def _up(player: int, step: int, modulus: int) -> int:
    return player if player == modulus else (player + step) % modulus


def _check_round(number: int, tables: Tables, players: int) -> None:
    seen: set[int] = set()
    for table, seating in enumerate(tables, start=1):
        if len(seating) not in SIZES:
            raise MovementFaulty(number, table, f"{len(seating)} sit here")
        _check_seating(number, table, seating, seen, players)


def _check_seating(
    number: int, table: int, seating: Sequence[int], seen: set[int], players: int
) -> None:
    for player in seating:
        if not 0 <= player < players:
            raise MovementFaulty(number, table, f"there is no player {player}")
        if player in seen:
            raise MovementFaulty(number, table, f"player {player} sits here and elsewhere")
        seen.add(player)
