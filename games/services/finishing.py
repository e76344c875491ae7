"""The end of a hand: score, heads, openings, reveal; then the next deal, or the end of the game."""

from __future__ import annotations

from deals.services.dealing import reveal_deal
from deals.services.locked import LockedDeal, lock_deal
from deals.services.log import LogWriter, lock_log
from games.events.details import Ended, Revealed
from games.rules.scoring import score_hand
from games.services.hands import (
    clear_hand,
    commit_hand,
    end_game,
    log_head,
    open_passes,
    tell_league,
)
from games.services.scores import game_before, write_score
from games.services.table import Table


def finish_hand(table: Table, *, choice: str | None = None) -> None:
    """Score the hand that is over at a locked table, open all of it, and go on.

    `choice` is the shooter's, where the rules ask. The score's head is logged before anything is
    opened, and says which line it covers (deals/fairness/SPEC.md, section 6).
    """
    if table.hand is None:
        raise AssertionError("a hand that is over has cards")
    deal = lock_deal(table.purpose)
    writer = lock_log(now=table.now)
    game = write_score(table, score_hand(table.hand, game_before(table), choice=choice))
    log_head(writer, table)
    if table.board:
        tell_league(table)  # All stays shut until the last table has played the board.
        table.phase, table.turn = "closing", None
        return
    open_passes(table)
    _reveal(writer, table, deal)
    clear_hand(table)
    if game.finished:
        end_game(writer, table, Ended("finished", game.totals, game.winners))
    else:
        table.number += 1
        commit_hand(writer, table)


def _reveal(writer: LogWriter, table: Table, deal: LockedDeal) -> None:
    revealed = reveal_deal(writer, deal, game=table.game)
    table.append(
        "reveal", None, Revealed(deal.number, revealed.seed, revealed.index, revealed.entry)
    )
