"""Sets of cards as 52-bit ints: bit n is the card at place n of deck order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Final

from deals.cards.card import CARDS, Card, Suit, parse_card
from deals.cards.errors import RepeatedCard

SUIT_BITS: Final = tuple(0x1FFF << 13 * suit for suit in Suit)


class Holding(AbstractSet[Card]):
    """A frozen set of cards. Iterates in deck order; `bits` is its value for loops that need speed.

    >>> hand = parse_holding("QS AH 2C")
    >>> str(hand), len(hand), parse_card("AH") in hand
    ('2C AH QS', 3, True)
    """

    __slots__ = ("bits",)
    bits: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        bits = 0
        for card in cards:
            bits |= 1 << card
        object.__setattr__(self, "bits", bits)

    @classmethod
    def from_bits(cls, bits: int) -> Holding:
        """Return the holding whose bits are given, 0 ≤ bits < 2**52."""
        holding = cls.__new__(cls)
        object.__setattr__(holding, "bits", bits)
        return holding

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Holding is frozen: {name} can't be set")

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and 0 <= card < 52 and bool(self.bits >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        bits = self.bits
        while bits:
            low = bits & -bits
            yield CARDS[low.bit_length() - 1]
            bits ^= low

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Holding):
            return self.bits == other.bits
        return super().__eq__(other)

    def __hash__(self) -> int:
        # The hash of the equal frozenset, so that equal sets hash alike.
        return self._hash()

    def __str__(self) -> str:
        """Return the codes in deck order, one space between."""
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        """Return the codes as a call, as in Holding('2C QS')."""
        return f"Holding({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        """Copy by the bits: a frozen value takes no attributes afterwards."""
        return Holding.from_bits, (self.bits,)

    def of_suit(self, suit: Suit) -> Holding:
        """Return the cards of one suit."""
        return Holding.from_bits(self.bits & SUIT_BITS[suit])


def parse_holding(text: str) -> Holding:
    """Return the cards of codes parted by one space; "" is the empty holding; any order.

    Raises UnknownCard, RepeatedCard.
    """
    bits = 0
    for code in text.split(" ") if text else ():
        bit = 1 << parse_card(code)
        if bits & bit:
            raise RepeatedCard(code)
        bits |= bit
    return Holding.from_bits(bits)
