"""All that a seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deals.cards.card import Card
from deals.cards.holding import Holding
from deals.cards.seat import Seat
from games.rules.hand import Hand, Phase
from games.rules.passing import Direction, pass_giver
from games.rules.ruleset import RuleSet
from games.rules.scoring import count_points
from games.rules.trick import Trick


@dataclass(frozen=True)
class SeatView:
    """A hand as one seat sees it.

    Its own cards: `dealt` before the pass, `gave` and `received` in it (received only once all
    have passed), `holding` now, `legal` on its turn. What lies open: who has `passed`, the
    finished `tricks` and the one that is on, and from them the cards and points each seat has
    `taken`. `kitty` is known to whoever took the first trick, else None. `totals` are those
    before this hand.
    """

    seat: Seat
    rules: RuleSet
    number: int
    direction: Direction
    phase: Phase
    totals: tuple[int, ...]
    dealt: Holding
    gave: Holding | None
    received: Holding | None
    holding: Holding
    legal: Holding
    kitty: Holding | None
    passed: tuple[Seat, ...]
    turn: Seat | None
    tricks: tuple[Trick, ...]
    trick: Trick | None
    hearts_broken: bool
    taken: tuple[Holding, ...]
    points: tuple[int, ...]

    @property
    def played(self) -> tuple[Card, ...]:
        """All cards played, in order."""
        tricks = (*self.tricks, self.trick) if self.trick else self.tricks
        return tuple(card for trick in tricks for card in trick.cards)


def seat_view(hand: Hand, seat: Seat, *, totals: Sequence[int]) -> SeatView:
    """Show a hand to one of its seats; `totals` are the game's before the hand."""
    taken = tuple(
        Holding(card for trick in hand.tricks if trick.winner == taker for card in trick.cards)
        for taker in range(len(hand.dealt))
    )
    took_first = bool(hand.tricks) and hand.tricks[0].winner == seat
    return SeatView(
        seat=seat,
        rules=hand.rules,
        number=hand.number,
        direction=hand.direction,
        phase=hand.phase,
        totals=tuple(totals),
        dealt=hand.dealt[seat],
        gave=hand.gave[seat],
        received=_received(hand, seat),
        holding=hand.holdings[seat],
        legal=hand.legal_cards(seat),
        kitty=hand.kitty if took_first else None,
        passed=hand.passed,
        turn=hand.turn,
        tricks=hand.tricks,
        trick=hand.trick,
        hearts_broken=hand.hearts_broken,
        taken=taken,
        points=tuple(count_points(hand.rules, cards.bits) for cards in taken),
    )


def _received(hand: Hand, seat: Seat) -> Holding | None:
    if hand.phase is Phase.PASSING:
        return None
    return hand.gave[pass_giver(hand.direction, seat, players=len(hand.dealt))]
