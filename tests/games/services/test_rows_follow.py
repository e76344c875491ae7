"""rows = replay(events): after any sequence of acts, good ones and refused ones."""

import contextlib
from datetime import timedelta

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from deals.selectors.deals import deal_summary
from deals.services.errors import DealRefused
from games.rules.errors import RulesError
from games.rules.ruleset import rules_to_json
from games.services.adjusting import adjust_total
from games.services.contributing import contribute, open_seat_nonce
from games.services.errors import GameRefused
from games.services.moon import record_moon_choice
from games.services.moving import move_computers
from games.services.passing import record_pass
from games.services.playing import record_play
from games.services.rebuilding import derived_rows, stored_rows
from games.services.seating import take_seat
from games.services.settling import settle_game
from games.services.substituting import substitute_player
from games.services.voiding import void_game, void_hand, void_silent_deal
from tests.cast import Party
from tests.games.rules.strategies import rule_sets

KINDS = st.sampled_from(["human", "human", "computer"])
CARDS = ["2C", "QS", "AH", "5D", "KC"]


class Walk:
    """Acts at one table, each drawn at random: often the right one, sometimes any other."""

    def __init__(self, dice, party):
        self.dice, self.party, self.head = dice, party, "00" * 32
        self.players = len(party.summary["totals"])

    @property
    def people(self):
        """The seats that no computer player holds, or has taken over."""
        held = self.party.summary["seats"]
        return [row["seat"] for row in held if row["kind"] == "human"]

    def seat(self, right):
        return right if self.dice.randrange(10) else self.dice.randrange(self.players)

    def step(self):
        view = self.party.view(0)
        phase = view["phase"] if self.party.summary["state"] != "seating" else "seating"
        other = self.dice.choice([self.disturb, self.disturb, self.adjusting])
        act = getattr(self, phase) if self.dice.randrange(8) else other
        with contextlib.suppress(DealRefused, GameRefused, RulesError):
            act()
        while self.party.hints and self.dice.randrange(2):
            hint = self.party.hints.pop(0)
            if hint.kind == "move_computers":
                self.party.hints += move_computers(hint.job, now=self.party.clock())

    def disturb(self):
        """A seat that loses patience, or a director who interferes."""
        now = self.party.clock()
        if self.dice.randrange(2):
            self.party.clock.time = now = now + timedelta(minutes=1)
        asks = self.dice.choice([None, *range(self.players)])
        seat = self.dice.randrange(self.players)
        deal = self.party.summary["deal"]
        acts = (
            lambda: void_silent_deal(deal, self.dice.choice([None, seat]), by=asks, now=now),
            lambda: void_hand(self.party.game, now=now),
            lambda: substitute_player(self.party.game, seat, by=asks, now=now),
            lambda: void_game(self.party.game, now=now),
        )
        (act,) = self.dice.choices(acts, weights=(6, 2, 3, 1))
        self.party.hints += act().hints

    def seating(self):
        free = [row["seat"] for row in self.party.summary["seats"] if not row["taken"]]
        if free:
            seat = self.seat(free[0])
            invite = self.party.invites.get(seat, "none")
            take_seat(self.party.game, seat, invite=invite, now=self.party.clock())
        self.party.hints += settle_game(self.party.game, now=self.party.clock())

    committed = seating

    def contributing(self):
        given_ = self.given("commitment")
        seat = self.seat(next(s for s in range(self.players) if s not in given_))
        act = contribute(
            self.party.summary["deal"],
            seat,
            self.party.commitment(seat),
            now=self.party.clock(),
        )
        self.head = act.head

    def opening(self):
        opened = self.given("nonce")
        seat = self.seat(next(s for s in range(self.players) if s not in opened))
        act = open_seat_nonce(
            self.party.summary["deal"],
            seat,
            self.party.nonce(seat),
            head=self.head if self.dice.randrange(10) else "00" * 32,
            now=self.party.clock(),
        )
        self.party.hints += act.hints

    def given(self, what):
        rows = deal_summary(self.party.summary["deal"])["contributions"]
        return {row["seat"] for row in rows if row[what]}

    def passing(self):
        passed = self.party.view(0)["cards"]["passed"]
        people = [seat for seat in self.people if seat not in passed]
        if not people:
            return
        seat = self.seat(people[0])
        holding = self.party.view(seat)["cards"]["holding"]
        count = self.party.summary["rules"]["pass_count"]
        cards = holding[:count] if self.dice.randrange(10) else holding[: count + 1]
        act = record_pass(self.party.game, seat, cards, now=self.party.clock())
        self.party.hints += act.hints

    def playing(self):
        view = self.party.view(self.party.view(0)["turn"])
        if view["seat"] not in self.people:
            return
        seat = self.seat(view["seat"])
        legal = view["cards"]["legal_cards"]
        card = self.dice.choice(legal if self.dice.randrange(10) else CARDS)
        seq = view["seq"] - (not self.dice.randrange(10))
        act = record_play(self.party.game, seat, card, expected_seq=seq, now=self.party.clock())
        self.party.hints += act.hints

    def closing(self):
        asked = self.party.summary["asked"]
        if asked in self.party.people:
            act = record_moon_choice(
                self.party.game,
                self.seat(asked),
                self.dice.choice(["add", "subtract"]),
                now=self.party.clock(),
            )
            self.party.hints += act.hints

    def adjusting(self):
        seat, points = self.dice.randrange(self.players), self.dice.randrange(-40, 40)
        adjust_total(self.party.game, seat, points, reason="late", now=self.party.clock())

    over = adjusting


@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),  # what is drawn from true chance can't be shrunk
)
@given(
    st.lists(KINDS, min_size=6, max_size=6),
    rule_sets(target=25, hands=2),
    st.sampled_from(["seats", "server"]),
    # The cards are true random, so what is drawn can't be recorded step by step.
    st.randoms(use_true_random=True),
)
def test_rows_are_the_replay_of_the_events_after_every_act(log, seats, rules, sources, dice):
    terms = rules_to_json(rules)
    party = Party(rules=terms, sources=sources, seats=tuple(seats[: rules.players]))
    walk = Walk(dice, party)
    for _ in range(70):
        walk.step()
        assert stored_rows(party.game) == derived_rows(party.game)
