"""The places of a deal: seats, then the kitty; for lots, one place for each of those seated."""

from __future__ import annotations

import re
from math import factorial
from typing import Final

from deals.cards.deck import DECKS
from deals.fairness.errors import UnknownDeck
from deals.fairness.integers import format_integer

MOST_LOTS: Final = 1750
"""More places than a round entry can list, each with a uuid, in its 65,535 bytes."""
MOST_DIGITS: Final = len(format_integer(factorial(MOST_LOTS) - 1))
"""Decimal digits of the greatest index of any deck, which is one of so many lots: 4918."""

_LOTS: Final = re.compile(r"lots/([1-9][0-9]{0,3})")


def lots_count(deck: str) -> int | None:
    """Return n for the deck lots/<n>, None for a deck of cards.

    Raises UnknownDeck.
    """
    if deck in DECKS:
        return None
    shape = _LOTS.fullmatch(deck)
    if shape is None or int(shape[1]) > MOST_LOTS:
        raise UnknownDeck(deck)
    return int(shape[1])


def place_sizes(deck: str) -> tuple[int, ...]:
    """Return how many cards each place takes: the seats in order, then the kitty.

    Raises UnknownDeck.
    """
    lots = lots_count(deck)
    return DECKS[deck].sizes if lots is None else (1,) * lots


def seat_count(deck: str) -> int:
    """Return how many seat lines a draw statement has for this deck; the kitty has none.

    Raises UnknownDeck.
    """
    lots = lots_count(deck)
    return DECKS[deck].seats if lots is None else lots
