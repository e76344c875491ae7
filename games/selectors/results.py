"""What a game has come to, as a league asks."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from games.models import Game


@dataclass(frozen=True)
class GameResult:
    """Whether a game is over, whether it was played to its end, and its totals by seat."""

    is_over: bool
    is_finished: bool
    totals: tuple[int, ...]


def game_result(game: UUID) -> GameResult:
    """Return what a game that is there has come to."""
    state, totals = Game.objects.values_list("state", "totals").get(id=game)
    is_on = state in {Game.State.SEATING, Game.State.PLAYING}
    return GameResult(not is_on, state == Game.State.FINISHED, tuple(totals))
