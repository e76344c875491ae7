"""The draw of a deal and its cards, as the fairness room defines them, in fewer steps.

For four seats the shares of every state of a deal are tabulated when it is first met: then the
places of two cards are found by comparing, without a division.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from math import factorial
from typing import Final

from deals.cards.deck import DECKS, Deck
from deals.fairness.draw import first_below
from deals.fairness.numbering import deal_count, unrank_deal
from games.rules.card_bytes import MARKS

_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_BLOCK: Final = 64
_FOUR: Final = DECKS["4"]
_STEPS: Final = (1, 14, 14**2, 14**3)
_PAIRS: Final = tuple((first, second) for first in range(4) for second in range(4))
# By the place of a pair of seats: what it takes off a state, and their marks.
_TAKEN: Final = tuple(_STEPS[first] + _STEPS[second] for first, second in _PAIRS)
_MARKS: Final = tuple(bytes([MARKS[first], MARKS[second]]) for first, second in _PAIRS)
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
    """Return the marks of the owners of all cards in deck order: two cards a step."""
    starts, state = _STARTS, 13 * sum(_STEPS)
    marks = []
    for _ in range(26):
        ends = starts[state]
        at = bisect_right(ends, index) - 1
        index -= ends[at]
        state -= _TAKEN[at]
        marks.append(_MARKS[at])
    return b"".join(marks)


class _Starts(dict[int, Sequence[int]]):
    """By how many cards each seat still takes, where the shares of the next two cards begin.

    A share for each seat of the first card and each of the second: empty where one has no room, and
    then it begins where the next does, which is found in its place.
    """

    def __missing__(self, state: int) -> Sequence[int]:
        """Work out the shares of a state that is met for the first time."""
        left = [state // step % 14 for step in _STEPS]
        cards = sum(left)
        deals = factorial(cards)
        for size in left:
            deals //= factorial(size)
        begins = []
        begin = 0
        for first, second in _PAIRS:
            begins.append(begin)
            room = left[second] - (first == second)
            begin += deals * left[first] * room // (cards * (cards - 1))
        self[state] = begins = tuple(begins)
        return begins


_STARTS: Final = _Starts()
