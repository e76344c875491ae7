"""Deals counted: by state, by reason of their void, and by what the seats were dealt."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import Count

from deals.cards.card import Suit, parse_card
from deals.cards.deck import DECKS
from deals.fairness.integers import parse_integer
from deals.fairness.numbering import unrank_deal
from deals.models import Deal

_DECK: Final = "4"
_QUEEN: Final = parse_card("QS")
_SURE: Final = 1.96
"""Standard deviations to either side that 95 of 100 honest counts stay within."""
_HEARTS_VARIANCE: Final = 13 * (1 / 4) * (3 / 4) * (39 / 51)
"""Of the hearts among 13 cards of 52."""


@dataclass(frozen=True)
class DealCounts:
    """How many deals there are in each state, and voided for each reason."""

    states: dict[str, int]
    reasons: dict[str, int]

    @property
    def total(self) -> int:
        """All deals."""
        return sum(self.states.values())

    @property
    def voided(self) -> int:
        """Those that were thrown away."""
        return self.states.get(Deal.State.VOID, 0)


def deal_counts() -> DealCounts:
    """Count all deals by state, the void ones by reason, the most frequent first."""
    rows = Deal.objects.order_by().values_list("state").annotate(many=Count("number"))
    void = Deal.objects.filter(state=Deal.State.VOID).order_by().values_list("reason")
    reasons = void.annotate(many=Count("number")).order_by("-many", "reason")
    return DealCounts(states=dict(rows), reasons=dict(reasons))


@dataclass(frozen=True)
class Band:
    """What was counted, what is expected, and between what 95 of 100 honest counts lie."""

    found: int
    expected: float
    low: float
    high: float

    @property
    def is_inside(self) -> bool:
        """Whether it lies within the band."""
        return self.low <= self.found <= self.high


@dataclass(frozen=True)
class SeatCounts:
    """What one seat was dealt, before any pass: queens of spades, and hearts."""

    seat: int
    queens: Band
    hearts: Band


@dataclass(frozen=True)
class DealtCounts:
    """The seats' cards in the newest `deals` revealed deals for four players."""

    deals: int
    seats: tuple[SeatCounts, ...]


def dealt_counts(*, most: int) -> DealtCounts:
    """Count what the seats were dealt in the newest revealed deals, at most so many."""
    deals, queens, hearts = 0, [0] * 4, [0] * 4
    for holdings in _newest_holdings(most):
        deals += 1
        for seat, (has_queen, of_hearts) in enumerate(holdings):
            queens[seat] += has_queen
            hearts[seat] += of_hearts
    return DealtCounts(
        deals,
        tuple(
            SeatCounts(
                seat,
                _band(queens[seat], mean=deals / 4, variance=deals * 3 / 16),
                _band(hearts[seat], mean=deals * 13 / 4, variance=deals * _HEARTS_VARIANCE),
            )
            for seat in range(4)
        ),
    )


def _newest_holdings(most: int) -> Iterator[list[tuple[bool, int]]]:
    """Return for each seat of a deal whether it has the queen, and how many hearts."""
    rows = Deal.objects.filter(state=Deal.State.REVEALED, deck=_DECK).order_by("-number")
    for text in rows.values_list("index", flat=True)[:most]:
        index = parse_integer(text)
        if index is not None:
            yield [
                (_QUEEN in holding, sum(card.suit is Suit.HEARTS for card in holding))
                for holding in unrank_deal(index, DECKS[_DECK])
            ]


def _band(found: int, *, mean: float, variance: float) -> Band:
    width = _SURE * math.sqrt(variance)
    return Band(found, mean, max(mean - width, 0), mean + width)
