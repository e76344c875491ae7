"""What a hand costs: points from the cards taken, then the moon rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from deals.cards.seat import Seat
from games.rules.errors import WrongPhase
from games.rules.hand import Hand, Phase
from games.rules.ruleset import Moon, RuleSet


@dataclass(frozen=True)
class HandScore:
    """What a hand gave, by seat.

    `points` are the worth of the cards taken, `scores` what counts after the moon rule;
    `shooter` took every penalty card, and is named under moon=off too.
    """

    points: tuple[int, ...]
    scores: tuple[int, ...]
    shooter: Seat | None


# How often the hand's whole worth counts for the shooter, and for every other seat.
_MOON_SHARES: Final[Mapping[Moon, tuple[int, int]]] = MappingProxyType(
    {Moon.ADD: (0, 1), Moon.SUBTRACT: (-1, 0)}
)


def score_hand(hand: Hand) -> HandScore:
    """Score a hand that is over. Raises WrongPhase."""
    if hand.phase is not Phase.OVER:
        raise WrongPhase(hand.phase)
    return score_taken(hand.rules, [cards.bits for cards in hand.taken])


def score_taken(rules: RuleSet, taken: Sequence[int]) -> HandScore:
    """Score what each seat took of a whole deck, as bits."""
    points = tuple(count_points(rules, cards) for cards in taken)
    shooter = find_shooter(rules, taken)
    if shooter is None or rules.moon not in _MOON_SHARES:
        return HandScore(points, points, shooter)
    whole = sum(rules.worths.values())
    own, others = _MOON_SHARES[rules.moon]
    scores = tuple(whole * (own if seat == shooter else others) for seat in range(len(taken)))
    return HandScore(points, scores, shooter)


def count_points(rules: RuleSet, cards: int) -> int:
    """Add up the worth of cards, given as bits."""
    return sum(worth * (cards & bits).bit_count() for worth, bits in rules.worth_bits)


def find_shooter(rules: RuleSet, taken: Sequence[int]) -> Seat | None:
    """Find the one seat that took every penalty card: from the cards, never from totals."""
    penalties = rules.penalty_bits
    for seat, cards in enumerate(taken):
        if cards & penalties == penalties:
            return seat
    return None
