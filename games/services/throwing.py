"""Throwing a deal away: its end in the log, the void line, its head, the passes opened."""

from __future__ import annotations

from typing import Final

from deals.services.dealing import void_deal
from deals.services.locked import LockedDeal
from deals.services.log import LogWriter
from games.events.details import Voided
from games.events.event import Event
from games.services.hands import clear_hand, log_head, open_passes
from games.services.table import Table

DIRECTOR: Final = "director"
SERVICE: Final = "service"
_UNDEALT: Final = frozenset({"committed", "contributing", "opening", "waiting"})
"""The phases before the cards are in the players' hands."""


def throw_away(
    writer: LogWriter, table: Table, deal: LockedDeal, *, reason: str, by: str, code: str = ""
) -> Event:
    """Void the deal of a locked table: entry, line, head, openings; the hand number stays.

    The line says `code`, or the reason that stands in the log.
    """
    scope = "deal" if table.phase in _UNDEALT else "hand"
    logged = void_deal(writer, deal, reason=reason, game=table.game)
    event = table.append("void", None, Voided(scope, code or logged, by))
    log_head(writer, table)
    open_passes(table)
    clear_hand(table)
    return event
