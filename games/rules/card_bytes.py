"""Cards and seats as bytes, so that one step asks something of a whole hand at once.

A card is the byte of its place in deck order, 0 to 51. A seat is a mark, a multiple of 16 from 64
on: it is no card's place, so what a table of marks leaves as it is belongs to no seat, and leaves
room for one bit a suit. Tables are for `bytes.translate`; a string of bytes is also an int with the
first byte lowest, on which one sum or difference is one for each byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from deals.cards.card import CARDS, RANK_CODES, SUIT_CODES
from deals.cards.deck import Deck
from deals.cards.seat import Seat
from games.rules.passing import Direction, pass_receiver

MARKS: Final = bytes(range(64, 64 + 7 * 16, 16))
"""The marks of the seats, and the one after the last seat's for a kitty."""
SEAT_OF: Final = bytes(max(0, byte // 16 - 4) for byte in range(256))
"""The table from marks to seats."""
SUITS: Final = bytes(1 << place // 13 if place < 52 else 0 for place in range(256))
"""The table from cards to their suits, one bit for each."""
SUIT_PARTS: Final = bytes(byte % 16 for byte in range(256))
"""The table from marks with suits to the suits."""
NOT_OF: Final = tuple(
    bytes(mark | 1 << suit for mark in MARKS if mark != own for suit in range(4)) for own in MARKS
)
"""By seat, all marks with suits that are not of it."""
YES: Final = b"\1"
_CARDS: Final = bytes(CARDS)
_RANK_CODES: Final = bytes(
    RANK_CODES.index(chr(byte)) if chr(byte) in RANK_CODES else 64 for byte in range(256)
)
_SUIT_CODES: Final = bytes(
    SUIT_CODES.index(chr(byte)) * 13 if chr(byte) in SUIT_CODES else 128 for byte in range(256)
)
# By the number of players: two cards together, then four, then all that there are.
_SHIFTS: Final[Mapping[int, tuple[int, ...]]] = MappingProxyType(
    {3: (8, 8), 4: (8, 16), 5: (8, 16, 8), 6: (8, 16, 16)}
)


class PassTables(NamedTuple):
    """A pass one way: `givers` are the marks of whoever gives a card, seat by seat.

    `owners` are those of who holds all cards dealt, and then of who receives those given. So many
    `cards` are dealt, passed and played, in strings whose codes are of these `lengths`.
    """

    givers: bytes
    owners: bytes
    cards: int
    lengths: list[int]


class DealTables(NamedTuple):
    """What a rule set says of a deal and its pass, in bytes.

    `deck` are the cards that are dealt, `places` the same by their codes; `sizes` and `marks` are
    those of the seats, and a kitty's last.
    """

    sizes: list[int]
    places: Mapping[str, int]
    deck: bytes
    marks: bytes
    passes: Mapping[Direction, PassTables]


class TrickTables(NamedTuple):
    """What a rule set says of plays, in bytes.

    `deck` are the cards that are dealt, `kitty` of them to no seat; `left` is the table from marks
    to those of who plays next.
    YES stands for cards in `barred_lead` before hearts are broken, in `barred_first` on the first
    trick, and in `breakers`.
    In a string of plays as an int, `leads` has all bits of the first card of each trick, which
    times `spread` stands in place of all its cards; `inner` has those of all but the last card of
    each trick, `followed` of the leads that another trick follows; `tops` the highest bit of every
    card, `rest` its others. `shifts` bring the cards of a trick together, by twos and fours.
    In rows of as many bytes as a seat is dealt, parted by a byte, `columns` has the bits of each
    suit, `ends` a bit in the byte after each row.
    """

    deck: bytes
    kitty: int
    left: bytes
    barred_lead: bytes
    barred_first: bytes
    breakers: bytes
    leads: int
    followed: int
    inner: int
    spread: int
    tops: int
    rest: int
    shifts: tuple[int, ...]
    columns: tuple[int, ...]
    ends: int


def card_table(bits: int) -> bytes:
    """Make the table that has YES for the cards of a 52-bit set."""
    return bytes(bits >> place & 1 for place in range(256))


def deal_tables(deck: Deck, *, pass_count: int, passing: Sequence[Direction]) -> DealTables:
    """Make the tables for a deck and the passes of so many cards; a hold passes none."""
    marks = _repeat(range(len(deck.sizes)), deck.sizes)
    seats, counts, whole = range(deck.seats), [pass_count] * deck.seats, deck.seats * deck.size
    passes = {}
    for way in {Direction.HOLD, *passing}:
        given = [] if way is Direction.HOLD else counts
        sizes = [*deck.sizes, *given, whole]
        receivers = [pass_receiver(way, seat, players=deck.seats) for seat in seats]
        passes[way] = PassTables(
            givers=_repeat(seats, given),
            owners=marks + _repeat(receivers, given),
            cards=sum(sizes),
            lengths=[3 * size - 1 for size in sizes],
        )
    return DealTables(
        sizes=[*deck.sizes],
        places=MappingProxyType({str(card): int(card) for card in deck.cards}),
        deck=bytes(deck.cards),
        marks=marks,
        passes=MappingProxyType(passes),
    )


def _repeat(seats: Iterable[Seat], counts: Iterable[int]) -> bytes:
    """Give the mark of each seat so many times."""
    pairs = zip(seats, counts, strict=False)
    return b"".join(MARKS[seat : seat + 1] * count for seat, count in pairs)


def trick_tables(deck: Deck, *, barred_lead: int, barred_first: int, breakers: int) -> TrickTables:
    """Make the tables for a deck and three sets of cards."""
    players, size, stride = deck.seats, deck.size, deck.size + 1
    left = bytes.maketrans(MARKS, MARKS[1:players] + MARKS[:1] + b"\xff" * (len(MARKS) - players))
    spread = _bytes_at(range(players))
    leads = _bytes_at(range(0, players * size, players))
    every = leads * spread
    rows = _bytes_at(at for at in range(stride * players) if at % stride < size)
    return TrickTables(
        deck=bytes(deck.cards),
        kitty=deck.kitty,
        left=left,
        barred_lead=card_table(barred_lead),
        barred_first=card_table(barred_first),
        breakers=card_table(breakers),
        leads=leads * 0xFF,
        followed=_bytes_at(range(0, players * (size - 1), players)) * 0xFF,
        inner=(every ^ leads << 8 * (players - 1)) * 0xFF,
        spread=spread,
        tops=every * 0x80,
        rest=every * 0x7F,
        shifts=_SHIFTS[players],
        columns=tuple(rows << suit for suit in range(4)),
        ends=_bytes_at(stride * seat + size for seat in range(players)),
    )


def _bytes_at(places: Iterable[int]) -> int:
    """Make the int that has 1 in some bytes."""
    return sum(1 << 8 * place for place in places)


def read_cards(text: str, *, count: int) -> bytes | None:
    """Give the cards of so many codes parted by one space each; None where the text is not that."""
    if len(text) != 3 * count - 1 or not text.isascii():
        return None
    written = text.encode()
    if written[2::3].strip(b" "):
        return None
    return join_codes(written[::3], written[1::3])


def join_codes(ranks: bytes, suits: bytes) -> bytes | None:
    """Give the cards of as many ranks as suits, as letters; None where one of them is none.

    No sum of the two overflows its byte, and what is none of them makes it 52 or more.
    """
    high = int.from_bytes(ranks.translate(_RANK_CODES), "little")
    low = int.from_bytes(suits.translate(_SUIT_CODES), "little")
    cards = (high + low).to_bytes(len(ranks), "little")
    return None if cards.translate(None, _CARDS) else cards


def held_bits(owners: bytes, seat: Seat) -> int:
    """Give the cards of a seat by a table from cards to marks, as a 52-bit set."""
    return sum([1 << place for place in range(52) if owners[place] == MARKS[seat]])
