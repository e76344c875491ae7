"""Deals whose cards nobody can open any more: the key that sealed them is gone.

The seed can't be shown, so the deal ends in a void, as seed-lost, and the hand is dealt again; a
board is void at all its tables. The sweep finds them by the key's id in what is sealed; the acts
that end a hand or game, by trying.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.sealing import SealBroken
from deals.services.dealing import SEED_LOST, seed_opens
from deals.services.jobs import JobHint
from deals.services.locked import LockedDeal, find_open_deal, lock_deal
from deals.services.log import lock_log
from deals.services.losing import games_of_lost_seeds, lacks_key
from games.events.event import Event
from games.models import Game, HandState
from games.services.boards import void_board
from games.services.hands import deal_again
from games.services.rebuilding import LogUnsound, rebuild_game
from games.services.settling import settle_committed
from games.services.table import Table, lock_face_down, lock_table, save_table
from games.services.throwing import DIRECTOR, SERVICE, throw_away

_ON: Final = (Game.State.SEATING, Game.State.PLAYING)
_MOST: Final = 1000


def lost_games() -> list[UUID]:
    """Return the games that are on and whose deal or cards no key of ours can open."""
    sealed = HandState.objects.filter(lacks_key("sealed"), game__state__in=_ON)
    cards = sealed.values_list("game_id", flat=True)[:_MOST]
    lost = {*games_of_lost_seeds(most=_MOST), *cards}
    on = Game.objects.filter(id__in=lost, kind="cards", state__in=_ON)
    return list(on.order_by("created", "id").values_list("id", flat=True))


def void_lost_deal(game: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Void the deal of a game that is lost, and deal again; settle it.

    Cards that can be rebuilt are, and nothing is void. Raises UnknownGame, SignerRefuses.
    """
    with transaction.atomic():
        if tables := _void_lost_board(game, now=now):
            return tuple(hint for table in tables for hint in table.hints)
        lost = _replace_lost(game, now=now)
    return () if lost is None else (*lost[0].hints, *settle_committed(game, now=now))


def lock_or_replace(game: UUID, *, now: datetime) -> tuple[Table, Event | None]:
    """Return the table of a game, inside a transaction, though its cards may be lost.

    Then their deal is void, by the event, and the next is committed; all of it is saved. A board
    is void at all its tables, and the game is over. Raises UnknownGame.
    """
    try:
        return lock_table(game, now=now), None
    except SealBroken:
        if _void_lost_board(game, now=now):
            return lock_table(game, now=now), None
        lost = _replace_lost(game, now=now)
        return (lock_table(game, now=now), None) if lost is None else lost


def _void_lost_board(game: UUID, *, now: datetime) -> list[Table]:
    """Void the board that a game is of, where it can't be played on; its tables, else none."""
    board = Game.objects.filter(id=game, shut=True).values_list("board", flat=True).first()
    if board is None:
        return []
    deal = find_open_deal(board)
    if deal is not None and seed_opens(deal) and _opens(game, now=now):
        return []
    return void_board(board, reason=DIRECTOR, code=SEED_LOST, now=now)


def _replace_lost(game: UUID, *, now: datetime) -> tuple[Table, Event] | None:
    """Void a lost deal and commit the next; None when nothing was lost."""
    table, sealed = lock_face_down(game, now=now)
    if table.kind != "cards" or table.phase == "over":
        return None
    deal = lock_deal(table.purpose)
    if seed_opens(deal) and (sealed is None or _opens(game, now=now)):
        return None
    return table, _throw_away(table, deal)


def _opens(game: UUID, *, now: datetime) -> bool:
    """Whether the cards open, or can be rebuilt from the seed and the passes."""
    try:
        lock_table(game, now=now)
    except SealBroken:
        try:
            rebuild_game(game)
        except (SealBroken, LogUnsound):
            return False
    return True


def _throw_away(table: Table, deal: LockedDeal) -> Event:
    """Void as seed-lost; where the seed is there and the passes are not, the log shows the seed.

    What the passes hid is lost with the key: their openings can't follow the void.
    """
    writer = lock_log(now=table.now)
    event = throw_away(writer, table, deal, reason=DIRECTOR, by=SERVICE, code=SEED_LOST)
    deal_again(writer, table)
    save_table(table)
    return event
