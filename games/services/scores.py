"""What a hand came to: its line in the chain, and its row."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from games.events.details import Scored
from games.models import Score
from games.replay.table_state import HandLine
from games.rules.game import GameScore
from games.rules.scoring import HandScore
from games.services.table import Table


def game_before(table: Table) -> GameScore:
    """Return the game as it was when the hand that is on began."""
    return GameScore(table.rules, table.before, table.number - 1)


def hand_that_comes(game: GameScore) -> int:
    """Return the number of a game's next hand; of its last one when it is finished."""
    return max(game.hands_played, 1) if game.finished else game.hands_played + 1


def write_score(table: Table, score: HandScore) -> GameScore:
    """Count the hand that is on; return the game after it.

    Its totals are those of now: they may have been adjusted while the hand was on.
    """
    game = GameScore(table.rules, table.totals, table.number - 1).after_hand(score.scores)
    table.totals = game.totals
    event = table.append("score", None, Scored(score.points, score.scores, game.totals))
    Score.objects.create(
        game_id=table.game,
        hand=table.number,
        seq=event.seq,
        direction=table.rules.direction(table.number, totals=table.before),
        points=list(score.points),
        scores=list(score.scores),
        totals=list(game.totals),
    )
    return game


def store_scores(game: UUID, lines: Iterable[HandLine]) -> None:
    """Replace a game's rows of hands."""
    Score.objects.filter(game=game).delete()
    Score.objects.bulk_create(
        Score(
            game_id=game,
            hand=line.number,
            seq=line.seq,
            direction=line.direction,
            points=list(line.points),
            scores=list(line.scores),
            totals=list(line.totals),
        )
        for line in lines
    )
