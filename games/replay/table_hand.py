"""The hand that is on: how each of its lines moves it, from the deal or the row to its score.

Where a line may stand at all is for table_line.py; what it breaks there is step 8, a broken rule of
the game step 9.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatchmethod

from deals.cards.holding import Holding
from deals.cards.seat import Seat
from deals.fairness.entries import GameEntry
from games.events import details as d
from games.events.event import Event
from games.events.pass_statement import PassStatement, pass_commitment
from games.replay.play_fold import PlayFold
from games.replay.table_line import LineRefused, seat_of, under_rules
from games.replay.table_state import HiddenReader, Phase
from games.rules.errors import MoonChoiceMissing, MoonChoiceUnasked
from games.rules.game import GameScore
from games.rules.hand import Hand, start_hand
from games.rules.passing import Direction
from games.rules.row import Row, score_row
from games.rules.ruleset import Moon
from games.rules.scoring import HandScore, hand_haul, is_asked, score_hand


class HandFold:
    """A hand while its lines are read; `before` is the game as it was when it began.

    `unopened` are the pass commitments that wait for their `open` lines, those of a voided hand
    before it too.
    """

    def __init__(
        self,
        header: GameEntry,
        before: GameScore,
        number: int,
        *,
        hidden: HiddenReader,
        unopened: dict[Seat, str],
    ) -> None:
        self._header = header
        self._hidden = hidden
        self._hidden_passes: Mapping[Seat, Holding] = {}
        self._rules = before.rules
        self.before = before
        self.number = number
        self.unopened = unopened
        self.phase: Phase = "committed"
        self.deal: d.DealCommitted | None = None
        self.dealt: dict[Seat, Holding] = {}
        self.commitments: dict[Seat, str] = {}
        self.nonces: dict[Seat, str] = {}
        self.passed: dict[Seat, str] = {}
        self.gave: set[Seat] = set()
        self.plays = 0
        self._before_play: Hand | None = None
        self._play: PlayFold | None = None
        self.row: Row | None = None
        self.row_seq: int | None = None
        self.asked: Seat | None = None
        self.choice: str | None = None
        self.is_scored = False

    @property
    def hand(self) -> Hand | None:
        """The hand as far as its cards are known; None while none are dealt."""
        return self._before_play if self._play is None else self._play.hand

    @hand.setter
    def hand(self, hand: Hand | None) -> None:
        self._before_play = hand

    @property
    def direction(self) -> Direction:
        """Where the hand passes."""
        return self._rules.direction(self.number, totals=self.before.totals)

    def take(self, detail: d.Detail, event: Event) -> None:
        """Move the hand as a line says. Raises LineRefused."""
        self._handler(type(detail))(self, detail, event)

    @singledispatchmethod
    def _apply(self, detail: d.Detail, event: Event) -> None:
        raise NotImplementedError

    @_apply.register
    def _take_deal(self, detail: d.DealCommitted, _event: Event) -> None:
        self.check_opened()
        self.deal = detail
        match self._header.sources:
            case "seats":
                self.phase = "contributing"
            case "beacon":
                self.phase = "waiting"
            case _:
                self._deal_hidden()

    @_apply.register
    def _take_contribution(self, detail: d.Contributed, event: Event) -> None:
        seat = seat_of(event)
        if seat in self.commitments:
            raise LineRefused("a second K of this seat")
        self.commitments[seat] = detail.commitment
        if len(self.commitments) == self._rules.players:
            self.phase = "opening"

    @_apply.register
    def _take_nonce(self, detail: d.NonceOpened, event: Event) -> None:
        seat = seat_of(event)
        if seat in self.nonces:
            raise LineRefused("a second nonce of this seat")
        self.nonces[seat] = detail.nonce

    @_apply.register
    def _take_freeze(self, _detail: d.Frozen, _event: Event) -> None:
        if len(self.nonces) < self._rules.players:
            raise LineRefused("a freeze before the last nonce")
        self._deal_hidden()

    @_apply.register
    def _take_beacon(self, _detail: d.BeaconRound, _event: Event) -> None:
        self._deal_hidden()

    def _deal_hidden(self) -> None:
        """Deal the hidden cards, if they are known, and ask for passes or plays."""
        hidden = self._hidden(self.deal.number if self.deal else 0)
        if hidden is None:
            self._ask_for_cards()
        else:
            self._hidden_passes = hidden.passes
            self._deal(hidden.dealt)

    @_apply.register
    def _take_holding(self, detail: d.HoldingDealt, event: Event) -> None:
        seat = seat_of(event)
        if seat in self.dealt:
            raise LineRefused("a second holding of this seat")
        self.dealt[seat] = detail.cards
        self.phase = "dealing"
        if len(self.dealt) == self._rules.players and not self._rules.deck.kitty:
            self._deal(self._holdings())

    @_apply.register
    def _take_kitty(self, detail: d.KittyLaid, _event: Event) -> None:
        if len(self.dealt) < self._rules.players or not self._rules.deck.kitty:
            raise LineRefused("a kitty follows the last holding, where the deck has one")
        self._deal((*self._holdings(), detail.cards))

    def _holdings(self) -> tuple[Holding, ...]:
        return tuple(self.dealt[seat] for seat in range(self._rules.players))

    def _deal(self, holdings: tuple[Holding, ...]) -> None:
        with under_rules():
            self.hand = start_hand(self._rules, self.number, holdings, totals=self.before.totals)
        self._ask_for_cards()

    def _ask_for_cards(self) -> None:
        self.phase = "playing" if self.direction is Direction.HOLD else "passing"

    @_apply.register
    def _take_pass(self, detail: d.Passed, event: Event) -> None:
        seat = seat_of(event)
        if seat in self.passed:
            raise LineRefused("a second pass of this seat")
        cards = self._hidden_passes.get(seat)
        if self.hand is not None:
            with under_rules():
                self.hand = None if cards is None else self.hand.give_cards(seat, cards)
        self.passed[seat] = self.unopened[seat] = detail.commitment
        if len(self.passed) == self._rules.players:
            self.phase = "playing"

    @_apply.register
    def _take_gift(self, detail: d.CardsGiven, event: Event) -> None:
        seat = seat_of(event)
        with under_rules():
            self.hand = self.hand and self.hand.give_cards(seat, detail.cards)
        self.gave.add(seat)
        if len(self.gave) == self._rules.players:
            self.phase = "playing"

    @_apply.register
    def _take_play(self, detail: d.Played, event: Event) -> None:
        with under_rules(ply=self.plays):
            if self._play is None and self._before_play is not None:
                self._play = PlayFold(self._before_play)
            if self._play is not None:
                self._play.play(seat_of(event), detail.card)
        self.plays += 1
        if self.plays == self._rules.players * self._rules.deck.size:
            self.phase = "closing"
            if self.hand is not None:
                haul = hand_haul(self.hand)
                self.asked = haul.shooter if is_asked(self._rules, haul) else None

    @_apply.register
    def _take_row(self, detail: d.RowWritten, event: Event) -> None:
        self.row, self.row_seq = detail.row, event.seq
        with under_rules():
            try:
                score_row(detail.row, self.before)
            except MoonChoiceMissing as missing:
                # As in a played hand, the shooter may answer by a line of its own.
                self.asked = missing.shooter
        self.phase = "closing"

    @_apply.register
    def _take_moon(self, detail: d.MoonChosen, event: Event) -> None:
        known = self.hand is not None or self.row is not None
        asked = self.asked if known else event.seat
        may_ask = known or self._rules.moon is Moon.CHOICE
        if self.is_scored or self.choice is not None or asked != event.seat or not may_ask:
            raise LineRefused(str(MoonChoiceUnasked()), step=9, rule="moon_choice_unasked")
        self.choice, self.asked = detail.choice, None

    def score(self) -> HandScore | None:
        """Give what the rules say of the hand; None when its cards are not known.

        Raises LineRefused.
        """
        with under_rules():
            if self.row is not None:
                return score_row(self.answered_row(self.row), self.before)
            if self.hand is not None:
                return score_hand(self.hand, self.before, choice=self.choice)
        return None

    def answered_row(self, row: Row) -> Row:
        """Give the row with the shooter's answer, when it came by a line of its own."""
        if self.choice is None:
            return row
        return Row(row.points, row.jack, row.ten, row.sun, row.no_tricks, self.choice)

    @_apply.register
    def _take_opening(self, detail: d.PassOpened, event: Event) -> None:
        seat = seat_of(event)
        if self.phase == "closing" and not self.is_scored:
            raise LineRefused("an opening before the hand's score")
        if seat not in self.unopened:
            raise LineRefused("no pass of this seat is to be opened")
        opened = PassStatement(self._header.game, self.number, seat, detail.cards, detail.salt)
        if pass_commitment(opened) != self.unopened[seat]:
            raise LineRefused("the pass was another one", step=9, rule="proof_pass")
        del self.unopened[seat]

    def check_opened(self) -> None:
        """Raise LineRefused while passes are not opened."""
        if self.unopened:
            seats = ", ".join(map(str, sorted(self.unopened)))
            raise LineRefused(f"the passes of seats {seats} are not opened before it")

    # The method would be bound anew for each line, which costs more than to find it.
    _handler = staticmethod(_apply.dispatcher.dispatch)
