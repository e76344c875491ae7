"""Who sees what, when: the one table that decides, for lists, streams, views, exports and pages.

A fact is hidden by its owner's seat, by the moment of the hand, and at a board that other tables
still play (`shut`) from everybody who does not sit at this one. Whoever is asked for more than
this says nothing of it: what is hidden is masked in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from deals.cards.seat import Seat


class Fact(StrEnum):
    """What there is to know of a hand."""

    PUBLIC = "commitment, K's, nonces, freeze"
    SEED = "seed, index"
    HOLDING = "own holding"
    HAS_PASSED = "that a seat has passed"
    CARDS_PASSED = "the cards passed"
    PLAYS = "plays, tricks, points of played cards"
    KITTY = "kitty, and points counted from it"
    LEGAL_CARDS = "legal cards"


@dataclass(frozen=True)
class Viewer:
    """Who looks: the seat of this table, None for a spectator and a director who does not play."""

    seat: Seat | None = None


SPECTATOR: Final = Viewer()


@dataclass(frozen=True)
class Moment:
    """What of a hand's course decides who may see it.

    `is_open` after the hand: its deal is revealed, or thrown away. `exchanged` once all have
    passed; `turn` who is to play; `kitty_taker` who took the first trick. `shut`: a board of which
    other tables are still open.
    """

    is_open: bool = False
    exchanged: bool = False
    turn: Seat | None = None
    kitty_taker: Seat | None = None
    shut: bool = False


@dataclass(frozen=True)
class Subject:
    """Whose fact it is: the `owner`'s seat; of cards passed the giver's, with their `receiver`."""

    owner: Seat | None = None
    receiver: Seat | None = None


_Rule = Callable[[Viewer, Moment, Subject], bool]


def _everybody(_viewer: Viewer, _moment: Moment, _of: Subject) -> bool:
    return True


def _nobody(_viewer: Viewer, _moment: Moment, _of: Subject) -> bool:
    return False


def _whoever_may_watch(viewer: Viewer, moment: Moment, _of: Subject) -> bool:
    return viewer.seat is not None or not moment.shut


def _its_owner(viewer: Viewer, _moment: Moment, of: Subject) -> bool:
    return viewer.seat is not None and viewer.seat == of.owner


def _giver_and_receiver(viewer: Viewer, moment: Moment, of: Subject) -> bool:
    got = moment.exchanged and viewer.seat == of.receiver
    return viewer.seat is not None and (got or viewer.seat == of.owner)


def _kitty_taker(viewer: Viewer, moment: Moment, _of: Subject) -> bool:
    return viewer.seat is not None and viewer.seat == moment.kitty_taker


def _whose_turn_it_is(viewer: Viewer, moment: Moment, of: Subject) -> bool:
    return _its_owner(viewer, moment, of) and moment.turn == of.owner


_RULES: Final[Mapping[Fact, _Rule]] = MappingProxyType(
    {
        Fact.PUBLIC: _everybody,
        Fact.SEED: _nobody,
        Fact.HOLDING: _its_owner,
        Fact.HAS_PASSED: _whoever_may_watch,
        Fact.CARDS_PASSED: _giver_and_receiver,
        Fact.PLAYS: _whoever_may_watch,
        Fact.KITTY: _kitty_taker,
        Fact.LEGAL_CARDS: _whose_turn_it_is,
    }
)
"""Before the hand is open. Afterwards everybody sees everything."""


def may_see(fact: Fact, viewer: Viewer, moment: Moment, of: Subject = Subject()) -> bool:
    """Whether a viewer may see a fact at a moment of its hand."""
    return (moment.is_open and not moment.shut) or _RULES[fact](viewer, moment, of)


def may_follow(viewer: Viewer, *, shut: bool) -> bool:
    """Whether a viewer may read a game's chain, with what it reveals after each hand.

    Its lines hide what they must by commitments; they go to everybody, those of a shut board to
    its own seats.
    """
    return may_see(Fact.PLAYS, viewer, Moment(shut=shut))
