"""The line that may not stand where it stands: what refuses it, and the finding it makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from deals.cards.seat import Seat
from deals.fairness.entries import GameEntry
from games.events.event import Event
from games.replay.finding import Finding
from games.replay.table_state import Phase
from games.rules.errors import RulesError

Origin: TypeAlias = Literal["deals", "sheet", "imported"]

_DEALS: Final[frozenset[Origin]] = frozenset({"deals"})
_IMPORTED: Final[frozenset[Origin]] = frozenset({"imported"})
_WITHOUT_DEALS: Final[frozenset[Origin]] = frozenset({"sheet", "imported"})
_WITH_CARDS: Final[frozenset[Origin]] = frozenset({"deals", "imported"})

ORIGINS_BY_KIND: Final[Mapping[str, frozenset[Origin]]] = MappingProxyType(
    {
        **dict.fromkeys(("deal", "contribute", "nonce", "freeze", "beacon"), _DEALS),
        **dict.fromkeys(("pass", "open", "reveal"), _DEALS),
        **dict.fromkeys(("start", "dealt", "kitty", "gave"), _IMPORTED),
        "play": _WITH_CARDS,
        "row": _WITHOUT_DEALS,
        **dict.fromkeys(("correct", "rules"), _WITHOUT_DEALS),
    }
)
"""In which games a kind of line may stand, by where their hands come from; others in all."""

PHASES_BY_KIND: Final[Mapping[str, frozenset[Phase]]] = MappingProxyType(
    {
        "seat": frozenset({"committed"}),
        "start": frozenset({"committed"}),
        "deal": frozenset({"committed"}),
        "contribute": frozenset({"contributing"}),
        "nonce": frozenset({"opening"}),
        "freeze": frozenset({"opening"}),
        "beacon": frozenset({"waiting"}),
        "dealt": frozenset({"committed", "dealing"}),
        "kitty": frozenset({"dealing"}),
        "pass": frozenset({"passing"}),
        "gave": frozenset({"passing"}),
        "play": frozenset({"playing"}),
        "row": frozenset({"committed"}),
        "moon": frozenset({"closing"}),
        "score": frozenset({"closing"}),
        "open": frozenset({"closing", "committed"}),
        "reveal": frozenset({"closing"}),
        "correct": frozenset({"committed", "over"}),
        "rules": frozenset({"committed", "over"}),
        "void": frozenset(
            {
                "committed",
                "contributing",
                "opening",
                "waiting",
                "dealing",
                "passing",
                "playing",
                "closing",
            }
        ),
        "end": frozenset({"committed"}),
    }
)
"""Where a kind of line may stand; adjustments and substitutions may stand anywhere."""

_ORIGINS: Final[Mapping[str, Origin]] = MappingProxyType({"-": "sheet", "imported": "imported"})
_OF_SHEETS: Final = frozenset({"correct", "rules"})
AFTER_VOID: Final = frozenset({"open", "end"})
AFTER_END: Final = frozenset({"adjust", "correct", "rules"})


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


def check_kind(kind: str, *, header: GameEntry, phase: Phase, is_void: bool) -> None:
    """Raise LineRefused unless a kind of line may stand in this game, here and now."""
    origin = _ORIGINS.get(header.sources, "deals")
    if origin not in ORIGINS_BY_KIND.get(kind, {origin}):
        raise LineRefused(f"no {kind} line may stand in a game of this kind")
    if kind in _OF_SHEETS and header.kind != "sheet":
        raise LineRefused(f"a {kind} line in a game that is no sheet")
    # An imported hand stops at its last legal line.
    stops_early = kind == "end" and origin == "imported" and phase != "over"
    if phase not in PHASES_BY_KIND.get(kind, {phase}) and not stops_early:
        raise LineRefused(f"no {kind} line may stand here: the hand is {phase}")
    if is_void and kind not in AFTER_VOID:
        raise LineRefused(f"a {kind} line in a game that is void")
    if phase == "over" and kind not in AFTER_END:
        raise LineRefused(f"a {kind} line after the end")


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
