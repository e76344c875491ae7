"""What the lines of a game have come to: the values that the fold over its events answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from deals.cards.holding import Holding
from deals.cards.seat import Seat
from games.events.details import DealCommitted, SeatTaken
from games.replay.finding import Finding
from games.rules.hand import Hand
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet

State: TypeAlias = Literal["seating", "playing", "finished", "abandoned", "voided"]
Phase: TypeAlias = Literal[
    "committed",
    "contributing",
    "opening",
    "waiting",
    "dealing",
    "passing",
    "playing",
    "closing",
    "over",
]
"""Where the hand that is on stands; each names what the next line has to bring.

committed: the `deal` line, or the first of an imported hand, or a row; contributing: K's; opening:
nonces, then the freeze; waiting: the beacon; dealing: an imported hand's cards; passing, playing:
what they say; closing: the shooter's choice where it is asked, score, openings, reveal. over: the
game ended.
"""


@dataclass(frozen=True)
class HiddenHand:
    """What the public lines of a hand hide: the holdings dealt, and what the seats have given.

    `passes` has the seats that have passed so far, as far as they are known.
    """

    dealt: tuple[Holding, ...]
    passes: Mapping[Seat, Holding]


HiddenReader: TypeAlias = Callable[[int], HiddenHand | None]
"""Gives the hidden cards of a deal by its number; None when they are not known (any more)."""


@dataclass(frozen=True)
class HandLine:
    """A finished hand: its number, the seq of its `score` line, and what it came to.

    `shooter` is None without a moon, and where the hand's cards are not known.
    """

    number: int
    seq: int
    direction: Direction
    points: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    shooter: Seat | None


@dataclass(frozen=True)
class TableState:
    """A game after its lines, up to the last or up to the first that is illegal (`findings`).

    `seq` and `time` are of the last good line, 0 and the header's before any. `number` is the
    hand that is on, from 1 (the last one when the game is over), `before` are the totals that it
    began with. `deal`, `commitments`, `nonces`
    and `passed` are of that hand; `plays` counts its plays. `hand` is None while nothing is dealt,
    and without its hidden cards; then `turn` is None too. `asked` is the shooter who has to choose.
    `scores` are the hands that count, `set_aside` the seqs of rows after the end that are kept, but
    do not count. `finished` is what the rules say of the totals, whether the `end` line stands
    already or not; `ranks` are provisional until then. A game that is void is not finished and has
    no winners.
    """

    rules: RuleSet
    state: State
    seq: int
    time: str
    number: int
    before: tuple[int, ...]
    phase: Phase
    turn: Seat | None
    asked: Seat | None
    seats: tuple[SeatTaken | None, ...]
    deal: DealCommitted | None
    commitments: Mapping[Seat, str]
    nonces: Mapping[Seat, str]
    passed: Mapping[Seat, str]
    plays: int
    hand: Hand | None
    scores: tuple[HandLine, ...]
    set_aside: tuple[int, ...]
    totals: tuple[int, ...]
    finished: bool
    winners: tuple[Seat, ...]
    ranks: tuple[int, ...]
    findings: tuple[Finding, ...]
