"""The answer to an accepted act."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from deals.services.effects import note_effect
from deals.services.jobs import JobHint
from deals.services.keys import service_keys
from games.events.event import Event
from games.events.receipt import Receipt, format_receipt
from games.services.table import Table


@dataclass(frozen=True)
class Act:
    """An event that was written: its line, the head after it, and a receipt signed for both.

    `opening` is a pass statement, for the seat that passed; `hints` are for the broker.
    """

    game: UUID
    seq: int
    line: str
    head: str
    receipt: str
    opening: str | None = None
    hints: tuple[JobHint, ...] = ()


def accepted(table: Table, event: Event, *, opening: str | None = None) -> Act:
    """Return the answer for an event of this table's act, the last thing in its transaction."""
    new = next(new for new in table.lines if new.seq == event.seq)
    receipt = Receipt(settings.HEARTS_ORIGIN, str(table.game), new.seq, new.head, event.time)
    act = Act(
        game=table.game,
        seq=new.seq,
        line=new.line,
        head=new.head,
        receipt=service_keys().receipt.sign_note(format_receipt(receipt)),
        opening=opening,
        hints=tuple(table.hints),
    )
    note_effect(act)
    return act
