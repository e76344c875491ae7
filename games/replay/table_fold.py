"""One line after the other: how each kind of event changes a game, and where it may stand.

The order of lines is that of games/events/SPEC.md. What a line breaks is step 8 (its place in the
chain) or step 9 (the rules) of the fair deal's list.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatchmethod
from types import MappingProxyType

from deals.cards.holding import Holding
from deals.cards.seat import Seat
from deals.fairness.entries import GameEntry
from games.events import details as d
from games.events.event import Event
from games.events.pass_statement import PassStatement, pass_commitment
from games.replay.finding import Finding
from games.replay.table_line import (
    AFTER_END,
    AFTER_VOID,
    PHASES_BY_KIND,
    LineRefused,
    check_equal,
    seat_of,
    under_rules,
)
from games.replay.table_state import HandLine, HiddenReader, Phase, State, TableState
from games.rules.game import start_game
from games.rules.hand import Hand, start_hand
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet
from games.rules.scoring import score_hand


class TableFold:
    """A game while its lines are read. `take` changes it; `state` gives it as a value."""

    def __init__(self, header: GameEntry, rules: RuleSet, hidden: HiddenReader) -> None:
        self._header = header
        self._rules = rules
        self._hidden = hidden
        self._game = start_game(rules)
        self._state: State = "seating"
        self._seq, self._time = 0, header.time
        self._seats: list[d.SeatTaken | None] = [None] * rules.players
        self._scores: list[HandLine] = []
        self._unopened: dict[Seat, str] = {}
        self._begin_hand()

    def _begin_hand(self) -> None:
        """Wait for a deal: of the next hand, or of this one again after a void."""
        if not self._game.finished:
            self._number = len(self._scores) + 1
        self._phase: Phase = "committed"
        self._deal: d.DealCommitted | None = None
        self._commitments: dict[Seat, str] = {}
        self._nonces: dict[Seat, str] = {}
        self._passed: dict[Seat, str] = {}
        self._plays = 0
        self._hand: Hand | None = None
        self._hidden_passes: Mapping[Seat, Holding] = {}

    def take(self, event: Event) -> None:
        """Change the game as a line says. Raises LineRefused."""
        self._check_place(event)
        self._check_phase(event)
        self._apply(event.detail, event)
        self._seq, self._time = event.seq, event.time

    def state(self, *findings: Finding) -> TableState:
        """Return the game as it stands."""
        hand = self._hand
        counts = self._state != "voided"
        return TableState(
            rules=self._rules,
            state=self._state,
            seq=self._seq,
            time=self._time,
            number=self._number,
            phase=self._phase,
            turn=hand.turn if hand is not None and self._phase == "playing" else None,
            seats=tuple(self._seats),
            deal=self._deal,
            commitments=MappingProxyType(self._commitments),
            nonces=MappingProxyType(self._nonces),
            passed=MappingProxyType(self._passed),
            plays=self._plays,
            hand=hand,
            scores=tuple(self._scores),
            totals=self._game.totals,
            finished=counts and self._game.finished,
            winners=self._game.winners if counts else (),
            ranks=self._game.ranks,
            findings=findings,
        )

    def _check_place(self, event: Event) -> None:
        if event.seq != self._seq + 1:
            raise LineRefused(f"seq {event.seq} after {self._seq}")
        if event.time < self._time:
            raise LineRefused(f"the time {event.time} after {self._time}")
        if event.seat is not None and event.seat >= self._rules.players:
            raise LineRefused(f"no seat {event.seat} at a table of {self._rules.players}")
        if event.kind == "deal" and self._game.finished:
            raise LineRefused("a deal after the game was over", step=9, rule="after_end")
        if event.hand not in {0, self._number}:
            raise LineRefused(f"a line of hand {event.hand} during hand {self._number}")

    def _check_phase(self, event: Event) -> None:
        if self._phase not in PHASES_BY_KIND.get(event.kind, {self._phase}):
            raise LineRefused(f"no {event.kind} line may stand here: the hand is {self._phase}")
        if self._state == "voided" and event.kind not in AFTER_VOID:
            raise LineRefused(f"a {event.kind} line in a game that is void")
        if self._phase == "over" and event.kind not in AFTER_END:
            raise LineRefused(f"a {event.kind} line after the end")

    @singledispatchmethod
    def _apply(self, detail: d.Detail, event: Event) -> None:
        raise NotImplementedError

    @_apply.register
    def _take_seat(self, detail: d.SeatTaken, event: Event) -> None:
        if event.kind == "seat" and self._state != "seating":
            raise LineRefused("a seat is taken after the first deal: that is a substitution")
        self._seats[seat_of(event)] = detail

    @_apply.register
    def _take_deal(self, detail: d.DealCommitted, _event: Event) -> None:
        if any(taken is None or taken.holder == "empty" for taken in self._seats):
            raise LineRefused("a deal before every seat is taken")
        self._check_opened()
        self._state = "playing"
        self._deal = detail
        match self._header.sources:
            case "seats":
                self._phase = "contributing"
            case "beacon":
                self._phase = "waiting"
            case _:
                self._deal_cards()

    @_apply.register
    def _take_contribution(self, detail: d.Contributed, event: Event) -> None:
        seat = seat_of(event)
        if seat in self._commitments:
            raise LineRefused("a second K of this seat")
        self._commitments[seat] = detail.commitment
        if len(self._commitments) == self._rules.players:
            self._phase = "opening"

    @_apply.register
    def _take_nonce(self, detail: d.NonceOpened, event: Event) -> None:
        seat = seat_of(event)
        if seat in self._nonces:
            raise LineRefused("a second nonce of this seat")
        self._nonces[seat] = detail.nonce

    @_apply.register
    def _take_freeze(self, _detail: d.Frozen, _event: Event) -> None:
        if len(self._nonces) < self._rules.players:
            raise LineRefused("a freeze before the last nonce")
        self._deal_cards()

    @_apply.register
    def _take_beacon(self, _detail: d.BeaconRound, _event: Event) -> None:
        self._deal_cards()

    def _deal_cards(self) -> None:
        """Deal the hidden cards, if they are known, and ask for passes or plays."""
        hidden = self._hidden(self._deal_number)
        if hidden is not None:
            with under_rules():
                self._hand = start_hand(self._rules, self._number, hidden.dealt)
            self._hidden_passes = hidden.passes
        holds = self._rules.direction(self._number) is Direction.HOLD
        self._phase = "playing" if holds else "passing"

    @_apply.register
    def _take_pass(self, detail: d.Passed, event: Event) -> None:
        seat = seat_of(event)
        if seat in self._passed:
            raise LineRefused("a second pass of this seat")
        cards = self._hidden_passes.get(seat)
        if self._hand is not None:
            with under_rules():
                self._hand = None if cards is None else self._hand.give_cards(seat, cards)
        self._passed[seat] = self._unopened[seat] = detail.commitment
        if len(self._passed) == self._rules.players:
            self._phase = "playing"

    @_apply.register
    def _take_play(self, detail: d.Played, event: Event) -> None:
        if self._hand is not None:
            with under_rules(ply=self._plays):
                self._hand = self._hand.play(seat_of(event), detail.card)
        self._plays += 1
        if self._plays == self._rules.players * self._rules.deck.size:
            self._phase = "closing"

    @_apply.register
    def _take_moon(self, _detail: d.MoonChosen, _event: Event) -> None:
        # No rule set that can be played yet asks for it.
        raise LineRefused("nobody asked for a choice", step=9, rule="moon_choice_unasked")

    @_apply.register
    def _take_score(self, detail: d.Scored, event: Event) -> None:
        if self._is_scored:
            raise LineRefused("a second score of this hand")
        shooter = None
        if self._hand is not None:
            scored = score_hand(self._hand)
            check_equal("points", detail.points, scored.points)
            check_equal("scores", detail.scores, scored.scores)
            shooter = scored.shooter
        if {len(detail.points), len(detail.scores)} != {self._rules.players}:
            raise LineRefused("points and scores are one a seat", step=9, rule="score_mismatch")
        game = self._game.add_hand(detail.scores)
        check_equal("totals", detail.totals, game.totals)
        self._game = game
        direction = self._rules.direction(self._number)
        self._scores.append(
            HandLine(
                self._number,
                event.seq,
                direction,
                detail.points,
                detail.scores,
                detail.totals,
                shooter,
            )
        )

    @_apply.register
    def _take_opening(self, detail: d.PassOpened, event: Event) -> None:
        seat = seat_of(event)
        if self._phase == "closing" and not self._is_scored:
            raise LineRefused("an opening before the hand's score")
        if seat not in self._unopened:
            raise LineRefused("no pass of this seat is to be opened")
        opened = PassStatement(self._header.game, self._number, seat, detail.cards, detail.salt)
        if pass_commitment(opened) != self._unopened[seat]:
            raise LineRefused("the pass was another one", step=9, rule="proof_pass")
        del self._unopened[seat]

    @_apply.register
    def _take_reveal(self, detail: d.Revealed, _event: Event) -> None:
        if not self._is_scored:
            raise LineRefused("a reveal before the hand's score")
        self._check_opened()
        if detail.number != self._deal_number:
            raise LineRefused("the reveal of another deal")
        self._begin_hand()

    @_apply.register
    def _take_adjustment(self, detail: d.Adjusted, event: Event) -> None:
        seat = seat_of(event)
        points = [detail.points if place == seat else 0 for place in range(self._rules.players)]
        self._game = self._game.adjust(points)
        if self._phase == "over":
            # The end rule is asked afresh: hands may follow, or another end.
            self._state = "playing"
            self._begin_hand()

    @_apply.register
    def _take_void(self, detail: d.Voided, _event: Event) -> None:
        if self._phase == "closing" and self._is_scored:
            raise LineRefused("a void after the hand's score")
        if detail.scope == "hand" and self._deal is None:
            raise LineRefused("no hand is on that could be void")
        if detail.scope == "game":
            self._state = "voided"
        self._begin_hand()

    @_apply.register
    def _take_end(self, detail: d.Ended, _event: Event) -> None:
        self._check_opened()
        how: State = "finished" if self._game.finished else "abandoned"
        if self._state == "voided":
            how = "voided"
        if detail.how != how:
            raise LineRefused(f"the game is {how}", step=9, rule="score_mismatch")
        check_equal("totals", detail.totals, self._game.totals)
        winners = self._game.winners if how == "finished" else ()
        check_equal("winners", detail.winners, winners)
        self._state, self._phase = how, "over"

    @property
    def _deal_number(self) -> int:
        return self._deal.number if self._deal else 0

    @property
    def _is_scored(self) -> bool:
        return len(self._scores) == self._number

    def _check_opened(self) -> None:
        if self._unopened:
            seats = ", ".join(map(str, sorted(self._unopened)))
            raise LineRefused(f"the passes of seats {seats} are not opened before it")
