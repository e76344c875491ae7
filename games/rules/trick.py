"""One trick: who led, what was played in turn, who took it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deals.cards.card import Card
from deals.cards.seat import Seat


@dataclass(frozen=True)
class Trick:
    """A trick, finished or not: `cards` in the order played, from the leader on.

    `winner` is None until the trick is finished.
    """

    leader: Seat
    cards: tuple[Card, ...]
    players: int
    winner: Seat | None = None

    def plays(self) -> Iterator[tuple[Seat, Card]]:
        """Yield who played what, in turn."""
        for step, card in enumerate(self.cards):
            yield (self.leader + step) % self.players, card
