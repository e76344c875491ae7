"""A game: hands until the end rule is met. Totals are compared at the end of a hand only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deals.cards.seat import Seat
from games.rules.errors import GameOver
from games.rules.ruleset import RuleSet, Tie


@dataclass(frozen=True)
class GameScore:
    """Where a game stands: totals by seat after `hands_played` hands."""

    rules: RuleSet
    totals: tuple[int, ...]
    hands_played: int

    @property
    def finished(self) -> bool:
        """Whether the end rule is met now (rules: target, hands, tie)."""
        if not self.is_at_end:
            return False
        return self.rules.tie is Tie.SHARE or self.totals.count(min(self.totals)) == 1

    @property
    def is_at_end(self) -> bool:
        """Whether the target or the number of hands is reached now, ties not asked."""
        target, hands = self.rules.target, self.rules.hands
        if target is not None and max(self.totals) >= target:
            return True
        return hands is not None and self.hands_played >= hands

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the lowest total; nobody while the game is not finished."""
        if not self.finished:
            return ()
        lowest = min(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == lowest)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The places from 1, the lowest total first; equal totals share one: 1 1 3 4."""
        return rank_totals(self.totals)

    def add_hand(self, scores: Sequence[int]) -> GameScore:
        """Count a hand's scores, by seat. Raises GameOver."""
        if self.finished:
            raise GameOver
        return self.after_hand(scores)

    def after_hand(self, scores: Sequence[int]) -> GameScore:
        """Give the game as it would be after a hand, the end rule not asked."""
        return GameScore(self.rules, self._plus(scores), self.hands_played + 1)

    def adjust(self, points: Sequence[int]) -> GameScore:
        """Add to the totals outside of any hand; a finished game may be open again."""
        return GameScore(self.rules, self._plus(points), self.hands_played)

    def _plus(self, points: Sequence[int]) -> tuple[int, ...]:
        return tuple([total + more for total, more in zip(self.totals, points, strict=True)])


def start_game(rules: RuleSet, *, totals: Sequence[int] | None = None, hands: int = 0) -> GameScore:
    """Begin a game; with `totals` after so many `hands` that were played before.

    >>> game = start_game(RuleSet()).add_hand([3, 15, 8, 0])
    >>> game.totals, game.ranks, game.finished
    ((3, 15, 8, 0), (2, 4, 3, 1), False)
    """
    return GameScore(rules, tuple(totals or [0] * rules.players), hands)


def rank_totals(totals: Sequence[int]) -> tuple[int, ...]:
    """Give the places from 1, the lowest total first; equal totals share one: 1 1 3 4."""
    ascending = sorted(totals)
    return tuple([1 + ascending.index(total) for total in totals])
