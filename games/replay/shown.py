"""A table as one viewer may see it: every key in its place, what is hidden as "??"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from deals.cards.card import Card
from deals.cards.holding import Holding
from deals.cards.seat import Seat
from games.replay.sight import Fact, Moment, Subject, Viewer, may_see
from games.replay.table_state import HandLine, TableState
from games.rules.hand import Hand, Phase
from games.rules.passing import Direction, pass_giver, pass_receiver
from games.rules.scoring import count_points
from games.rules.trick import Trick

MASK: Final = "??"


@dataclass(frozen=True)
class DealSaid:
    """What a deal that is over says: its seed in hex and its index, None where there is none."""

    seed: str | None
    index: int | None


@dataclass(frozen=True)
class ShownTable:
    """What a viewer is shown; `is_open` says that nothing of it is hidden from anybody."""

    table: dict[str, object]
    is_open: bool


def shown_table(
    state: TableState, viewer: Viewer, *, opened: DealSaid | None = None, shut: bool = False
) -> ShownTable:
    """Show a state to a viewer; `opened` is its hand's deal when that is over.

    Masked or not, the keys and their order are the same, and so are the lengths of all that is
    public by number.
    """
    hand, is_open = state.hand, state.deal is None or opened is not None
    sight = _Sight(state, viewer, _moment(state, is_open=is_open, shut=shut))
    table: dict[str, object] = {
        "seq": state.seq,
        "time": state.time,
        "state": state.state,
        "hand": state.number,
        "phase": state.phase,
        "direction": _direction(state),
        "turn": sight.shown(Fact.PLAYS, state.turn),
        "asked": sight.shown(Fact.PLAYS, state.asked),
        "deal": sight.deal(opened),
        "before": state.before,
        "totals": state.totals,
        "seats": [sight.seat(seat) for seat in range(state.rules.players)],
        "hearts_broken": sight.shown(Fact.PLAYS, hand.hearts_broken if hand else None),
        "trick": sight.shown(Fact.PLAYS, _trick(hand.trick if hand else None)),
        "tricks": sight.shown(Fact.PLAYS, _tricks(hand)),
        "kitty": sight.kitty(),
        "kitty_points": sight.kitty_points(),
        "scores": list(map(_score, state.scores)),
        "winners": state.winners if state.phase == "over" else (),
        "findings": [finding.to_json() for finding in state.findings],
    }
    return ShownTable(table, is_open=is_open and not shut)


def _moment(state: TableState, *, is_open: bool, shut: bool) -> Moment:
    hand = state.hand
    return Moment(
        is_open=is_open,
        exchanged=hand is not None and hand.phase is not Phase.PASSING,
        turn=state.turn,
        kitty_taker=hand.tricks[0].winner if hand and hand.tricks else None,
        shut=shut,
    )


@dataclass(frozen=True)
class _Sight:
    """A state under one viewer's eyes."""

    state: TableState
    viewer: Viewer
    moment: Moment

    def may_see(self, fact: Fact, owner: Seat | None = None, receiver: Seat | None = None) -> bool:
        return may_see(fact, self.viewer, self.moment, Subject(owner, receiver))

    def shown(self, fact: Fact, value: object) -> object:
        """Show a value, or its mask; null where there is none."""
        return value if value is None or self.may_see(fact) else MASK

    def deal(self, opened: DealSaid | None) -> dict[str, object] | None:
        deal = self.state.deal
        if deal is None:
            return None
        known = opened if self.may_see(Fact.SEED) else None
        return {
            "number": deal.number,
            "commitment": deal.commitment,
            "commitments": _by_seat(self.state.commitments, self.state.rules.players),
            "nonces": _by_seat(self.state.nonces, self.state.rules.players),
            "seed": MASK if known is None else known.seed,
            "index": MASK if known is None else known.index,
        }

    def seat(self, seat: Seat) -> dict[str, object]:
        taken = self.state.seats[seat]
        hand = self.state.hand
        return {
            "seat": seat,
            "holder": taken and taken.holder,
            "name": taken and taken.name,
            "passed": self._has_passed(seat),
            **(_NO_CARDS if hand is None else self._cards(hand, seat)),
        }

    def _has_passed(self, seat: Seat) -> object:
        hand = self.state.hand
        passed = seat in self.state.passed or (hand is not None and seat in hand.passed)
        return self.shown(Fact.HAS_PASSED, passed)

    def _cards(self, hand: Hand, seat: Seat) -> dict[str, object]:
        is_own = self.may_see(Fact.HOLDING, seat)
        return {
            "dealt": _cards(hand.dealt[seat], is_seen=is_own),
            "gave": self._passed_by(hand, seat),
            "received": self._received_by(hand, seat),
            "holding": self._holding(hand, seat, is_own=is_own),
            "legal_cards": self._legal(hand, seat),
            "points": self.shown(Fact.PLAYS, _points(hand, seat)),
        }

    def _holding(self, hand: Hand, seat: Seat, *, is_own: bool) -> object:
        """Show what a seat holds; how many cards are left is a matter of the plays."""
        if not is_own and not self.may_see(Fact.PLAYS):
            return MASK
        return _cards(hand.holdings[seat], is_seen=is_own)

    def _passed_by(self, hand: Hand, giver: Seat) -> object:
        gave = hand.gave[giver]
        receiver = pass_receiver(hand.direction, giver, players=len(hand.dealt))
        if self.may_see(Fact.CARDS_PASSED, giver, receiver):
            return None if gave is None else _cards(gave, is_seen=True)
        if not self.may_see(Fact.HAS_PASSED):
            return MASK
        return None if gave is None else _cards(gave, is_seen=False)

    def _received_by(self, hand: Hand, seat: Seat) -> object:
        if not self.moment.exchanged or hand.direction is Direction.HOLD:
            return None
        return self._passed_by(hand, pass_giver(hand.direction, seat, players=len(hand.dealt)))

    def _legal(self, hand: Hand, seat: Seat) -> object:
        """Show what a seat may play: how much it is says something of the cards, too."""
        if self.may_see(Fact.LEGAL_CARDS, seat):
            return _cards(hand.legal_cards(seat), is_seen=True)
        if seat != self.state.turn and self.may_see(Fact.PLAYS):
            return []
        return MASK

    def kitty(self) -> object:
        hand = self.state.hand
        if hand is None or not hand.kitty:
            return None
        return _cards(hand.kitty, is_seen=self.may_see(Fact.KITTY))

    def kitty_points(self) -> object:
        """Show what the kitty adds to the points of whoever took the first trick."""
        hand = self.state.hand
        if hand is None or not hand.kitty:
            return None
        return self.shown(Fact.KITTY, count_points(hand.rules, hand.kitty.bits))


