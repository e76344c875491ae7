"""What the rules refuse. `code` is the error's kind for callers; `rule` the finding it makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from deals.cards.card import Card
from deals.cards.seat import Seat


class RulesError(ValueError):
    """The root of this room's errors."""

    code: ClassVar[str] = "rules"
    rule: ClassVar[str | None] = None


class InvalidRules(RulesError):
    """A rule set that can't be played: `setting` names what is wrong, `detail` says how."""

    code = "invalid-rules"

    def __init__(self, setting: str, detail: str) -> None:
        super().__init__(f"{setting}: {detail}")
        self.setting = setting
        self.detail = detail


class BadDeal(RulesError):
    """The holdings are not exactly the deck, evenly, with the right kitty."""

    code = "bad-deal"
    rule = "bad_deal"

    def __init__(self, detail: str) -> None:
        super().__init__(detail)


class BadHandDump(RulesError):
    """What should be a stored hand is none."""

    code = "bad-hand-dump"


class GameOver(RulesError):
    """A hand after the game was over."""

    code = "game-over"
    rule = "after_end"

    def __init__(self) -> None:
        super().__init__("the game is over: no hand can follow")


class MoonChoiceMissing(RulesError):
    """The shooter has not said yet whether to add or to subtract."""

    code = "moon-choice-missing"
    rule = "moon_choice_missing"

    def __init__(self, shooter: Seat) -> None:
        super().__init__(f"seat {shooter} shot the moon and has not chosen add or subtract")
        self.shooter = shooter


class MoonChoiceUnasked(RulesError):
    """A choice of add or subtract though nobody was asked."""

    code = "moon-choice-unasked"
    rule = "moon_choice_unasked"

    def __init__(self) -> None:
        super().__init__("nobody was asked to choose add or subtract")


class RowFault(RulesError):
    """The root of what is wrong with a score sheet's row."""

    code = "row-fault"


class BadSum(RowFault):
    """Points that do not sum to what a hand has."""

    rule = "bad_sum"

    def __init__(self, *, found: int, needed: int) -> None:
        super().__init__(f"the points sum to {found}, a hand has {needed}")
        self.found = found
        self.needed = needed


class ImpossibleRow(RowFault):
    """No way to hand out penalty cards and bonus card gives this row."""

    rule = "impossible_row"

    def __init__(self) -> None:
        super().__init__("no way to take penalty cards and tricks gives this row")


class AmbiguousRow(RowFault):
    """Several ways with different scores; `extras` of the row would decide."""

    rule = "ambiguous_row"

    def __init__(self, extras: Sequence[str]) -> None:
        super().__init__(f"the row could score in several ways: say {' and '.join(extras)}")
        self.extras = tuple(extras)


class RowMisshapen(RulesError):
    """A row whose points are not one a seat, or that names a seat the table has not."""

    code = "row-misshapen"

    def __init__(self, detail: str) -> None:
        super().__init__(detail)


class NoSuchRow(RulesError):
    """A correction of a row that the sheet does not have."""

    code = "no-such-row"

    def __init__(self, row: int) -> None:
        super().__init__(f"the sheet has no row {row}")
        self.row = row


class RowNoLongerFits(RulesError):
    """A row of the sheet that a correction or other rules leave without an answer.

    `hand` counts from 1; `fault` is the row's: what it lacks, or what is wrong with it.
    """

    code = "row-no-longer-fits"

    def __init__(self, hand: int, fault: RulesError) -> None:
        super().__init__(f"hand {hand}: {fault}")
        self.hand = hand
        self.fault = fault


class WrongPhase(RulesError):
    """An act whose time is not now; `phase` is where the hand stands."""

    code = "wrong-phase"

    def __init__(self, phase: str) -> None:
        super().__init__(f"not now: the hand's phase is {phase}")
        self.phase = phase


class NotYourTurn(RulesError):
    """A play of a seat that is not next; `turn` is who is."""

    code = "not-your-turn"

    def __init__(self, seat: Seat, *, turn: Seat) -> None:
        super().__init__(f"seat {seat} may not play: it is seat {turn}'s turn")
        self.seat = seat
        self.turn = turn


class AlreadyPassed(RulesError):
    """A second pass of one seat in one hand."""

    code = "already-passed"

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"seat {seat} has passed already")
        self.seat = seat


class IllegalPass(RulesError):
    """The root of passes that the rules forbid."""

    code = "illegal-pass"


class WrongPassCount(IllegalPass):
    """The wrong number of cards."""

    rule = "pass_count"

    def __init__(self, seat: Seat, *, given: int, needed: int) -> None:
        super().__init__(f"seat {seat} gives {given} cards, but a pass is {needed} different cards")
        self.seat = seat
        self.given = given
        self.needed = needed


class PassNotHeld(IllegalPass):
    """A card in a pass that was not dealt to the seat."""

    rule = "pass_not_held"

    def __init__(self, seat: Seat, card: Card) -> None:
        super().__init__(f"seat {seat} gives {card}, which was not dealt to it")
        self.seat = seat
        self.card = card


class IllegalPlay(RulesError):
    """The root of plays that the rules forbid; `why` says it in words, after "seat 2 plays 2C"."""

    code = "illegal-play"
    why: ClassVar[str]

    def __init__(self, seat: Seat, card: Card) -> None:
        super().__init__(f"seat {seat} plays {card}, {self.why}")
        self.seat = seat
        self.card = card


class NotHeld(IllegalPlay):
    """A card that the seat does not hold (any more)."""

    rule = "not_held"
    why = "which it does not hold"


class WrongOpening(IllegalPlay):
    """The first card is not what `opening` asks."""

    rule = "opening_lead"
    why = "but the first lead must be what the rules' opening asks"


class MustFollowSuit(IllegalPlay):
    """Another suit though the led suit is held."""

    rule = "follow_suit"
    why = "though it holds the led suit"


class HeartsNotBroken(IllegalPlay):
    """A heart led too early."""

    rule = "hearts_not_broken"
    why = "but a heart may not be led yet"


class QueenMayNotLead(IllegalPlay):
    """The queen of spades led too early."""

    rule = "queen_lead"
    why = "but the queen of spades may not be led yet"


class FirstTrickSafe(IllegalPlay):
    """A penalty card on a safe first trick though something else could be played."""

    rule = "first_trick"
    why = "but no penalty card may fall on the first trick while another card can"


ILLEGAL_PLAYS = {
    error.rule: error
    for error in (
        NotHeld,
        WrongOpening,
        MustFollowSuit,
        HeartsNotBroken,
        QueenMayNotLead,
        FirstTrickSafe,
    )
}
