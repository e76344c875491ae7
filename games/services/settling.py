"""What follows an act once it is committed: a checkpoint over its log entries, then the deal line.

Commit entry and deal line are two transactions: the line names a signed checkpoint that holds the
commit. A sweep calls `settle_game` again for what a crash left between them.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from deals.selectors import SignedCheckpoint
from deals.services.checkpoints import SignerRefuses, publish_checkpoint
from deals.services.contributing import contribute_for_seat, open_contributions
from deals.services.jobs import JobHint
from deals.services.locked import lock_deal
from games.events.details import Contributed, DealCommitted
from games.models import Game, HandState, SeatHolder
from games.services.acts import Act
from games.services.dealing import deal_cards, open_nonces_of_service
from games.services.table import Table, lock_table, save_table

logger = logging.getLogger(__name__)


def settle_game(game: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Sign a checkpoint, and write the deal line when every seat is taken and it is covered.

    Raises SignerRefuses: then all dealing stops.
    """
    checkpoint = publish_checkpoint(now=now)
    if checkpoint is None or not _ready().filter(game=game).exists():
        return ()
    with transaction.atomic():
        table = lock_table(game, now=now)
        if table.phase == "committed":
            _write_deal_line(table, checkpoint)
    if table.phase != "committed":
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
    return list(_ready().values_list("game_id", flat=True)[:1000])


def _ready() -> QuerySet[HandState]:
    """Return the hand states that wait for a deal line, with nobody missing at the table."""
    free = SeatHolder.objects.filter(game=OuterRef("game"), seq=None)
    return HandState.objects.filter(~Exists(free), phase="committed", game__kind="cards")


def _is_seated(table: Table) -> bool:
    """Whether somebody is known to sit at every place: a row that is missing is nobody."""
    taken = SeatHolder.objects.filter(game=table.game, seq__isnull=False)
    return taken.count() == table.rules.players


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
    else:
        table.phase = "contributing"
        open_contributions(deal)
        for seat in table.computers:
            commitment = contribute_for_seat(deal, seat)
            table.append("contribute", seat, Contributed(commitment, "service"))
        open_nonces_of_service(table, deal)
    save_table(table)
