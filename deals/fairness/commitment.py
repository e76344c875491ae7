"""The opening of a deal and its commitment, published before anyone plays (SPEC.md 1)."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

from deals.fairness.errors import CommitmentMismatch, StatementMalformed
from deals.fairness.kinds import BEACON, COUNT, DECK, HEX32, ORIGIN, PURPOSE, SOURCES
from deals.fairness.statement import Field, Form, format_statement, parse_statement


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What is public of a deal from the start: all that the commitment binds beside the seed.

    Raises StatementMalformed when the lines contradict one another.
    """

    origin: str
    deal: int
    purpose: str
    deck: str
    sources: str
    beacon: str

    def __post_init__(self) -> None:
        if (self.beacon == "-") != (self.sources != "beacon"):
            raise StatementMalformed("beacon is - exactly when sources is not beacon")
        if self.deck.startswith("lots/") != self.purpose.startswith("lots/"):
            raise StatementMalformed("lots are drawn for a round's lots and for nothing else")
        if self.deck.startswith("lots/") and self.sources == "seats":
            raise StatementMalformed("lots have no seats that could contribute")


TERMS_FIELDS: Final = (
    Field("origin", ORIGIN),
    Field("deal", COUNT),
    Field("for", PURPOSE, name="purpose"),
    Field("deck", DECK),
    Field("sources", SOURCES),
    Field("beacon", BEACON),
)


@dataclass(frozen=True, kw_only=True)
class Opening(Terms):
    """The terms of a deal and its seed, 64 hex digits: what the commitment is the hash of."""

    seed: str


OPENING: Final = Form("seed", Opening, (*TERMS_FIELDS, Field("seed", HEX32)))


def format_opening(opening: Opening) -> str:
    """Return the statement of an opening. Raises StatementMalformed."""
    return format_statement(OPENING, opening)


def parse_opening(text: str) -> Opening:
    """Return the opening a statement says. Raises StatementMalformed."""
    return parse_statement(OPENING, text)


def commitment_of(opening: Opening) -> str:
    """Return the SHA-256 of the opening's statement, as hex. Raises StatementMalformed."""
    return hashlib.sha256(format_opening(opening).encode("ascii")).hexdigest()


def check_opening(opening: Opening, commitment: str) -> None:
    """Check that an opening is what was committed (SPEC.md 8, step 3).

    Raises CommitmentMismatch, StatementMalformed.
    """
    found = commitment_of(opening)
    if not hmac.compare_digest(found.encode(), commitment.encode("utf-8", "replace")):
        raise CommitmentMismatch(expected=commitment, found=found)
