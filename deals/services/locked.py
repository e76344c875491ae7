"""A live deal under its row's lock, as the acts of a hand pass it on."""

from __future__ import annotations

from dataclasses import dataclass, field

from deals.cards.deck import DECKS
from deals.models import Deal


@dataclass(frozen=True)
class LockedDeal:
    """A handle: outside of this room only its public values are of use."""

    row: Deal = field(repr=False)

    @property
    def number(self) -> int:
        """The deal's public serial."""
        return self.row.number

    @property
    def commitment(self) -> str:
        """The hash of its opening, in hex."""
        return self.row.commitment

    @property
    def commit_entry(self) -> int:
        """Where its commit stands in the log."""
        return self.row.commit_entry_id

    @property
    def seats(self) -> int:
        """How many seats contribute and play."""
        return DECKS[self.row.deck].seats


def lock_deal(purpose: str) -> LockedDeal:
    """Return the live deal of a purpose, locked. Raises Deal.DoesNotExist."""
    deals = Deal.objects.select_for_update(no_key=True, of=("self",))
    return LockedDeal(deals.exclude(state=Deal.State.VOID).get(purpose=purpose))
