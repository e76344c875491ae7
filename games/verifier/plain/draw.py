"""The draw of a deal and its cards, as the fairness room defines them, in fewer steps.

For four seats, whose deals are most, the long numbers are touched once for five cards.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from itertools import count
from math import prod
from typing import Final

from deals.cards.deck import DECKS, Deck
from deals.fairness.draw import first_below
from deals.fairness.numbering import deal_count, unrank_deal
from games.rules.card_bytes import MARKS

_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_BLOCK: Final = 64
_FOUR: Final = DECKS["4"]
# The cards left at each card of a span, and into how many equal parts they cut its deals.
_SPANS: Final = tuple(
    (lefts, prod(lefts)) for lefts in (range(top, max(0, top - 5), -1) for top in range(52, 0, -5))
)
_FIRST, _SECOND, _THIRD, _FOURTH = MARKS[:4]
_REST: Final = bytes(range(52, 256))


def draw_index(seed: bytes, statement: bytes, deck: Deck) -> tuple[int, int]:
    """Return index and attempts of a deal.

    `seed` is 32 bytes, `statement` the draw statement.
    """
    key = hmac_sha256(seed, statement)
    deals, size, shift = _numbers(deck.code)
    candidates = (
        int.from_bytes(hmac_sha256(key, b"hearts/index/v1 %d 0\n" % attempt)[:size], "big") >> shift
        for attempt in count()
    )
    drawn = first_below(candidates, deals)
    return drawn.index, drawn.attempts


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return the HMAC under a key of at most 64 bytes: hmac's own calls cost more than the hash."""
    block = key.ljust(_BLOCK, b"\0")
    inner = sha256(block.translate(_INNER) + message).digest()
    return sha256(block.translate(_OUTER) + inner).digest()


@lru_cache
def _numbers(deck: str) -> tuple[int, int, int]:
    """Return how many deals there are, the bytes of a candidate, and its spare bits."""
    deals = deal_count(DECKS[deck].sizes)
    bits = (deals - 1).bit_length()
    size = (bits + 7) // 8
    return deals, size, 8 * size - bits


def unrank_owners(index: int, deck: Deck) -> bytes:
    """Return the table from cards to the marks of who holds them (card_bytes), a kitty's after all.

    `index` is below the number of deals.
    """
    if deck is _FOUR:
        return _unrank_four(index) + _REST
    holdings = unrank_deal(index, deck)
    cards = b"".join(map(bytes, holdings))
    marks = b"".join([MARKS[s : s + 1] * len(held) for s, held in enumerate(holdings)])
    return bytes.maketrans(cards, marks)


def _unrank_four(index: int) -> bytes:
    """Return the marks of the owners of all cards in deck order.

    The shares of some cards together are small numbers: `rest` is the place among so many, which
    narrows card by card, and only then the long numbers do.
    """
    marks = bytearray()
    first = second = third = fourth = 13
    deals, *_ = _numbers(_FOUR.code)
    for lefts, parts in _SPANS:
        begin = rest = index * parts // deals
        width = parts
        for left in lefts:
            unit = width // left
            width = unit * first
            if rest < width:
                first -= 1
                marks.append(_FIRST)
                continue
            rest -= width
            width = unit * second
            if rest < width:
                second -= 1
                marks.append(_SECOND)
                continue
            rest -= width
            width = unit * third
            if rest < width:
                third -= 1
                marks.append(_THIRD)
                continue
            rest -= width
            width = unit * fourth
            fourth -= 1
            marks.append(_FOURTH)
        index -= deals * (begin - rest) // parts
        deals = deals * width // parts
    return bytes(marks)
