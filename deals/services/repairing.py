"""A log that is behind what was signed, as after a restored backup: made whole from a mirror.

The missing entries are appended as they stood, until size and root are those of the signer's own
file; the rows of deals follow what the entries say. Then every deal without an end is voided. No
seed of before is used again: those of deals that were committed since are gone with the database.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import singledispatch
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from deals.fairness.entries import (
    CommitEntry,
    Entry,
    FreezeEntry,
    GameEntry,
    HeadEntry,
    RevealEntry,
    VoidEntry,
    parse_entry,
)
from deals.fairness.errors import FairnessError
from deals.fairness.integers import format_integer
from deals.fairness.purpose import parse_purpose
from deals.fairness.service_entries import RoundEntry
from deals.fairness.times import parse_time
from deals.models import Contribution, Deal
from deals.selectors.log import node_hashes
from deals.services.checkpoints import be_only_signer, signed_before
from deals.services.dealing import RESTORED, void_deal
from deals.services.locked import LockedDeal
from deals.services.log import LogWriter, lock_log
from deals.services.mirrors import open_log_files
from deals.tlog.checkpoint import parse_checkpoint
from deals.tlog.directory import read_bundles, read_checkpoint
from deals.tlog.errors import TlogError
from deals.tlog.tree import tree_root

_NO_SEED: Final = "-"


class RepairRefused(Exception):
    """The mirror does not have what was signed, or has something else. Nothing was changed."""

    code = "repair-refused"


@dataclass
class Repaired:
    """How many entries were appended, and the games that they speak of."""

    entries: int = 0
    games: set[UUID] = field(default_factory=set)


@transaction.atomic
def append_missing(source: str, *, now: datetime) -> Repaired:
    """Append what the log lacks from a mirror: an address or a directory. Raises RepairRefused."""
    be_only_signer()
    writer = lock_log(now=now)
    before = signed_before()
    repaired = Repaired()
    try:
        for text in _missing(source, writer.head.size, before.size):
            entry = parse_entry(text)
            game = _game_of(entry)
            logged = writer.append_again(text, game=game or _league_of(entry))
            _apply(entry, logged.index)
            repaired.entries += 1
            repaired.games |= {game} if game else set()
    except (TlogError, FairnessError) as error:
        raise RepairRefused(f"the mirror can't be used: {error}") from None
    if before.size > writer.head.size:
        raise RepairRefused(f"{before.size} entries were signed, the mirror has fewer")
    root = tree_root(before.size, node_hashes).hex() if before.size else before.root
    if not hmac.compare_digest(root, before.root):
        raise RepairRefused(f"the first {before.size} entries are not those that were signed")
    return repaired


def void_open_deals(writer: LogWriter, *, game: UUID) -> None:
    """Void, as restored, every deal of a game that has no end."""
    rows = Deal.objects.select_for_update(no_key=True).order_by("number")
    for deal in rows.filter(end_entry=None, purpose__startswith=f"game/{game}/"):
        void_deal(writer, LockedDeal(deal), reason=RESTORED, game=game)


def void_lost_deals(writer: LogWriter) -> None:
    """Void, as restored, the boards and draws whose seed is gone with the database.

    A draw of lots that the database still has goes on: nobody has seen anything of it.
    """
    rows = Deal.objects.select_for_update(no_key=True, of=("self",)).order_by("number")
    of_leagues = Q(purpose__startswith="board/") | Q(purpose__startswith="lots/")
    for deal in rows.filter(of_leagues, end_entry=None, sealed_seed=None):
        void_deal(writer, LockedDeal(deal), reason=RESTORED, game=league_of(deal.purpose))


def league_of(purpose: str) -> UUID | None:
    """Return the league whose draw a deal is for; None for other deals."""
    parsed = parse_purpose(purpose)
    return UUID(parsed.owner) if parsed.kind == "lots" else None


def _missing(source: str, start: int, end: int) -> Iterator[str]:
    """Yield the mirror's entries from `start` up to `end`. Raises TlogError."""
    if start >= end:
        return
    read = open_log_files(source)
    size = parse_checkpoint(read_checkpoint(read).text).size
    index = 0
    for bundle in read_bundles(read, size):
        for entry in bundle:
            if start <= index < end:
                yield entry.decode("ascii", "replace")
            index += 1


def _game_of(entry: Entry) -> UUID | None:
    """Return the game that an entry speaks of."""
    match entry:
        case GameEntry() | HeadEntry() | FreezeEntry():
            return UUID(entry.game)
        case CommitEntry():
            return _owner(entry.purpose)
        case RevealEntry() | VoidEntry():
            return _owner(Deal.objects.get(number=entry.deal).purpose)
        case _:
            return None


def _league_of(entry: Entry) -> UUID | None:
    """Return the league that an entry speaks of."""
    match entry:
        case RoundEntry():
            return UUID(entry.league)
        case CommitEntry():
            return league_of(entry.purpose)
        case RevealEntry() | VoidEntry():
            return league_of(Deal.objects.get(number=entry.deal).purpose)
        case _:
            return None


def _owner(purpose: str) -> UUID | None:
    parsed = parse_purpose(purpose)
    return UUID(parsed.owner) if parsed.kind == "game" else None


@singledispatch
def _apply(entry: Entry, index: int) -> None:
    """Let the rows of deals follow an entry; most kinds change none."""


@_apply.register
def _apply_commit(entry: CommitEntry, index: int) -> None:
    Deal.objects.create(
        number=entry.deal,
        purpose=entry.purpose,
        deck=entry.deck,
        sources=entry.sources,
        beacon=entry.beacon,
        commitment=entry.commitment,
        commit_entry_id=index,
        created=parse_time(entry.time),
    )


@_apply.register
def _apply_freeze(entry: FreezeEntry, index: int) -> None:
    Deal.objects.filter(number=entry.deal).update(state=Deal.State.FROZEN, freeze_entry=index)
    for line in entry.seats:
        given = {"commitment": line.commitment or "", "nonce": line.nonce or ""}
        Contribution.objects.update_or_create(
            deal_id=entry.deal,
            seat=line.seat,
            defaults=given | {"sealed_nonce": None},
            # Who drew it stood in the chain, which is lost: the weaker word.
            create_defaults=given | {"by": Contribution.By.SERVICE},
        )


@_apply.register
def _apply_reveal(entry: RevealEntry, index: int) -> None:
    Deal.objects.filter(number=entry.deal).update(
        state=Deal.State.REVEALED,
        end_entry=index,
        seed=entry.seed,
        sealed_seed=None,
        signature=entry.beacon.partition(" ")[2],
        attempts=entry.attempts,
        index=format_integer(entry.index),
    )


@_apply.register
def _apply_void(entry: VoidEntry, index: int) -> None:
    Deal.objects.filter(number=entry.deal).update(
        state=Deal.State.VOID,
        end_entry=index,
        seed="" if entry.seed == _NO_SEED else entry.seed,
        sealed_seed=None,
        reason=entry.reason,
    )
