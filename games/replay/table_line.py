"""The line that may not stand where it stands: what refuses it, and the finding it makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

from deals.cards.seat import Seat
from games.events.event import Event
from games.replay.finding import Finding
from games.replay.table_state import Phase
from games.rules.errors import RulesError

PHASES_BY_KIND: Final[Mapping[str, frozenset[Phase]]] = MappingProxyType(
    {
        "deal": frozenset({"committed"}),
        "contribute": frozenset({"contributing"}),
        "nonce": frozenset({"opening"}),
        "freeze": frozenset({"opening"}),
        "beacon": frozenset({"waiting"}),
        "pass": frozenset({"passing"}),
        "play": frozenset({"playing"}),
        "moon": frozenset({"closing"}),
        "score": frozenset({"closing"}),
        "open": frozenset({"closing", "committed"}),
        "reveal": frozenset({"closing"}),
        "seat": frozenset({"committed"}),
        "void": frozenset(
            {"committed", "contributing", "opening", "waiting", "passing", "playing", "closing"}
        ),
        "end": frozenset({"committed"}),
    }
)
"""Where a kind of line may stand; adjustments and substitutions may stand anywhere."""

AFTER_VOID: Final = frozenset({"open", "end"})
AFTER_END: Final = frozenset({"adjust"})


class LineRefused(ValueError):
    """A line that may not stand here: the step and rule it breaks."""

    code = "line-refused"

    def __init__(
        self, detail: str, *, step: int = 8, rule: str = "proof_chain", ply: int | None = None
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.step = step
        self.rule = rule
        self.ply = ply

    def finding(self, event: Event) -> Finding:
        """Return the finding that the refused line makes."""
        return Finding(
            step=self.step,
            hand=event.hand or None,
            ply=self.ply,
            seat=event.seat,
            seq=event.seq,
            rule=self.rule,
            detail=self.detail,
        )


def seat_of(event: Event) -> Seat:
    """Return the seat that the grammar has seen in the line."""
    if event.seat is None:
        raise LineRefused(f"a {event.kind} line names a seat")
    return event.seat


@contextmanager
def under_rules(ply: int | None = None) -> Iterator[None]:
    """Refuse the line when an act breaks the rules; whose turn it is, is the chain's order."""
    try:
        yield
    except RulesError as error:
        if error.rule is None:
            raise LineRefused(str(error), ply=ply) from None
        raise LineRefused(str(error), step=9, rule=error.rule, ply=ply) from None


def check_equal(what: str, found: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """Refuse a line whose numbers are not those that follow from the rules."""
    if found != expected:
        raise LineRefused(
            f"{what} {_listed(found)}, by the rules {_listed(expected)}",
            step=9,
            rule="score_mismatch",
        )


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers)) or "-"
