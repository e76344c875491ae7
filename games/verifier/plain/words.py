"""How the lines of the seats begin in a hand, and lines that come in any order of the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.rules.card_bytes import MARKS, join_codes
from games.verifier.plain.cut import NotPlain

HEX_SIZE: Final = 64
DECK_SIZE: Final = 52
_MARK_OF: Final = bytes(MARKS[digit - 48] if 48 <= digit < 54 else 0 for digit in range(256))


class SeatWords(NamedTuple):
    """What the tails of a hand's lines begin with, by seat, up to the blank before the detail.

    `nonces` and `opens` lead from that to the seat. The plays of a hand, one after the other, have
    the bits `plays` wherever `fixed` has ones, and are of `width` bytes each.
    """

    contributes: Sequence[bytes]
    nonces: Mapping[bytes, int]
    passes: Sequence[bytes]
    opens: Mapping[bytes, int]
    plays: int
    fixed: int
    width: int


@lru_cache(maxsize=128)
def seat_words(hand: bytes, players: int) -> SeatWords:
    """Return the words of a hand's lines for so many seats."""
    seats = range(players)
    contributes, nonces, passes, opens = (
        [b" %b %b %d " % (hand, kind, seat) for seat in seats]
        for kind in (b"contribute", b"nonce", b"pass", b"open")
    )
    word = b" %b play " % hand
    # After the word the seat, a blank, rank and suit.
    plays, fixed = (
        int.from_bytes((one + rest) * (DECK_SIZE // players * players), "big")
        for one, rest in ((word, b"\0 \0\0"), (b"\xff" * len(word), b"\0\xff\0\0"))
    )
    return SeatWords(
        contributes,
        {word: seat for seat, word in enumerate(nonces)},
        passes,
        {word: seat for seat, word in enumerate(opens)},
        plays,
        fixed,
        len(word) + 4,
    )


def read_plays(tails: Sequence[bytes], words: SeatWords) -> tuple[bytes, bytes]:
    """Return the marks (card_bytes) of the seats that the plays of a hand name, and the cards.

    Raises NotPlain. A mark is 0 where no seat is named.
    """
    text, width = b"".join(tails), words.width
    if {*map(len, tails)} != {width} or int.from_bytes(text, "big") & words.fixed != words.plays:
        raise NotPlain
    cards = join_codes(text[width - 2 :: width], text[width - 1 :: width])
    if cards is None:
        raise NotPlain
    return text[width - 4 :: width].translate(_MARK_OF), cards


def take_apart(tails: Sequence[bytes], words: Mapping[bytes, int], size: int) -> list[bytes]:
    """Return by seat the details, each of `size` bytes, of one line for each seat, in any order.

    Raises KeyError for what begins otherwise, and where a seat has no line.
    """
    found = {words[tail[:-size]]: tail[-size:] for tail in tails}
    return [found[seat] for seat in range(len(words))]
