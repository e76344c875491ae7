"""One line after the other: how each kind of event changes a game, and where it may stand.

The order of lines is that of games/events/SPEC.md. What a line breaks is step 8 (its place in the
chain) or step 9 (the rules) of the fair deal's list. The lines within a hand are table_hand.py's.
"""

from __future__ import annotations

from functools import singledispatchmethod
from types import MappingProxyType
from typing import Final

from deals.cards.seat import Seat
from deals.fairness.entries import GameEntry
from games.events import details as d
from games.events.event import Event
from games.replay.finding import Finding
from games.replay.table_hand import HandFold
from games.replay.table_ledger import ScoredHand, said_score, start_ledger
from games.replay.table_line import (
    LineRefused,
    check_equal,
    check_kind,
    seat_of,
    under_rules,
)
from games.replay.table_state import HiddenReader, State, TableState
from games.rules.errors import RowNoLongerFits
from games.rules.game import GameScore, start_game
from games.rules.ruleset import RuleSet, parse_rules_line

_BEGINS_HAND: Final = (d.DealCommitted, d.HoldingDealt, d.RowWritten)
LOST: Final = ("seed-lost", "service")
"""Why and by whom a hand is void whose passes nobody can open: the key to them is gone."""
BOARD_LOST: Final = frozenset({("game", "restored", "service"), ("game", *LOST)})
"""What ends a board at a table that has its score already: no table can be compared any more."""


