"""How the lines of the seats begin in a hand, and lines that come in any order of the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from deals.cards.card import CODES
from games.rules.card_bytes import MARKS
from games.verifier.plain.cut import NotPlain

HEX_SIZE: Final = 64


class SeatWords(NamedTuple):
    """What the tails of a hand's lines begin with, by seat, up to the blank before the detail.

    `nonces` and `opens` lead from that to the seat. `plays` leads from the whole tail of a play to
    the seat's mark and the card (card_bytes), two bytes.
    """

    contributes: Sequence[bytes]
    nonces: Mapping[bytes, int]
    passes: Sequence[bytes]
    opens: Mapping[bytes, int]
    plays: Mapping[bytes, bytes]


@lru_cache(maxsize=128)
def seat_words(hand: bytes, players: int) -> SeatWords:
    """Return the words of a hand's lines for so many seats."""
    seats = range(players)
    contributes, nonces, passes, opens = (
        [b" %b %b %d " % (hand, kind, seat) for seat in seats]
        for kind in (b"contribute", b"nonce", b"pass", b"open")
    )
    plays = {
        b" %b play %d %b" % (hand, seat, code.encode()): bytes([MARKS[seat], card])
        for seat in seats
        for card, code in enumerate(CODES)
    }
    return SeatWords(
        contributes,
        {word: seat for seat, word in enumerate(nonces)},
        passes,
        {word: seat for seat, word in enumerate(opens)},
        plays,
    )


def take_apart(tails: Sequence[bytes], words: Mapping[bytes, int], size: int) -> list[bytes]:
    """Return by seat the details, each of `size` bytes, of one line for each seat, in any order.

    Raises NotPlain, and KeyError for what begins otherwise.
    """
    found = {words[tail[:-size]]: tail[-size:] for tail in tails}
    if len(found) != len(words):
        raise NotPlain
    return [found[seat] for seat in range(len(words))]
