"""The end of a hand: score, heads, openings, reveal; then the next deal, or the end of the game."""

from __future__ import annotations

from deals.fairness.entries import HeadEntry
from deals.services.dealing import commit_deal, reveal_deal
from deals.services.jobs import add_job
from deals.services.locked import LockedDeal, lock_deal
from deals.services.log import LogWriter, lock_log
from games.events.details import Ended, PassOpened, Revealed, Scored
from games.events.pass_statement import parse_pass
from games.models import Game, Score
from games.rules.game import GameScore
from games.rules.hand import Hand
from games.rules.scoring import score_hand
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
    _log_head(writer, table)
    _open_passes(table)
    _reveal(writer, table, deal)
    table.hand, table.openings, table.turn = None, {}, None
    if game.finished:
        _end_game(writer, table, game)
    else:
        _commit_next(writer, table)


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


def _log_head(writer: LogWriter, table: Table) -> None:
    writer.append(
        HeadEntry(
            origin=writer.origin,
            game=str(table.game),
            seq=table.seq,
            head=table.head,
            time=writer.time,
        ),
        game=table.game,
    )


def _open_passes(table: Table) -> None:
    for seat, text in sorted(table.openings.items()):
        statement = parse_pass(text)
        table.append("open", seat, PassOpened(statement.cards, statement.salt))


def _reveal(writer: LogWriter, table: Table, deal: LockedDeal) -> None:
    revealed = reveal_deal(writer, deal, game=table.game)
    table.append(
        "reveal", None, Revealed(deal.number, revealed.seed, revealed.index, revealed.entry)
    )


def _commit_next(writer: LogWriter, table: Table) -> None:
    table.number += 1
    table.phase = "committed"
    commit_deal(
        writer,
        table.purpose,
        deck=table.rules.deck.code,
        sources=table.sources,
        game=table.game,
    )


def _end_game(writer: LogWriter, table: Table, game: GameScore) -> None:
    table.phase, table.state = "over", Game.State.FINISHED
    table.winners = game.winners
    table.append("end", None, Ended("finished", game.totals, game.winners))
    _log_head(writer, table)
    table.hints.append(add_job("audit_game", table.game, now=table.now))