class TableFold:
    """A game while its lines are read. `take` changes it; `state` gives it as a value."""

    def __init__(self, header: GameEntry, rules: RuleSet, hidden: HiddenReader) -> None:
        self._header = header
        self._hidden = hidden
        self._ledger = start_ledger(start_game(rules))
        self._state: State = "seating"
        self._seq, self._time = 0, header.time
        self._seats: list[d.SeatTaken | None] = [None] * rules.players
        self._number = 1
        self._is_over = False
        self._on = self._wait_for_hand({})

    @property
    def _game(self) -> GameScore:
        return self._ledger.game

    @property
    def _rules(self) -> RuleSet:
        return self._ledger.game.rules

    def _wait_for_hand(self, unopened: dict[Seat, str]) -> HandFold:
        """Return the hand that comes now: the next one, or this one again after a void."""
        played = self._game.hands_played
        self._number = max(played, 1) if self._game.finished else played + 1
        return HandFold(
            self._header, self._game, self._number, hidden=self._hidden, unopened=unopened
        )

    def _begin_hand(self) -> None:
        self._on = self._wait_for_hand(self._on.unopened)
        self._is_over = False

    def take(self, event: Event) -> None:
        """Change the game as a line says. Raises LineRefused."""
        self._check_place(event)
        self._check_phase(event)
        self._handler(type(event.detail))(self, event.detail, event)
        self._seq, self._time = event.seq, event.time

    def state(self, *findings: Finding) -> TableState:
        """Return the game as it stands."""
        on = self._on
        counts = self._state != "voided"
        return TableState(
            rules=self._rules,
            state=self._state,
            seq=self._seq,
            time=self._time,
            number=self._number,
            before=on.before.totals,
            phase="over" if self._is_over else on.phase,
            turn=on.hand.turn if on.hand is not None and on.phase == "playing" else None,
            asked=on.asked,
            seats=tuple(self._seats),
            deal=on.deal,
            commitments=MappingProxyType({**on.commitments}),
            nonces=MappingProxyType({**on.nonces}),
            passed=MappingProxyType({**on.passed}),
            plays=on.plays,
            hand=on.hand,
            scores=tuple(self._ledger.lines),
            set_aside=self._ledger.set_aside,
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
        if event.hand not in {0, self._number} and event.kind != "correct":
            raise LineRefused(f"a line of hand {event.hand} during hand {self._number}")

    def _check_phase(self, event: Event) -> None:
        check_kind(
            event.kind,
            header=self._header,
            phase="over" if self._is_over else self._on.phase,
            is_void=self._state == "voided",
        )

    @singledispatchmethod
    def _apply(self, detail: d.Detail, event: Event) -> None:
        """Give a line to the hand that is on."""
        if isinstance(detail, _BEGINS_HAND) and self._on.phase == "committed":
            self._check_may_begin()
            self._state = "playing"
            self._on.before = self._game
        self._on.take(detail, event)

    def _check_may_begin(self) -> None:
        if self._game.finished:
            raise LineRefused("a hand after the game was over", step=9, rule="after_end")
        if any(taken is None or taken.holder == "empty" for taken in self._seats):
            raise LineRefused("a hand before every seat is taken")

    @_apply.register
    def _take_seat(self, detail: d.SeatTaken, event: Event) -> None:
        if event.kind == "seat" and self._state != "seating":
            raise LineRefused("a seat is taken after the first hand: that is a substitution")
        self._seats[seat_of(event)] = detail

    @_apply.register
    def _take_contribution(self, detail: d.Contributed, event: Event) -> None:
        taken = self._seats[seat_of(event)]
        if detail.by == "seat" and (taken is None or taken.holder != "human"):
            raise LineRefused("a nonce that a seat drew which no person holds")
        self._on.take(detail, event)

    @_apply.register
    def _take_start(self, detail: d.Started, _event: Event) -> None:
        if self._state != "seating" or self._ledger.entries or self._game.hands_played:
            raise LineRefused("a start stands before the first hand, once")
        if len(detail.totals) != self._rules.players:
            raise LineRefused("totals are one a seat")
        begun = start_game(self._rules, totals=detail.totals, hands=detail.hands)
        self._ledger = start_ledger(begun)
        self._begin_hand()

    @_apply.register
    def _take_score(self, detail: d.Scored, event: Event) -> None:
        on = self._on
        if on.is_scored:
            raise LineRefused("a second score of this hand")
        score = on.score()
        if score is not None:
            check_equal("points", detail.points, score.points)
            check_equal("scores", detail.scores, score.scores)
        if {len(detail.points), len(detail.scores)} != {self._rules.players}:
            raise LineRefused("points and scores are one a seat", step=9, rule="score_mismatch")
        row = None if on.row is None else on.answered_row(on.row)
        scored = ScoredHand(
            event.seq,
            on.number,
            on.direction,
            score or said_score(detail),
            row=row,
            row_seq=on.row_seq,
        )
        ledger = self._ledger.add(scored)
        check_equal("totals", detail.totals, ledger.game.totals)
        self._ledger, on.is_scored = ledger, True
        if on.deal is None:
            self._begin_hand()

    @_apply.register
    def _take_reveal(self, detail: d.Revealed, _event: Event) -> None:
        if not self._on.is_scored:
            raise LineRefused("a reveal before the hand's score")
        self._on.check_opened()
        if self._on.deal is None or detail.number != self._on.deal.number:
            raise LineRefused("the reveal of another deal")
        self._begin_hand()

    @_apply.register
    def _take_correction(self, detail: d.RowCorrected, event: Event) -> None:
        if self._ledger.hand_of_row(detail.seq) != event.hand:
            raise LineRefused(f"line {detail.seq} wrote no row of hand {event.hand}")
        with under_rules():
            try:
                self._ledger = self._ledger.correct(detail.seq, detail.row)
            except RowNoLongerFits as refused:
                raise refused.fault from None
        self._ask_the_end_afresh()

    @_apply.register
    def _take_rules(self, detail: d.RulesChanged, _event: Event) -> None:
        rules = parse_rules_line(detail.rules)
        if rules.players != self._rules.players:
            raise LineRefused(f"a sheet of {self._rules.players} players keeps their number")
        with under_rules():
            try:
                self._ledger = self._ledger.change_rules(rules)
            except RowNoLongerFits as refused:
                raise refused.fault from None
        self._ask_the_end_afresh()

    def _ask_the_end_afresh(self) -> None:
        """Begin the hand that now comes; after the end, hands may follow, or another end."""
        if self._is_over:
            self._state = "playing"
        self._begin_hand()

    @_apply.register
    def _take_adjustment(self, detail: d.Adjusted, event: Event) -> None:
        seat = seat_of(event)
        points = (detail.points if place == seat else 0 for place in range(self._rules.players))
        self._ledger = self._ledger.adjust(tuple(points))
        if self._is_over:
            self._ask_the_end_afresh()
        elif self._on.phase == "committed":
            self._begin_hand()

    @_apply.register
    def _take_void(self, detail: d.Voided, _event: Event) -> None:
        on = self._on
        said = (detail.scope, detail.reason, detail.by)
        if on.is_scored and said not in BOARD_LOST:
            raise LineRefused("a void after the hand's score")
        if detail.scope == "hand" and on.phase == "committed":
            raise LineRefused("no hand is on that could be void")
        if detail.scope == "game":
            self._state = "voided"
        if (detail.reason, detail.by) == LOST:
            on.unopened.clear()
        self._begin_hand()

    @_apply.register
    def _take_end(self, detail: d.Ended, _event: Event) -> None:
        self._on.check_opened()
        how: State = "finished" if self._game.finished else "abandoned"
        if self._state == "voided":
            how = "voided"
        if detail.how != how:
            raise LineRefused(f"the game is {how}", step=9, rule="score_mismatch")
        check_equal("totals", detail.totals, self._game.totals)
        winners = self._game.winners if how == "finished" else ()
        check_equal("winners", detail.winners, winners)
        self._begin_hand()  # Of an imported hand that stopped early nothing is on the table.
        self._state, self._is_over = how, True

    # The method would be bound anew for each line, which costs more than to find it.
    _handler = staticmethod(_apply.dispatcher.dispatch)
