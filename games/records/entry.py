"""What stands among the hands of a record. Cards stay text until a replay judges them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from deals.cards.seat import Seat
from games.rules.row import Row

Codes: TypeAlias = Sequence[str]
Extra: TypeAlias = Mapping[str, object]


@dataclass(frozen=True)
class HandClaim:
    """What the source says of a hand; None where it says nothing."""

    points: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class PlayedHand:
    """A played hand: `dealt` before the pass, what each seat `passed`, all cards `played`.

    None where the record has nothing. `extra` holds unknown keys as they came, in every entry.
    """

    dealt: tuple[Codes, ...]
    kitty: Codes | None = None
    passed: tuple[Codes, ...] | None = None
    played: Codes = ()
    moon_choice: str | None = None
    claimed: HandClaim | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class SheetRow:
    """A hand of which only numbers were kept."""

    row: Row
    claimed: HandClaim | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class VoidHand:
    """A hand that counts for nothing, with as much of it as was kept."""

    reason: str
    dealt: tuple[Codes, ...] | None = None
    kitty: Codes | None = None
    passed: tuple[Codes, ...] | None = None
    played: Codes | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Substitution:
    """Another player at a seat from here on; `seat_extra` holds unknown keys beside the two."""

    seat: Seat
    player: str
    reason: str | None = None
    seat_extra: Extra = field(default_factory=dict)
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Adjusted:
    """Points added to the totals at once, one a seat, outside of any hand."""

    points: tuple[int, ...]
    reason: str | None = None
    extra: Extra = field(default_factory=dict)


Entry: TypeAlias = PlayedHand | SheetRow | VoidHand | Substitution | Adjusted
