"""Deals thrown away: by a seat that waited long enough for another, or by the director.

A void is a choice that the server could have made, so it carries what was thrown away: seed and
seat lines stand in the log, and the passes of the hand are opened.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.cards.seat import Seat
from deals.selectors.deals import void_reasons
from deals.services.contributing import silent_seats
from deals.services.dealing import void_deal
from deals.services.errors import ContributionsClosed, SeatNotSilent
from deals.services.locked import lock_deal
from deals.services.log import lock_log
from games.events.details import Ended, Voided
from games.events.event import Event
from games.services.acts import Act, accepted
from games.services.dealing import lock_deal_of_game
from games.services.errors import HandOver
from games.services.hands import clear_hand, deal_again, end_game, log_head, open_passes
from games.services.losing import lock_or_replace
from games.services.settling import settle_act
from games.services.silence import check_silent
from games.services.substituting import asker, seat_computer
from games.services.table import Table, check_not_shut, lock_table, save_table
from games.services.throwing import DIRECTOR, throw_away

UNUSED: Final = "unused"
SILENT: Final = "silent"
PATIENCE: Final = 2
"""After so many voids of one hand the seat that is silent is played by a computer player."""


def void_silent_deal(
    number: int, seat: Seat | None, *, by: Seat | None, now: datetime, director: UUID | None = None
) -> Act:
    """Void a deal for which a seat's K or nonce is missing beyond the game's wait; deal again.

    `seat` is the silent one, None for the first; `by` the seat that asks, None for the director.
    Raises UnknownGame, ContributionsClosed, SeatNotSilent, WaitNotOver, SeatSubstituted.
    """
    with transaction.atomic():
        table, deal = lock_deal_of_game(number, now=now)
        who = asker(table, by, director)
        if table.phase not in {"contributing", "opening"}:
            raise ContributionsClosed(f"deal {number} waits for no contribution")
        blamed = _blamed(silent_seats(deal), seat)
        check_silent(table, blamed)
        kind = "late" if table.phase == "contributing" else "withheld"
        writer = lock_log(now=table.now)
        event = throw_away(writer, table, deal, reason=f"{kind}-{blamed}", by=who)
        if _silences(table) >= PATIENCE:
            seat_computer(table, blamed, code=SILENT, by=who)
        deal_again(writer, table)
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now)


def void_hand(
    game: UUID,
    *,
    deal: int | None = None,
    code: str = DIRECTOR,
    now: datetime,
    director: UUID | None = None,
) -> Act:
    """Void the hand that is on, by the director; a new deal for it is committed.

    `deal` is the number that he means, None for whichever is on; `code` his reason in the chain.
    Raises UnknownGame, HandOver, ContributionsClosed.
    """
    with transaction.atomic():
        table, lost = lock_or_replace(game, now=now)
        check_not_shut(table)
        event = lost or _void_by_director(table, deal, code=code, director=director)
        act = accepted(table, event)
    return settle_act(act, now=now)


def void_game(
    game: UUID, *, code: str = DIRECTOR, now: datetime, director: UUID | None = None
) -> Act:
    """Void a whole game, by the director. Raises UnknownGame, HandOver."""
    with transaction.atomic():
        lock_or_replace(game, now=now)
        table = lock_table(game, now=now)
        check_not_shut(table)
        if table.phase == "over":
            raise HandOver("the game is over")
        event = void_whole_game(table, code=code, by=asker(table, None, director))
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now)


def void_whole_game(table: Table, *, code: str, by: str) -> Event:
    """Void a locked game, and its live deal when it has one: nothing of it counts."""
    deal = lock_deal(table.purpose) if table.kind == "cards" else None
    writer = lock_log(now=table.now)
    if deal is not None:
        reason = DIRECTOR if deal.is_committed else UNUSED
        void_deal(writer, deal, reason=reason, game=table.game)
    event = table.append("void", None, Voided("game", code, by))
    log_head(writer, table)
    open_passes(table)
    clear_hand(table)
    end_game(writer, table, Ended("voided", table.totals, ()))
    return event


def _void_by_director(
    table: Table, number: int | None, *, code: str, director: UUID | None
) -> Event:
    if table.phase == "over" or (number is None and table.phase == "committed"):
        raise HandOver("no hand is on")
    if table.kind != "cards":
        raise HandOver("a score sheet has no hand to deal again: correct its row")
    deal = lock_deal(table.purpose)
    if number is not None and deal.number != number:
        raise ContributionsClosed(f"deal {number} is over")
    writer = lock_log(now=table.now)
    who = asker(table, None, director)
    event = throw_away(writer, table, deal, reason=DIRECTOR, by=who, code=code)
    deal_again(writer, table)
    save_table(table)
    return event


def _blamed(silent: list[Seat], seat: Seat | None) -> Seat:
    blamed = next(iter(silent), None) if seat is None else seat
    if blamed is None or blamed not in silent:
        raise SeatNotSilent(f"seat {seat} has given what was asked")
    return blamed


def _silences(table: Table) -> int:
    """Return how many deals of the hand that is on a silent seat has cost."""
    reasons = void_reasons(table.purpose)
    return sum(reason.startswith(("late-", "withheld-")) for reason in reasons)
