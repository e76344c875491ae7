"""Cards to print: for each entrant where it sits round by round, for each table who comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class CardRound:
    """A round on a card: its number, its tables in seat order, and who sits out."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    sitting: tuple[str, ...] = ()


@dataclass(frozen=True)
class Place:
    """Where somebody sits in a round: table from 1, seat from 0, and all who sit there."""

    round: int
    table: int
    seat: int
    entrants: tuple[str, ...]


Names: TypeAlias = Mapping[str, str]
"""What people are called, by entrant."""


def places_of(entrant: str, rounds: Sequence[CardRound]) -> list[Place]:
    """Return where an entrant sits, round by round; nothing of the rounds it sits out."""
    return [
        Place(one.number, table, seating.index(entrant), seating)
        for one in rounds
        for table, seating in enumerate(one.tables, start=1)
        if entrant in seating
    ]


def player_card(entrant: str, rounds: Sequence[CardRound], names: Names) -> str:
    """Return an entrant's card: a line for each round, with the others from the left on.

    >>> rounds = [CardRound(1, (("a", "b", "c"),)), CardRound(2, (("b", "c", "d"),), ("a",))]
    >>> print(player_card("a", rounds, {}), end="")
    a
    round 1   table 1   seat 0   with b, c
    round 2   sits out
    """
    places = {place.round: place for place in places_of(entrant, rounds)}
    lines = [_name(entrant, names)]
    for one in rounds:
        place = places.get(one.number)
        if place is not None:
            around = place.entrants[place.seat + 1 :] + place.entrants[: place.seat]
            with_whom = ", ".join(_name(other, names) for other in around)
            lines.append(
                f"round {one.number}   table {place.table}   seat {place.seat}   with {with_whom}"
            )
        elif entrant in one.sitting:
            lines.append(f"round {one.number}   sits out")
    return _text(lines)


def table_card(table: int, rounds: Sequence[CardRound], names: Names) -> str:
    """Return the card of a table, from 1: a line for each round, by seat."""
    lines = [f"table {table}"]
    for one in rounds:
        if table <= len(one.tables):
            seats = ", ".join(
                f"{seat} {_name(entrant, names)}"
                for seat, entrant in enumerate(one.tables[table - 1])
            )
            lines.append(f"round {one.number}   {seats}")
    return _text(lines)


def _name(entrant: str, names: Names) -> str:
    return names.get(entrant) or entrant


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
