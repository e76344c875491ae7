"""Many deals at once, all of them revealed: for archives that are made, not played.

The same texts and hashes as one by one; the log's lock is held until all of them are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from deals.fairness.times import parse_time
from deals.models import Checkpoint, Contribution, Deal, Entry
from deals.selectors.log import node_hashes
from deals.services.checkpoints import be_only_signer, publish_checkpoint
from deals.services.copying import copy_rows
from deals.services.keys import service_keys
from deals.services.log import LogWriter
from deals.tlog.checkpoint import Checkpoint as SignedState
from deals.tlog.checkpoint import format_checkpoint
from deals.tlog.frontier import Frontier
from deals.tlog.note import SignedNote, format_note
from deals.tlog.tree import leaf_hash

_ENTRY = ("index", "kind", "deal", "game", "text", "hashes")
_DEAL = (
    *("number", "purpose", "deck", "sources", "beacon", "commitment", "state", "seed"),
    *("attempts", "index", "commit_entry_id", "freeze_entry_id", "end_entry_id", "created"),
)
_SHARE = ("deal_id", "seat", "commitment", "by", "nonce")


@dataclass
class BulkEntry:
    """An entry as it will be stored; a text that is changed afterwards is not what was hashed."""

    index: int
    deal: int | None
    game: UUID
    text: str
    hashes: bytes


@dataclass
class BulkDeal:
    """A revealed deal as it will be stored; `shares` are (K, nonce) by seat."""

    number: int
    purpose: str
    deck: str
    sources: str
    commitment: str
    seed: str
    attempts: int
    index: str
    entries: tuple[int, int | None, int]
    shares: tuple[tuple[str, str], ...]
    created: datetime


class BulkLog:
    """Appends entries in memory, inside the transaction that holds the log's lock."""

    def __init__(self, writer: LogWriter) -> None:
        self._writer = writer
        self._frontier = Frontier.at(writer.head.size, node_hashes)
        self.origin = writer.origin
        self.entries: list[BulkEntry] = []
        self.deals: list[BulkDeal] = []
        self.states: list[SignedState] = []

    def number_deal(self) -> int:
        """Return the next deal's number."""
        self._writer.head.deals += 1
        return self._writer.head.deals

    def append(self, text: str, *, game: UUID, deal: int | None = None) -> BulkEntry:
        """Add an entry at the end."""
        hashes = b"".join(self._frontier.append(leaf_hash(text.encode())))
        entry = BulkEntry(self._frontier.size - 1, deal, game, text, hashes)
        self.entries.append(entry)
        return entry

    def mark(self) -> tuple[int, str]:
        """Return size and root of the log as it stands, which will be signed as well."""
        state = SignedState(self.origin, self._frontier.size, self._frontier.root())
        self.states.append(state)
        return state.size, state.root.hex()

    def write(self) -> None:
        """Write all entries and deals, and the log's head."""
        if not self.entries:
            return
        head = self._writer.head
        head.size = self._frontier.size
        head.time = parse_time(self.entries[-1].text[-25:-1])
        head.save(update_fields=["size", "deals", "time"])
        copy_rows(Entry, _ENTRY, map(_entry_row, self.entries))
        copy_rows(Deal, _DEAL, map(_deal_row, self.deals))
        copy_rows(Contribution, _SHARE, (row for deal in self.deals for row in _share_rows(deal)))


def _entry_row(entry: BulkEntry) -> tuple[object, ...]:
    kind = entry.text[len("hearts/") : entry.text.index("/v1\n")]
    return entry.index, kind, entry.deal, entry.game, entry.text, entry.hashes


def _deal_row(deal: BulkDeal) -> tuple[object, ...]:
    state = Deal.State.REVEALED.value
    commitment, seed = map(bytes.fromhex, (deal.commitment, deal.seed))
    terms = (deal.number, deal.purpose, deal.deck, deal.sources, "-", commitment, state)
    return (*terms, seed, deal.attempts, deal.index, *deal.entries, deal.created)


def _share_rows(deal: BulkDeal) -> Iterable[tuple[object, ...]]:
    by = Contribution.By.SEAT.value
    for seat, (commitment, nonce) in enumerate(deal.shares):
        yield deal.number, seat, bytes.fromhex(commitment), by, bytes.fromhex(nonce)


def sign_states(states: Iterable[SignedState], *, now: datetime) -> None:
    """Sign the log as it stands, hashed by this process, then earlier states of it.

    Raises SignerRefuses.
    """
    publish_checkpoint(now=now, recheck=False)
    with transaction.atomic():
        be_only_signer()
        signer = service_keys().log
        known = set(Checkpoint.objects.values_list("size", flat=True))
        Checkpoint.objects.bulk_create(
            Checkpoint(
                size=state.size,
                root=state.root,
                note=format_note(SignedNote(text, (signer.sign(text),))),
                time=now,
            )
            for state in states
            if state.size not in known
            for text in [format_checkpoint(state)]
        )
