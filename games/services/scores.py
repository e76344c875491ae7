"""What a hand came to: its line in the chain, and its row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from deals.straight import run
from games.events.details import Scored
from games.models import Score
from games.replay.table_state import HandLine
from games.rules.game import GameScore
from games.rules.scoring import HandScore
from games.services.table import Table

# Every hand comes here: plain SQL.
_INSERT: Final = """
INSERT INTO games_score (game_id, hand, seq, direction, points, scores, totals)
VALUES (%s, %s, %s, %s, %s, %s, %s)
"""


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
    direction = table.rules.direction(table.number, totals=table.before)
    sums = [[*score.points], [*score.scores], [*game.totals]]
    run(_INSERT, [table.game, table.number, event.seq, direction, *sums])
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
