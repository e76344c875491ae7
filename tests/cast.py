"""The cast of the tests: a clock, and people who take seats and play whole games."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from deals.fairness.contribution import Contribution, contribution_commitment
from deals.models import Deal
from games.selectors.games import game_summary
from games.selectors.seats import own_view
from games.services.contributing import contribute, open_seat_nonce
from games.services.creating import create_game
from games.services.moon import record_moon_choice
from games.services.passing import record_pass
from games.services.playing import record_play
from games.services.seating import take_seat
from games.services.settling import settle_game

NOW = datetime(2026, 11, 2, 19, 0, 0, 250_000, tzinfo=UTC)


@dataclass
class Clock:
    """A clock that goes on by 1.25 seconds whenever it is read."""

    time: datetime = NOW

    def __call__(self) -> datetime:
        """Read it."""
        self.time += timedelta(milliseconds=1250)
        return self.time


@dataclass
class Party:
    """People at a table, four unless the rules say, who do what the protocol asks."""

    rules: dict = field(default_factory=lambda: {"preset": "standard"})
    sources: str = "seats"
    seats: tuple | None = None
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        made = create_game(
            self.rules, seats=self.seats, sources=self.sources, wait=60, now=self.clock()
        )
        self.game, self.invites, self.hints = made.game, made.invites, list(made.hints)
        self.people = sorted(self.invites)

    @property
    def summary(self) -> dict:
        return game_summary(self.game)

    def view(self, seat: int) -> dict:
        return own_view(self.game, seat)

    def nonce(self, seat: int) -> str:
        """A nonce of its own for every seat and deal."""
        text = f"{self.game} {self.summary['deal']} {seat}"
        return hashlib.sha256(text.encode()).hexdigest()

    def sit(self) -> None:
        for seat in self.people:
            take_seat(self.game, seat, invite=self.invites[seat], now=self.clock())
        self.hints += settle_game(self.game, now=self.clock())

    def commitment(self, seat: int) -> str:
        deal = Deal.objects.get(number=self.summary["deal"])
        return contribution_commitment(Contribution(deal.commitment, seat, self.nonce(seat)))

    def contribute(self) -> str:
        """Both rounds; the head that was answered."""
        number = self.summary["deal"]
        for seat in self.people:
            act = contribute(number, seat, self.commitment(seat), now=self.clock())
        for seat in self.people:
            opened = open_seat_nonce(
                number, seat, self.nonce(seat), head=act.head, now=self.clock()
            )
        self.hints += opened.hints
        return act.head

    def pass_cards(self) -> None:
        for seat in self.people:
            view = self.view(seat)
            if view["phase"] == "passing":
                count = self.summary["rules"]["pass_count"]
                cards = view["cards"]["holding"][-count:]
                self.hints += record_pass(self.game, seat, cards, now=self.clock()).hints

    def play(self) -> None:
        """One card, the first legal one of whoever is on turn."""
        view = self.view(self.view(0)["turn"])
        act = record_play(
            self.game,
            view["seat"],
            view["cards"]["legal_cards"][0],
            expected_seq=view["seq"],
            now=self.clock(),
        )
        self.hints += act.hints

    def play_hand(self) -> None:
        """The hand that is on, from its contributions to its reveal."""
        number = self.summary["hand"]
        if self.sources == "seats":
            self.contribute()
        self.pass_cards()
        while (view := self.view(0))["hand"] == number and view["phase"] == "playing":
            self.play()
        if self.view(0)["phase"] == "closing":
            self.choose()

    def choose(self) -> None:
        """What the shooter says, when he is asked."""
        seat = self.summary["asked"]
        self.hints += record_moon_choice(self.game, seat, "add", now=self.clock()).hints

    def play_game(self) -> None:
        while self.summary["state"] in {"seating", "playing"}:
            self.play_hand()
