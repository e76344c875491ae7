"""The 52 cards. A card is its place in deck order: 2C…AC, 2D…AD, 2H…AH, 2S…AS."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from deals.cards.errors import UnknownCard

RANK_CODES: Final = "23456789TJQKA"
SUIT_CODES: Final = "CDHS"


class Suit(IntEnum):
    """A suit, in deck order."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        """Return the suit's code, as in "C"."""
        return SUIT_CODES[self]


class Rank(IntEnum):
    """A rank by its pip value, the ace high: 2 … 14."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        """Return the rank's code, as in "T"."""
        return RANK_CODES[self - 2]


class Card(int):
    """One card: an int 0…51, its place in deck order; `str(card)` is its code, as in "QS"."""

    __slots__ = ()

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return Suit(self // 13)

    @property
    def rank(self) -> Rank:
        """The card's rank."""
        return Rank(self % 13 + 2)

    def __str__(self) -> str:
        """Return the card's code: rank then suit."""
        return CODES[self]

    def __repr__(self) -> str:
        """Return the code as a call, as in Card('QS')."""
        return f"Card({CODES[self]!r})"


CODES: Final = tuple(f"{rank}{suit}" for suit in SUIT_CODES for rank in RANK_CODES)
CARDS: Final = tuple(Card(place) for place in range(52))
_BY_CODE: Final = dict(zip(CODES, CARDS, strict=True))


def parse_card(code: str) -> Card:
    """Return the card of a code such as "QS"; strict: upper case, two characters.

    Raises UnknownCard.
    """
    try:
        return _BY_CODE[code]
    except KeyError:
        raise UnknownCard(code) from None
