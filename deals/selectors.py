"""Reading deals and the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from deals.cards.deck import DECKS
from deals.fairness.entries import parse_entry
from deals.fairness.integers import parse_integer
from deals.fairness.numbering import unrank_deal
from deals.fairness.proof import DealProof, ProvenContribution, format_proof
from deals.models import Checkpoint, Contribution, Deal, Entry, Job
from deals.tlog.inclusion_note import format_tlog_proof
from deals.tlog.proof import prove_inclusion
from deals.tlog.tree import HASH_SIZE, HashReader, Node

T = TypeVar("T")


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


def read_at_once(prove: Callable[[HashReader], T]) -> T:
    """Return what `prove` makes of the tree's hashes, with one query for all that it reads.

    It runs twice: first to learn which nodes it asks for, which the hashes never decide.
    """
    asked: dict[Node, bytes] = {}

    def note(nodes: Sequence[Node]) -> list[bytes]:
        asked.update(dict.fromkeys(nodes, bytes(HASH_SIZE)))
        return [asked[node] for node in nodes]

    prove(note)
    asked.update(zip(asked, node_hashes(list(asked)), strict=True))
    return prove(lambda nodes: [asked[node] for node in nodes])


@dataclass(frozen=True)
class SignedCheckpoint:
    """The log's first `size` entries, signed: their root (32 bytes) and the signed note."""

    size: int
    root: bytes
    note: str
    time: datetime


def latest_checkpoint() -> SignedCheckpoint | None:
    """Return the last signed checkpoint, None before the first."""
    return _checkpoint(Checkpoint.objects.order_by("-size").first())


def checkpoint_of_size(size: int) -> SignedCheckpoint | None:
    """Return the signed checkpoint of a size, None when there is none."""
    return _checkpoint(Checkpoint.objects.filter(size=size).first())


def _checkpoint(row: Checkpoint | None) -> SignedCheckpoint | None:
    if row is None:
        return None
    return SignedCheckpoint(row.size, bytes(row.root), row.note, row.time)


def _deal(number: int) -> Deal | None:
    """Return a deal with its contributions and its entries of the log."""
    deals = Deal.objects.select_related("commit_entry", "freeze_entry", "end_entry")
    return deals.prefetch_related("contributions").filter(number=number).first()


def inclusion_note(index: int) -> str | None:
    """Return the tlog-proof of an entry under the newest checkpoint, None where that has none."""
    checkpoint = latest_checkpoint()
    if checkpoint is None or not 0 <= index < checkpoint.size:
        return None
    hashes = prove_inclusion(index, checkpoint.size, node_hashes)
    return format_tlog_proof(index, hashes, checkpoint.note)


def entries_of_game(game: UUID, *, size: int) -> list[tuple[int, str]]:
    """Return index and text of a game's entries below `size`; both first keys among them."""
    of_game = Entry.objects.filter(game=game, index__lt=size)
    keys = Entry.objects.filter(kind=Entry.Kind.KEY, index__lt=min(size, 2))
    return list((of_game | keys).order_by("index").values_list("index", "text"))


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
    deal = _deal(number)
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
    deal = _deal(number)
    if deal is None:
        return None
    if deal.state != Deal.State.REVEALED:
        raise EmbargoedProof(number, "the reveal entry in the log, at the end of its hand")
    return format_proof(_proof(deal))


def proofs_of_game(game: UUID) -> list[DealProof]:
    """Return the proofs of a game's revealed deals, by number."""
    rows = Deal.objects.select_related("commit_entry").prefetch_related("contributions")
    of_game = rows.filter(purpose__startswith=f"game/{game}/", state=Deal.State.REVEALED)
    return [_proof(deal) for deal in of_game.order_by("number")]


def live_deal(purpose: str) -> int | None:
    """Return the number of the deal that serves a purpose now."""
    rows = Deal.objects.filter(purpose=purpose).exclude(state=Deal.State.VOID)
    return rows.values_list("number", flat=True).first()


@dataclass(frozen=True)
class JobStatus:
    """Where a job stands: queued, running, done or failed, after so many attempts."""

    id: UUID
    subject: UUID
    state: str
    attempts: int


def job_status(job_id: UUID, *, kind: str) -> JobStatus | None:
    """Return where a job of a kind stands; None when there is no such job."""
    row = Job.objects.filter(id=job_id, kind=kind).first()
    if row is None:
        return None
    return JobStatus(row.id, row.subject, row.state, row.attempts)


def _proof(deal: Deal) -> DealProof:
    index = parse_integer(deal.index)
    if index is None:
        raise AssertionError("a revealed deal has an index")
    return DealProof(
        origin=parse_entry(deal.commit_entry.text).origin,
        deal=deal.number,
        purpose=deal.purpose,
        deck=deal.deck,
        sources=deal.sources,
        beacon=deal.beacon,
        seed=deal.seed,
        commitment=deal.commitment,
        contributions=tuple(
            ProvenContribution(seat=row.seat, commitment=row.commitment, nonce=row.nonce, by=row.by)
            for row in _in_seat_order(deal)
        ),
        attempts=deal.attempts,
        index=index,
        hands=tuple(map(str, unrank_deal(index, DECKS[deal.deck]))),
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