_NO_CARDS: Final = dict.fromkeys(("dealt", "gave", "received", "holding", "legal_cards", "points"))


def _direction(state: TableState) -> Direction:
    return state.rules.direction(state.number, totals=state.before)


def _by_seat(given: Mapping[Seat, str], players: int) -> list[str | None]:
    return [given.get(seat) for seat in range(players)]


def _cards(cards: Iterable[Card], *, is_seen: bool) -> list[str]:
    return [str(card) if is_seen else MASK for card in cards]


def _points(hand: Hand, seat: Seat) -> int:
    """Count what a seat took in tricks, the kitty apart."""
    return sum(
        count_points(hand.rules, Holding(trick.cards).bits)
        for trick in hand.tricks
        if trick.winner == seat
    )


def _trick(trick: Trick | None) -> dict[str, object] | None:
    if trick is None:
        return None
    return {
        "leader": trick.leader,
        "cards": list(map(str, trick.cards)),
        "winner": trick.winner,
    }


def _tricks(hand: Hand | None) -> list[dict[str, object] | None] | None:
    return None if hand is None else [_trick(trick) for trick in hand.tricks]


def _score(line: HandLine) -> dict[str, object]:
    return {
        "hand": line.number,
        "direction": line.direction,
        "points": line.points,
        "scores": line.scores,
        "totals": line.totals,
    }
