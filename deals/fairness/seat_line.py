"""The seat lines of draw, freeze and void: what each seat gave (SPEC.md 3 and 4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from deals.fairness.errors import StatementMalformed
from deals.fairness.kinds import Kind
from deals.fairness.statement import Field

_HEX: Final = "[0-9a-f]{64}"
_SHAPE: Final = re.compile(
    f"(?P<seat>0|[1-9][0-9]{{0,3}}) (?:- -|(?P<commitment>{_HEX}) (?:-|(?P<nonce>{_HEX})))"
)


@dataclass(frozen=True)
class SeatLine:
    """One seat, its K and its nonce, both hex; None for what it has not given.

    `str(line)` is its text: "0 <K> <nonce>", "0 <K> -" or "0 - -".
    """

    seat: int
    commitment: str | None = None
    nonce: str | None = None

    def __str__(self) -> str:
        """Return the line's text, without its key."""
        return f"{self.seat} {self.commitment or '-'} {self.nonce or '-'}"


def parse_seat_line(text: str) -> SeatLine | None:
    """Return the seat line of a text without its key, None where it is none."""
    shape = _SHAPE.fullmatch(text)
    if shape is None:
        return None
    return SeatLine(int(shape["seat"]), shape["commitment"], shape["nonce"])


SEATS: Final = Field(
    "seat",
    Kind("<seat> <K> <nonce>, <seat> <K> - or <seat> - -", parse_seat_line),
    name="seats",
    repeated=True,
)


def check_seats_ascend(seats: Sequence[SeatLine]) -> None:
    """Check that the lines are of the seats 0, 1, 2 …, each once. Raises StatementMalformed."""
    if [line.seat for line in seats] != list(range(len(seats))):
        raise StatementMalformed("expected one line for each seat, ascending from 0")
