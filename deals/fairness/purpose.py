"""What a deal is for. A commitment serves one purpose only (SPEC.md 1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast

from deals.fairness.errors import StatementMalformed

PurposeKind: TypeAlias = Literal["game", "board", "table", "lots"]

UUID: Final = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_SHAPE: Final = re.compile(
    rf"(?P<kind>game|board|table|lots)/(?P<owner>{UUID})(?P<hand>/hand)?/(?P<number>[1-9][0-9]{{0,17}})"
)
_BY_HAND: Final = frozenset({"game", "table"})


@dataclass(frozen=True)
class Purpose:
    """A hand of a game, a board of a round, a hand at a real table, or the lots of a round.

    `owner` is the uuid of the game, round, table or league; `number` the hand, board or round,
    from 1. `str(purpose)` is its text in a statement.
    """

    kind: PurposeKind
    owner: str
    number: int

    def __str__(self) -> str:
        """Return the text, as in game/7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55/hand/1."""
        hand = "/hand" if self.kind in _BY_HAND else ""
        return f"{self.kind}/{self.owner}{hand}/{self.number}"


def parse_purpose(text: str) -> Purpose:
    """Return the purpose a text names.

    Raises StatementMalformed.
    """
    shape = _SHAPE.fullmatch(text)
    if shape is None or (shape["kind"] in _BY_HAND) != bool(shape["hand"]):
        raise StatementMalformed(
            "expected game/<uuid>/hand/<n>, board/<uuid>/<n>, table/<uuid>/hand/<n> "
            "or lots/<uuid>/<round>"
        )
    return Purpose(cast(PurposeKind, shape["kind"]), shape["owner"], int(shape["number"]))
