"""Slips: the cards of one place at a real table, for whoever deals there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from deals.cards.card import Card, Suit
from deals.cards.holding import Holding
from deals.fairness.purpose import parse_purpose
from deals.selectors.deals import deal_summary, purpose_of_deal
from deals.services.tables import table_holdings
from games.models import SeatHolder

KITTY: Final = "Kitty"


class NotDealt(Exception):
    """A deal has no cards yet, or none any more."""

    code = "not-dealt"


@dataclass(frozen=True)
class Slip:
    """What one place gets: a seat, or the kitty, which is the place after the last seat."""

    place: int
    name: str
    cards: Holding

    @property
    def suits(self) -> list[tuple[Suit, list[Card]]]:
        """The cards by suit, in deck order; a suit without any is there too."""
        return [(suit, list(self.cards.of_suit(suit))) for suit in Suit]


@dataclass(frozen=True)
class DealtTable:
    """A deal for a real table: its slips by place, and where its commitment stands."""

    deal: int
    table: UUID
    hand: int
    commitment: str
    commit_entry: int
    slips: tuple[Slip, ...]


def table_of_deal(number: int) -> UUID | None:
    """Return the sheet that a deal is for; None for another purpose, or no such deal."""
    purpose = purpose_of_deal(number)
    if purpose is None or not purpose.startswith("table/"):
        return None
    return UUID(parse_purpose(purpose).owner)


def dealt_table(number: int) -> DealtTable:
    """Return the slips of a deal for a real table. Raises NotDealt while it has no cards."""
    summary, holdings = deal_summary(number), table_holdings(number)
    if summary is None or holdings is None:
        raise NotDealt(f"deal {number} has no cards")
    purpose = parse_purpose(str(summary["for"]))
    table = UUID(purpose.owner)
    entries = summary["entries"]
    labels = dict(SeatHolder.objects.filter(game=table).values_list("seat", "label"))
    return DealtTable(
        deal=number,
        table=table,
        hand=purpose.number,
        commitment=str(summary["commitment"]),
        commit_entry=entries["commit"] if isinstance(entries, dict) else 0,
        slips=tuple(
            Slip(place, labels.get(place, KITTY), cards) for place, cards in enumerate(holdings)
        ),
    )


def slip(number: int, place: int) -> dict[str, object] | None:
    """Return the slip of one place as JSON; None where there is no such place. Raises NotDealt."""
    dealt = dealt_table(number)
    if place >= len(dealt.slips):
        return None
    one = dealt.slips[place]
    return {
        "deal": dealt.deal,
        "place": place,
        "name": one.name,
        "cards": list(map(str, one.cards)),
        "hand": dealt.hand,
        "table": str(dealt.table),
        "commitment": dealt.commitment,
        "commit_entry": dealt.commit_entry,
    }
