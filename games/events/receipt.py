"""The answer to every accepted act: where the chain stood, signed by the receipt key (SPEC.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deals.fairness.kinds import COUNT, HEX32, ORIGIN, TIME, UUID
from deals.fairness.statement import Field, Form, format_statement, parse_statement


@dataclass(frozen=True)
class Receipt:
    """The head of a game's chain after line `seq`, and that line's time."""

    origin: str
    game: str
    seq: int
    head: str
    time: str


_FORM: Final = Form(
    "receipt",
    Receipt,
    (
        Field("origin", ORIGIN),
        Field("game", UUID),
        Field("seq", COUNT),
        Field("head", HEX32),
        Field("time", TIME),
    ),
)


def format_receipt(receipt: Receipt) -> str:
    """Return the text that is signed as a note. Raises StatementMalformed."""
    return format_statement(_FORM, receipt)


def parse_receipt(text: str) -> Receipt:
    """Return the value of a receipt's text. Raises StatementMalformed."""
    return parse_statement(_FORM, text)
