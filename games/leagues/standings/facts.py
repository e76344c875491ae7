"""The events of a league, as values: what a season is folded from. Nothing else counts.

People are entrants by uuid. Reasons, times and who did it stand beside a fact, not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from types import MappingProxyType
from typing import Final, TypeAlias, cast


@dataclass(frozen=True, slots=True)
class Entered:
    """An entrant comes in."""

    entrant: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entrant leaves: what it has come to stays."""

    entrant: str


@dataclass(frozen=True, slots=True)
class Returned:
    """An entrant that had left goes on with what it had."""

    entrant: str


@dataclass(frozen=True, slots=True)
class Substituted:
    """Somebody else plays for an entrant from now on; the account's uuid, None for itself again."""

    entrant: str
    player: str | None


@dataclass(frozen=True, slots=True)
class Penalised:
    """So much is taken off an entrant's sum, in place points or boards; less than 0 gives back."""

    entrant: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class Averaged:
    """An entrant gets this for a board that it missed."""

    entrant: str
    round: int
    board: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round is drawn: entrants by table in seat order; who sits out.

    `deal` is the number of its draw, `boards` the first and last deal of its boards. `numbers` are
    the entrants by their number in the movement that is on, `step` its next round from 0.
    """

    round: int
    deal: int
    tables: tuple[tuple[str, ...], ...]
    sitting: tuple[str, ...]
    boards: tuple[int, int] | None = None
    numbers: tuple[str, ...] | None = None
    step: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """A game of a table is over and counts: totals by seat."""

    round: int
    table: int
    game: str
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardCounted:
    """A board is compared: (table, game, scores by seat) of each table that has played it."""

    round: int
    board: int
    results: tuple[tuple[int, str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Corrected:
    """A game that counted came to other totals than were written; None: it counts no more."""

    game: str
    totals: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Closed:
    """A round is over: nothing of it is counted any more."""

    round: int


Fact: TypeAlias = (
    Entered
    | Withdrawn
    | Returned
    | Substituted
    | Penalised
    | Averaged
    | Drawn
    | Counted
    | BoardCounted
    | Corrected
    | Closed
)

KINDS: Final[Mapping[str, type[Fact]]] = MappingProxyType(
    {
        "enter": Entered,
        "withdraw": Withdrawn,
        "return": Returned,
        "substitute": Substituted,
        "penalty": Penalised,
        "average": Averaged,
        "round": Drawn,
        "result": Counted,
        "board": BoardCounted,
        "correct": Corrected,
        "close": Closed,
    }
)
_NAMES: Final = MappingProxyType({fact: name for name, fact in KINDS.items()})


def kind_of(fact: Fact) -> str:
    """Return the name of a fact's kind."""
    return _NAMES[type(fact)]


def fact_to_json(fact: Fact) -> dict[str, object]:
    """Return a fact as JSON; fractions as text, "7/2"."""
    return {
        field.name: str(value) if isinstance(value, Fraction) else value
        for field in fields(fact)
        for value in (getattr(fact, field.name),)
    }


def parse_fact(kind: str, detail: Mapping[str, object]) -> Fact:
    """Return the fact that `fact_to_json` wrote. Raises KeyError, TypeError, ValueError."""
    make = cast("Callable[..., Fact]", KINDS[kind])
    return make(
        **{
            name: Fraction(str(value)) if name == "value" else _frozen(value)
            for name, value in detail.items()
        }
    )


def _frozen(value: object) -> object:
    return tuple([_frozen(inner) for inner in value]) if isinstance(value, list) else value
