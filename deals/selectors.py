"""Reading deals and the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from deals.cards.deck import DECKS
from deals.fairness.numbering import unrank_deal
from deals.fairness.proof import DealProof, ProvenContribution, format_proof
from deals.models import Checkpoint, Contribution, Deal, Entry
from deals.tlog.inclusion_note import format_tlog_proof
from deals.tlog.proof import prove_inclusion
from deals.tlog.tree import Node


def node_hashes(nodes: Sequence[Node]) -> list[bytes]:
    """Return the hashes of complete subtrees, in the order asked for, in one query.

    Node (level, number) stands in the row of the entry that completes it, after the hashes of the
    levels below.
    """
    places = [((node.number + 1 << node.level) - 1, 32 * node.level) for node in nodes]
    rows = dict(
        Entry.objects.filter(index__in={index for index, _ in places}).values_list(
            "index", "hashes"
        )
    )
    return [bytes(rows[index])[start : start + 32] for index, start in places]


def latest_checkpoint() -> Checkpoint | None:
    """Return the last signed checkpoint, None before the first."""
    return Checkpoint.objects.order_by("-size").first()


def checkpoint_of_size(size: int) -> Checkpoint | None:
    """Return the signed checkpoint of a size, None when there is none."""
    return Checkpoint.objects.filter(size=size).first()


def deal_by_number(number: int) -> Deal | None:
    """Return a deal with its contributions in seat order, and its entries of the log."""
    deals = Deal.objects.select_related("commit_entry", "freeze_entry", "end_entry")
    return deals.prefetch_related("contributions").filter(number=number).first()


def inclusion_note(index: int) -> str | None:
    """Return the tlog-proof of an entry under the newest checkpoint, None where that has none."""
    checkpoint = latest_checkpoint()
    if checkpoint is None or not 0 <= index < checkpoint.size:
        return None
    hashes = prove_inclusion(index, checkpoint.size, node_hashes)
    return format_tlog_proof(index, hashes, checkpoint.note)


def entries_of_game(game: UUID, *, size: int) -> Iterable[Entry]:
    """Return the entries of a game below `size`, by index; both first keys among them."""
    of_game = Entry.objects.filter(game=game, index__lt=size)
    keys = Entry.objects.filter(kind=Entry.Kind.KEY, index__lt=min(size, 2))
    return (of_game | keys).order_by("index")


class EmbargoedProof(Exception):
    """The seed is secret still; `waits_for` names the event that opens it."""

    code = "embargoed"

    def __init__(self, number: int, waits_for: str) -> None:
        super().__init__(f"the proof of deal {number} is public after {waits_for}")
        self.waits_for = waits_for


def game_of_deal(number: int) -> UUID | None:
    """Return the game that a deal is for; None for another purpose or no such deal."""
    purpose = Deal.objects.filter(number=number).values_list("purpose", flat=True).first()
    if purpose is None or not purpose.startswith("game/"):
        return None
    return UUID(purpose.split("/")[1])


def deal_summary(number: int) -> dict[str, object] | None:
    """Return what is public of a deal now."""
    deal = deal_by_number(number)
    if deal is None:
        return None
    return {
        "deal": deal.number,
        "for": deal.purpose,
        "deck": deal.deck,
        "sources": deal.sources,
        "beacon": deal.beacon,
        "commitment": deal.commitment,
        "state": deal.state,
        "contributions": [_contribution(row) for row in _in_seat_order(deal)],
        "entries": {
            "commit": deal.commit_entry_id,
            "freeze": deal.freeze_entry_id,
            "end": deal.end_entry_id,
        },
        "entry_texts": {
            "commit": deal.commit_entry.text,
            "freeze": _text(deal.freeze_entry),
            "end": _text(deal.end_entry),
        },
    }


def deals_page(
    *, state: str | None, after: int, limit: int
) -> tuple[list[dict[str, object]], int | None]:
    """Deals by number, in pages; with the number after which the next page goes on, if any."""
    rows = Deal.objects.filter(number__gt=after).order_by("number")
    if state is not None:
        rows = rows.filter(state=state)
    found = list(rows[: limit + 1])
    page = found[:limit]
    more = page[-1].number if len(found) > limit else None
    shown = [
        {
            "deal": row.number,
            "for": row.purpose,
            "commitment": row.commitment,
            "state": row.state,
        }
        for row in page
    ]
    return shown, more


def deal_proof(number: int) -> dict[str, object] | None:
    """Return the whole proof of a revealed deal, hearts-deal/1. Raises EmbargoedProof."""
    deal = deal_by_number(number)
    if deal is None:
        return None
    if deal.state != Deal.State.REVEALED:
        raise EmbargoedProof(number, "the reveal entry in the log, at the end of its hand")
    return proof_of(deal)


def proof_of(deal: Deal) -> dict[str, object]:
    """Return the proof of a revealed deal, contributions in seat order."""
    index = int(deal.index)
    origin = deal.commit_entry.text.split("\n", 2)[1].removeprefix("origin ")
    return format_proof(
        DealProof(
            origin=origin,
            deal=deal.number,
            purpose=deal.purpose,
            deck=deal.deck,
            sources=deal.sources,
            beacon=deal.beacon,
            seed=deal.seed,
            commitment=deal.commitment,
            contributions=tuple(
                ProvenContribution(
                    seat=row.seat, commitment=row.commitment, nonce=row.nonce, by=row.by
                )
                for row in _in_seat_order(deal)
            ),
            attempts=deal.attempts,
            index=index,
            hands=tuple(map(str, unrank_deal(index, DECKS[deal.deck]))),
        )
    )


def _text(entry: Entry | None) -> str | None:
    return None if entry is None else entry.text


def _in_seat_order(deal: Deal) -> list[Contribution]:
    return sorted(deal.contributions.all(), key=lambda row: row.seat)


def _contribution(row: Contribution) -> dict[str, object]:
    return {
        "seat": row.seat,
        "commitment": row.commitment,
        "nonce": row.nonce or None,
        "by": row.by,
    }
