"""What a seat adds to a deal: first the hash K of its nonce, then the nonce (SPEC.md 2)."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

from deals.fairness.errors import ContributionMismatch
from deals.fairness.kinds import HEX32, SEAT
from deals.fairness.statement import Field, Form, format_statement, parse_statement


@dataclass(frozen=True)
class Contribution:
    """A seat's nonce, 64 hex digits, for the deal of one commitment."""

    commitment: str
    seat: int
    nonce: str


CONTRIBUTION: Final = Form(
    "contribution",
    Contribution,
    (Field("commitment", HEX32), Field("seat", SEAT), Field("nonce", HEX32)),
)


def format_contribution(contribution: Contribution) -> str:
    """Return the statement of a contribution. Raises StatementMalformed."""
    return format_statement(CONTRIBUTION, contribution)


def parse_contribution(text: str) -> Contribution:
    """Return the contribution a statement says. Raises StatementMalformed."""
    return parse_statement(CONTRIBUTION, text)


def contribution_commitment(contribution: Contribution) -> str:
    """Return K, the SHA-256 of the contribution's statement, as hex. Raises StatementMalformed."""
    return hashlib.sha256(format_contribution(contribution).encode("ascii")).hexdigest()


def check_contribution(contribution: Contribution, commitment: str) -> None:
    """Check that a nonce opens the K its seat gave before (SPEC.md 8, step 4).

    Raises ContributionMismatch, StatementMalformed.
    """
    found = contribution_commitment(contribution)
    if not hmac.compare_digest(found.encode(), commitment.encode("utf-8", "replace")):
        raise ContributionMismatch(expected=commitment, found=found)
