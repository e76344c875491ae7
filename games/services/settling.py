"""What follows an act once it is committed: a checkpoint over its log entries, then the deal line.

Commit entry and deal line are two transactions: the line names a signed checkpoint that holds the
commit. A sweep calls `settle_game` again for what a crash left between them.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.selectors.log import SignedCheckpoint
from deals.services.beacon import wait_for_round
from deals.services.checkpoints import SignerRefuses, publish_checkpoint
from deals.services.contributing import contribute_for_seat, open_contributions
from deals.services.jobs import JobHint, add_job
from deals.services.locked import lock_deal
from deals.straight import run
from games.events.details import Contributed, DealCommitted
from games.models import Game
from games.services.acts import Act
from games.services.dealing import deal_cards, open_nonces_of_service
from games.services.table import Table, lock_table, save_table

logger = logging.getLogger(__name__)

# The hand states that wait for a deal line, with nobody missing at the table.
_READY: Final = """
SELECT h.game_id FROM games_handstate h JOIN games_game g ON g.id = h.game_id
WHERE h.phase = 'committed' AND g.kind = 'cards' AND NOT EXISTS (
    SELECT FROM games_seatholder s WHERE s.game_id = h.game_id AND s.seq IS NULL
)
"""
_TAKEN: Final = "SELECT count(*) FROM games_seatholder WHERE game_id = %s AND seq IS NOT NULL"


def settle_game(game: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Sign a checkpoint, and write the deal line when every seat is taken and it is covered.

    Raises SignerRefuses: then all dealing stops.
    """
    checkpoint = publish_checkpoint(now=now)
    if checkpoint is None or not _is_ready(game):
        return ()
    with transaction.atomic():
        table = lock_table(game, now=now)
        if table.phase == "committed":
            _write_deal_line(table, checkpoint)
    if table.phase != "committed" and table.sources != "server":  # whose deal line logs nothing
        publish_checkpoint(now=now)
    return tuple(table.hints)


def settle_act(act: Act, *, now: datetime) -> Act:
    """Settle the game of an act that is committed; the act with all hints."""
    return replace(act, hints=(*act.hints, *settle_committed(act.game, now=now)))


def settle_committed(game: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Settle a game after an act that was accepted and is committed.

    A signer that refuses stops all dealing, but takes nothing back: the sweep comes to it again.
    """
    try:
        return settle_game(game, now=now)
    except SignerRefuses:
        logger.exception("the signer refuses: dealing has stopped")
        return ()


def unsettled_games() -> list[UUID]:
    """Return the games whose deal waits for its line though every seat is taken."""
    return [game for (game,) in run(f"{_READY} LIMIT 1000").fetchall()]


def _is_ready(game: UUID) -> bool:
    """Whether a game waits for its deal line: every hand asks, so it is plain SQL."""
    return run(f"{_READY} AND h.game_id = %s", [game]).fetchone() is not None


def _is_seated(table: Table) -> bool:
    """Whether somebody is known to sit at every place: a row that is missing is nobody."""
    (taken,) = run(_TAKEN, [table.game]).fetchone() or (0,)
    return int(taken) == table.rules.players


def _write_deal_line(table: Table, checkpoint: SignedCheckpoint) -> None:
    deal = lock_deal(table.purpose)
    if deal.commit_entry >= checkpoint.size or not _is_seated(table):
        return
    table.state = Game.State.PLAYING
    table.append(
        "deal",
        None,
        DealCommitted(
            deal.number,
            deal.commitment,
            deal.commit_entry,
            checkpoint.size,
            checkpoint.root.hex(),
        ),
    )
    if table.sources == "server":
        deal_cards(table, deal)
    elif table.sources == "beacon":
        table.phase = "waiting"
        due = wait_for_round(deal)
        table.hints.append(add_job("fetch_beacon", table.game, now=table.now, due=due))
    else:
        table.phase = "contributing"
        open_contributions(deal)
        for seat in table.computers:
            commitment = contribute_for_seat(deal, seat)
            table.append("contribute", seat, Contributed(commitment, "service"))
        open_nonces_of_service(table, deal)
    save_table(table)
