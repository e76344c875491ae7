"""The draw: from the seed and the draw statement to the index (SPEC.md 4)."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from deals.fairness.commitment import Terms
from deals.fairness.errors import DrawMismatch, RoundMismatch, StatementMalformed
from deals.fairness.kinds import DRAWN_BEACON, HEX32
from deals.fairness.numbering import deal_count
from deals.fairness.places import seat_count
from deals.fairness.seat_line import SEATS, SeatLine, check_seats_ascend
from deals.fairness.statement import Field, Form, format_statement, parse_statement

__all__ = [
    "DRAW",
    "DrawStatement",
    "Drawn",
    "SeatLine",
    "check_draw",
    "check_round",
    "draw_index",
    "draw_key",
    "first_below",
    "format_draw",
    "parse_draw",
]

_BLOCK_BITS: Final = 256


@dataclass(frozen=True)
class DrawStatement:
    """All that a deal is drawn from beside its seed.

    `seats` has a line for each player's seat (for lots, each place), none for the kitty: all with
    K and nonce, or all without. `beacon` is "-" or "<round> <randomness>".
    Raises StatementMalformed when the lines contradict one another.
    """

    commitment: str
    seats: tuple[SeatLine, ...]
    beacon: str

    def __post_init__(self) -> None:
        check_seats_ascend(self.seats)
        given = [
            value is not None for line in self.seats for value in (line.commitment, line.nonce)
        ]
        if any(given) and not all(given):
            raise StatementMalformed("a deal is drawn from every seat's nonce or from none")
        if any(given) and self.beacon != "-":
            raise StatementMalformed("a deal is drawn from nonces or from a beacon, not from both")


DRAW: Final = Form(
    "draw",
    DrawStatement,
    (Field("commitment", HEX32), SEATS, Field("beacon", DRAWN_BEACON)),
)


@dataclass(frozen=True)
class Drawn:
    """The index of a deal and how many candidates it took, from 1."""

    index: int
    attempts: int


def format_draw(draw: DrawStatement) -> str:
    """Return the draw statement. Raises StatementMalformed."""
    return format_statement(DRAW, draw)


def parse_draw(text: str) -> DrawStatement:
    """Return what a draw statement says. Raises StatementMalformed."""
    return parse_statement(DRAW, text)


def check_draw(draw: DrawStatement, terms: Terms) -> None:
    """Check that a draw statement has the lines that deck and sources of the deal ask for.

    One line for each seat; nonces exactly with the source seats; the committed round exactly with
    the source beacon. Raises DrawMismatch, RoundMismatch (SPEC.md 8, step 5), UnknownDeck.
    """
    if len(draw.seats) != seat_count(terms.deck):
        raise DrawMismatch(f"{len(draw.seats)} seat lines for the deck {terms.deck}")
    if (draw.seats[0].nonce is not None) != (terms.sources == "seats"):
        raise DrawMismatch(f"nonces are drawn from exactly with sources seats, not {terms.sources}")
    if (draw.beacon != "-") != (terms.sources == "beacon"):
        raise DrawMismatch(
            f"a beacon is drawn from exactly with sources beacon, not {terms.sources}"
        )
    if terms.sources == "beacon":
        check_round(terms.beacon, draw.beacon.partition(" ")[0])


def check_round(beacon: str, number: str) -> None:
    """Check that a round, as text, is the one that an opening's `<chain hash>@<round>` fixed.

    Raises RoundMismatch.
    """
    committed = beacon.partition("@")[2]
    if number != committed:
        raise RoundMismatch(expected=committed, found=number)


def draw_key(seed: str, statement: str) -> bytes:
    """Return D, the HMAC-SHA256 of the draw statement's text under the seed's 32 bytes.

    Raises StatementMalformed when the seed is not 64 hex digits or the text is not ASCII.
    """
    if HEX32.parse(seed) is None or not statement.isascii():
        raise StatementMalformed("expected a seed of 64 lower-case hex digits and an ASCII text")
    return _hmac(bytes.fromhex(seed), statement)


def draw_index(key: bytes, sizes: Sequence[int]) -> Drawn:
    """Return the index that a draw key gives among the deals of these sizes, with the attempts."""
    deals = deal_count(sizes)
    return first_below(_candidates(key, bits=(deals - 1).bit_length()), deals)


def first_below(candidates: Iterator[int], limit: int) -> Drawn:
    """Return the first candidate below the limit: no remainder, so that all are equally likely."""
    attempts, candidate = 1, next(candidates)
    while candidate >= limit:
        attempts, candidate = attempts + 1, next(candidates)
    return Drawn(candidate, attempts)


def _candidates(key: bytes, *, bits: int) -> Iterator[int]:
    size = (bits + 7) // 8
    blocks = (bits + _BLOCK_BITS - 1) // _BLOCK_BITS

    def candidate(j: int) -> int:
        stream = b"".join(_hmac(key, f"hearts/index/v1 {j} {i}\n") for i in range(blocks))
        return int.from_bytes(stream[:size], "big") >> (8 * size - bits)

    return map(candidate, count())


def _hmac(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode("ascii"), "sha256")
