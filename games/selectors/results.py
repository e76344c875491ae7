"""What a game has come to, as a league asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from games.models import Game, Score


@dataclass(frozen=True)
class GameResult:
    """Whether a game can change no more by play, whether all of it was played, and its totals.

    A board is played when it has its score, though its game ends only when the board is opened;
    until then it is shut.
    """

    is_over: bool
    is_played: bool
    totals: tuple[int, ...]
    is_shut: bool = False


def game_result(game: UUID) -> GameResult:
    """Return what a game that is there has come to."""
    return results_of([game])[game]


def results_of(games: Sequence[UUID]) -> dict[UUID, GameResult]:
    """Return what games that are there have come to."""
    rows = list(Game.objects.filter(id__in=games).values_list("id", "state", "totals", "shut"))
    shut = [game for game, _, _, is_shut in rows if is_shut]
    scored = set(Score.objects.filter(game__in=shut).values_list("game", flat=True)) if shut else ()
    results = {}
    for game, state, totals, is_shut in rows:
        is_played = game in scored if is_shut else state == Game.State.FINISHED
        is_on = state in {Game.State.SEATING, Game.State.PLAYING}
        results[game] = GameResult(is_played or not is_on, is_played, tuple(totals), is_shut)
    return results
