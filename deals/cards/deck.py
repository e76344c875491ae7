"""The seven decks: which cards are dealt, to how many seats, how many each (spec: fair deal 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from deals.cards.card import CARDS
from deals.cards.holding import Holding, parse_holding


@dataclass(frozen=True)
class Deck:
    """A deck for a number of seats.

    `code` is its name in statements; `cards` are dealt: `size` to each of `seats`, then `kitty`.
    """

    code: str
    seats: int
    size: int
    kitty: int
    cards: Holding

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of all places: the seats, then the kitty where there is one."""
        return (self.size,) * self.seats + ((self.kitty,) if self.kitty else ())


FULL: Final = Holding(CARDS)


def _deck(code: str, seats: int, *, without: str = "", kitty: int = 0) -> Deck:
    cards = FULL - parse_holding(without)
    return Deck(code, seats, (len(cards) - kitty) // seats, kitty, Holding(cards))


DECKS: Final[Mapping[str, Deck]] = MappingProxyType(
    {
        deck.code: deck
        for deck in (
            _deck("4", 4),
            _deck("3", 3, without="2D"),
            _deck("5", 5, without="2C 2D"),
            _deck("6", 6, without="2C 3C 2D 3D"),
            _deck("3+kitty", 3, kitty=1),
            _deck("5+kitty", 5, kitty=2),
            _deck("6+kitty", 6, kitty=4),
        )
    }
)
