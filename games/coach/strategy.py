"""Who decides at a seat: a person's program, or a module such as games.coach.thumb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from deals.cards.card import Card
from deals.cards.holding import Holding
from games.rules.scoring import MoonQuestion
from games.rules.view import SeatView


class Strategy(Protocol):
    """Chooses from what a seat may see, and nothing else."""

    def choose_pass(self, view: SeatView, /) -> Holding:
        """Return the cards to give."""
        ...

    def choose_play(self, view: SeatView, /) -> Card:
        """Return one of the legal cards."""
        ...

    def choose_moon(self, question: MoonQuestion, /, *, totals: Sequence[int]) -> str:
        """Return add or subtract, as the shooter, where the rules ask him."""
        ...
