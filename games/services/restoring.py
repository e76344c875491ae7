"""Games after the log was made whole from a mirror: every deal without an end is void.

A game whose lines were all there goes on with a new deal. A game of which the log knows more than
the database has lost lines for ever: nobody can play it on, and it is void. So is every board that
was shut: several tables play one deal.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from deals.services.dealing import RESTORED
from deals.services.locked import lock_deal
from deals.services.log import lock_log
from deals.services.repairing import append_missing, void_lost_deals, void_open_deals
from deals.services.tables import void_restored_tables
from games.events.details import Voided
from games.models import Game
from games.services.boards import void_board
from games.services.hands import deal_again, end_without_head
from games.services.losing import lock_or_replace
from games.services.settling import settle_committed
from games.services.table import lock_table, save_table
from games.services.throwing import SERVICE, throw_away


@dataclass(frozen=True)
class Restored:
    """How many entries came back, and what became of the games that were on.

    `boards` are the games void because they were of boards that were shut.
    """

    entries: int
    dealt_again: int
    voided: int
    boards: int = 0


def restore_log(source: str, *, now: datetime) -> Restored:
    """Make the log whole from a mirror, and void every deal without an end: all, or nothing.

    A log that lacks nothing is left alone. Raises RepairRefused.
    """
    boards: set[UUID] = set()
    with transaction.atomic():
        repaired = append_missing(source, now=now)
        games = _games_to_restore(repaired.games) if repaired.entries else []
        for game in games:
            _restore_game(game, lost=repaired.games, now=now)
        if repaired.entries:
            boards = _void_boards(repaired.games, now=now)
            _void_deals_of_others(repaired.games.difference(games, boards), now=now)
            void_restored_tables(lock_log(now=now))
            void_lost_deals(lock_log(now=now))
    for game in games:
        settle_committed(game, now=now)
    voided = len(repaired.games.intersection(games))
    return Restored(repaired.entries, len(games) - voided, voided, len(boards))


def _games_to_restore(lost: AbstractSet[UUID]) -> list[UUID]:
    """Return the games that are on and have a deal, or have lost lines; other sheets go on."""
    on = Game.objects.exclude(shut=True).filter(
        Q(kind="cards") | Q(id__in=lost), state__in=(Game.State.SEATING, Game.State.PLAYING)
    )
    return list(on.order_by("created", "id").values_list("id", flat=True))


def _void_boards(lost: AbstractSet[UUID], *, now: datetime) -> set[UUID]:
    """Void every board that is shut, at all its tables; return their games.

    Its players have seen more of it than the database knows: it can't go on, nor be dealt again.
    """
    shut = Game.objects.filter(shut=True).order_by("board").distinct()
    tables = [
        table
        for purpose in shut.values_list("board", flat=True)
        for table in void_board(purpose, reason=RESTORED, now=now, lost=lost)
    ]
    return {table.game for table in tables}


def _void_deals_of_others(games: AbstractSet[UUID], *, now: datetime) -> None:
    """Void the open deals of games that the database does not know, or that were over."""
    writer = lock_log(now=now)
    for game in sorted(games):
        void_open_deals(writer, game=game)


def _restore_game(game: UUID, *, lost: AbstractSet[UUID], now: datetime) -> None:
    lock_or_replace(game, now=now)
    table = lock_table(game, now=now)
    if game not in lost:
        deal = lock_deal(table.purpose)
        writer = lock_log(now=table.now)
        throw_away(writer, table, deal, reason=RESTORED, by=SERVICE)
        deal_again(writer, table)
    else:
        void_open_deals(lock_log(now=table.now), game=game)
        table.append("void", None, Voided("game", RESTORED, SERVICE))
        end_without_head(table)
    save_table(table)
