"""A live deal under its row's lock, as the acts of a hand pass it on."""

from __future__ import annotations

from dataclasses import dataclass, field

from deals.cards.deck import DECKS
from deals.models import Deal
from deals.services.deal_rows import lock_live_row
from deals.services.errors import ContributionsClosed


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
    def is_committed(self) -> bool:
        """Whether every seat's K is there, where the deal asks for any."""
        return self.row.sources != "seats" or self.row.contributions.count() == self.seats

    @property
    def seats(self) -> int:
        """How many seats contribute and play."""
        return DECKS[self.row.deck].seats


def find_open_deal(purpose: str) -> LockedDeal | None:
    """Return the deal of a purpose that has no end, locked; None without one."""
    deals = Deal.objects.select_for_update(no_key=True, of=("self",))
    row = deals.filter(purpose=purpose, end_entry=None).first()
    return None if row is None else LockedDeal(row)


def lock_deal(purpose: str) -> LockedDeal:
    """Return the live deal of a purpose, locked. Raises ContributionsClosed without one."""
    row = lock_live_row(purpose)
    if row is None:
        raise ContributionsClosed(f"no deal stands for {purpose}")
    return LockedDeal(row)
