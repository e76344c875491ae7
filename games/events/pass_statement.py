"""What a seat passes, fixed by its hash in the chain and opened after the hand (SPEC.md)."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from deals.cards.holding import Holding
from deals.cards.seat import Seat
from deals.fairness.kinds import CARDS, COUNT, HEX32, SEAT, UUID
from deals.fairness.statement import Field, Form, format_statement, parse_statement


@dataclass(frozen=True)
class PassStatement:
    """The cards that a seat gives in a hand, and 32 random bytes (hex) that hide them."""

    game: str
    hand: int
    seat: Seat
    cards: Holding
    salt: str


_FORM: Final = Form(
    "pass",
    PassStatement,
    (
        Field("game", UUID),
        Field("hand", COUNT),
        Field("seat", SEAT),
        Field("cards", CARDS),
        Field("salt", HEX32),
    ),
)


def format_pass(statement: PassStatement) -> str:
    """Return the statement as it is hashed. Raises StatementMalformed."""
    return format_statement(_FORM, statement)


def parse_pass(text: str) -> PassStatement:
    """Return the value of a pass statement. Raises StatementMalformed."""
    return parse_statement(_FORM, text)


def pass_commitment(statement: PassStatement) -> str:
    """Return the hash that stands in the chain, in hex."""
    return sha256(format_pass(statement).encode()).hexdigest()
