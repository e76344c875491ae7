"""Findings: one shape everywhere, for verifier, API and audits."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from deals.cards.seat import Seat

PLAY_STEP = 9


@dataclass(frozen=True)
class Finding:
    """What is wrong and where; a place that does not apply is None.

    `step` of the verifier's ten; `hand` from 1; `ply` from 0 within the hand's plays; `seat` who
    acts; `seq` the event's; `rule` the name of what is broken; `detail` in words.
    """

    step: int
    hand: int | None
    ply: int | None
    seat: Seat | None
    seq: int | None
    rule: str
    detail: str

    def to_json(self) -> dict[str, object]:
        """Give it as JSON takes it, keys in their order."""
        return asdict(self)
