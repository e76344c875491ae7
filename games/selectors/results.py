"""What a game has come to, as a league asks."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from games.models import Game, Score


@dataclass(frozen=True)
class GameResult:
    """Whether a game can change no more by play, whether all of it was played, and its totals.

    A board is played when it has its score, though its game ends only when the board is opened.
    """

    is_over: bool
    is_played: bool
    totals: tuple[int, ...]


def game_result(game: UUID) -> GameResult:
    """Return what a game that is there has come to."""
    state, totals, shut = Game.objects.values_list("state", "totals", "shut").get(id=game)
    is_played = state == Game.State.FINISHED
    if shut:
        is_played = Score.objects.filter(game=game).exists()
    is_on = state in {Game.State.SEATING, Game.State.PLAYING}
    return GameResult(is_played or not is_on, is_played, tuple(totals))
