"""The plays of a hand while its lines are read: each is judged once, whatever came before it."""

from __future__ import annotations

from dataclasses import replace

from deals.cards.card import Card
from deals.cards.seat import Seat
from games.rules.errors import ILLEGAL_PLAYS, NotYourTurn, WrongPhase
from games.rules.hand import Hand
from games.rules.limits import broken_rule, legal_bits
from games.rules.playing import NO_SUIT, top_suit


class PlayFold:
    """A hand that grows play by play; `hand` gives it as the value that it has become.

    `Hand.play` answers a new hand, which costs a replay of its plays. Here a play costs the same,
    the first and the last.
    """

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._new: list[Card] = []
        self._begin(hand)

    def _begin(self, hand: Hand) -> None:
        played = hand.played
        if played is None:
            raise WrongPhase(hand.phase)
        table = hand.rules.play
        self._table = table
        self._held = [*played.held]
        self._turn, self._led, self._limits = played.turn, played.led, played.limits
        self._broken = played.hearts_broken
        self._trick = hand.plays[len(played.winners) * table.players :]
        self._winner, self._best = self._find_best()

    def _find_best(self) -> tuple[Seat, int]:
        """Give who wins the trick that is on so far, and with which card."""
        leader = (self._turn - len(self._trick)) % self._table.players
        followed = [(1 << card, seat) for seat, card in enumerate(self._trick, start=leader)]
        best, seat = max((pair for pair in followed if pair[0] & self._led), default=(0, leader))
        return seat % self._table.players, best

    @property
    def hand(self) -> Hand:
        """The hand after the plays so far."""
        if self._new:
            self._hand = replace(self._hand, plays=(*self._hand.plays, *self._new))
            self._new = []
        return self._hand

    def play(self, seat: Seat, card: Card) -> None:
        """Play a card. Raises WrongPhase, NotYourTurn, IllegalPlay as `Hand.play` does."""
        if not any(self._held):
            raise WrongPhase(self.hand.phase)
        if seat != self._turn:
            raise NotYourTurn(seat, turn=self._turn)
        bit, held = 1 << card, self._held[seat]
        if not bit & legal_bits(self._limits, held, led=self._led):
            rule = broken_rule(self._limits, held, bit, led=self._led)
            raise ILLEGAL_PLAYS[rule](seat, card)
        self._held[seat] = held ^ bit
        self._new.append(card)
        self._lay(seat, card, bit)

    def _lay(self, seat: Seat, card: Card, bit: int) -> None:
        table = self._table
        if not self._trick:
            self._led, self._best = top_suit(bit), 0
            first = len(self._hand.plays) + len(self._new) == 1
            self._limits = table.first_trick if first else ()
        self._trick = (*self._trick, card)
        self._broken = self._broken or bool(bit & table.breakers)
        if bit & self._led and bit > self._best:
            self._winner, self._best = seat, bit
        if len(self._trick) < table.players:
            self._turn = (seat + 1) % table.players
        else:
            self._turn, self._led, self._trick = self._winner, NO_SUIT, ()
            self._limits = () if self._broken else table.lead
