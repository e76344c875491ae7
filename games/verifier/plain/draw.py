"""The draw of a deal and its cards, as the fairness room defines them, in fewer steps.

For four seats the shares of every state of a deal are tabulated once: then a card's place is found
by comparing, without a division.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from itertools import count
from math import factorial
from typing import Final, TypeAlias

from deals.cards.deck import DECKS, Deck
from deals.fairness.draw import first_below
from deals.fairness.numbering import deal_count, unrank_deal

_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_BLOCK: Final = 64
_FOUR: Final = DECKS["4"]
_STEPS: Final = (1, 14, 14**2, 14**3)
_BITS: Final = tuple(1 << card for card in _FOUR.cards)

Shares: TypeAlias = tuple[int, int, int]


def draw_cards(seed: bytes, statement: bytes, deck: Deck) -> tuple[int, int, list[int]]:
    """Return index, attempts and the holdings as bits, the kitty last, of a deal.

    `seed` is 32 bytes, `statement` the draw statement.
    """
    key = hmac_sha256(seed, statement)
    deals, size, shift = _numbers(deck.code)
    candidates = (
        int.from_bytes(hmac_sha256(key, b"hearts/index/v1 %d 0\n" % attempt)[:size], "big") >> shift
        for attempt in count()
    )
    drawn = first_below(candidates, deals)
    if deck is _FOUR:
        return drawn.index, drawn.attempts, unrank_four(drawn.index)
    return drawn.index, drawn.attempts, [cards.bits for cards in unrank_deal(drawn.index, deck)]


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


def unrank_four(index: int) -> list[int]:
    """Return the four holdings of an index below the number of deals, as bits."""
    table, state = _shares(), 13 * sum(_STEPS)
    first = second = third = fourth = 0
    for bit in _BITS:
        one, two, three = table[state]
        if index < two:
            if index < one:
                first |= bit
                state -= 1
            else:
                index -= one
                second |= bit
                state -= 14
        elif index < three:
            index -= two
            third |= bit
            state -= 196
        else:
            index -= three
            fourth |= bit
            state -= 2744
    return [first, second, third, fourth]


@lru_cache(maxsize=1)
def _shares() -> list[Shares]:
    """Return, by how many cards each seat still takes, where the shares of the first three end."""
    facts = [factorial(n) for n in range(53)]
    table: list[Shares] = []
    for state in range(14**4):
        left = [state // step % 14 for step in _STEPS]
        cards = sum(left)
        deals = facts[cards]
        for size in left:
            deals //= facts[size]
        ends = [deals * sum(left[: seat + 1]) // cards if cards else 0 for seat in range(3)]
        table.append((ends[0], ends[1], ends[2]))
    return table
