"""The findings of one step, collected as they come up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType, TracebackType
from typing import Final

from deals.cards.errors import CardError
from deals.cards.seat import Seat
from deals.fairness.errors import FairnessError
from deals.tlog.errors import TlogError
from games.events.errors import EventError
from games.replay.finding import Finding
from games.rules.errors import RulesError

RULES: Final[Mapping[int, str]] = MappingProxyType(
    {
        1: "proof_statement",
        2: "proof_log",
        3: "proof_commitment",
        4: "proof_contribution",
        5: "proof_beacon",
        6: "proof_index",
        7: "proof_cards",
        8: "proof_chain",
        9: "proof_pass",
        10: "proof_sequence",
    }
)
"""What a finding of each step is named; step 9 has the names of the rules too."""


class StepFindings:
    """What one of the ten steps finds."""

    def __init__(self, step: int) -> None:
        self._step = step
        self.found: list[Finding] = []

    def add(
        self,
        detail: str,
        *,
        hand: int | None = None,
        seat: Seat | None = None,
        seq: int | None = None,
    ) -> None:
        """Note what is wrong, and where."""
        rule = RULES[self._step]
        self.found.append(Finding(self._step, hand, None, seat, seq, rule, detail))

    def compare(self, what: str, found: object, expected: object, *, hand: int | None) -> None:
        """Note two values of a hand's deal that should be equal and are not."""
        if found != expected:
            self.add(f"{what}: {found}, expected was {expected}", hand=hand)

    def catching(
        self, what: str = "", *, hand: int | None = None, seq: int | None = None
    ) -> Catching:
        """Note what the pure rooms refuse inside a `with` block, which then ends there."""

        def note(error: ValueError) -> None:
            self.add(f"{what}: {error}" if what else str(error), hand=hand, seq=seq)

        return Catching(note)


class Catching:
    """A `with` block that hands the errors of the pure rooms to a function; others go on."""

    def __init__(self, note: Callable[[ValueError], None]) -> None:
        self._note = note

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> bool:
        """End it: an error of the pure rooms goes no further."""
        if not isinstance(error, CardError | FairnessError | TlogError | EventError | RulesError):
            return False
        self._note(error)
        return True
