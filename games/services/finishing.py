"""The end of a hand: score, heads, openings, reveal; then the next deal, or the end of the game."""

from __future__ import annotations

from deals.services.dealing import reveal_deal
from deals.services.locked import LockedDeal, lock_deal
from deals.services.log import LogWriter, lock_log
from games.events.details import Ended, Revealed, Scored
from games.models import Score
from games.rules.game import GameScore
from games.rules.hand import Hand
from games.rules.scoring import score_hand
from games.services.hands import clear_hand, commit_hand, end_game, log_head, open_passes
from games.services.table import Table


def finish_hand(table: Table) -> None:
    """Score the hand that is over at a locked table, open all of it, and go on.

    The score's head is logged before anything is opened (fair deal, sections 6 and 7).
    """
    if table.hand is None:
        raise AssertionError("a hand that is over has cards")
    deal = lock_deal(table.purpose)
    writer = lock_log(now=table.now)
    game = _write_score(table, table.hand)
    log_head(writer, table)
    open_passes(table)
    _reveal(writer, table, deal)
    clear_hand(table)
    if game.finished:
        end_game(writer, table, Ended("finished", game.totals, game.winners))
    else:
        table.number += 1
        commit_hand(writer, table)


def _write_score(table: Table, hand: Hand) -> GameScore:
    score = score_hand(hand)
    game = GameScore(table.rules, table.totals, table.number - 1).add_hand(score.scores)
    table.totals = game.totals
    event = table.append("score", None, Scored(score.points, score.scores, game.totals))
    Score.objects.create(
        game_id=table.game,
        hand=table.number,
        seq=event.seq,
        points=list(score.points),
        scores=list(score.scores),
        totals=list(game.totals),
    )
    return game


def _reveal(writer: LogWriter, table: Table, deal: LockedDeal) -> None:
    revealed = reveal_deal(writer, deal, game=table.game)
    table.append(
        "reveal", None, Revealed(deal.number, revealed.seed, revealed.index, revealed.entry)
    )
