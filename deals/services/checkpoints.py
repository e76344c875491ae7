"""Signing checkpoints so that the log can't go back.

The signer works alone, under an advisory lock. Before a signature leaves it, it writes size and
root to a file of its own outside the database, synced; it refuses when that file is ahead of the
log, or missing while the log was signed before.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection, transaction

from deals.fairness.entries import KeyEntry, parse_entry
from deals.models import Checkpoint, Entry, LogHead
from deals.selectors.log import SignedCheckpoint, latest_checkpoint, node_hashes
from deals.services.keys import KeyFileMissing, replace_file, service_keys
from deals.services.witnessing import ask_witnesses
from deals.signing import Signer
from deals.tlog.checkpoint import Checkpoint as SignedState
from deals.tlog.checkpoint import format_checkpoint
from deals.tlog.frontier import Frontier
from deals.tlog.note import SignedNote, format_note
from deals.tlog.tree import leaf_hash, tree_root

_LOCK: Final = 0x68656172  # "hear": any fixed number
_STATE: Final = "log.signed"


class SignerRefuses(Exception):
    """What is in the database does not extend what was signed before. All dealing stops."""

    code = "signer-refuses"


@dataclass(frozen=True)
class SignedBefore:
    """What the signer's own file says: the last size and root it signed."""

    size: int
    root: str


def publish_checkpoint(*, now: datetime, recheck: bool = True) -> SignedCheckpoint | None:
    """Sign the log as it stands, unless that is done already; the newest checkpoint.

    None while the log is empty. `recheck` is False for a caller that has just hashed all that it
    wrote. Raises SignerRefuses.
    """
    with transaction.atomic():
        be_only_signer()
        last = latest_checkpoint()
        head = LogHead.objects.first()
        size = head.size if head else 0
        if head is not None and head.origin != settings.HEARTS_ORIGIN:
            raise SignerRefuses(f"the log is {head.origin}, the setting {settings.HEARTS_ORIGIN}")
        before = signed_before()
        _refuse_going_back(before, last, size)
        if head is None or not size or (last is not None and last.size == size):
            return last
        if recheck:
            _recheck_entries(before.size, size)
        return _sign(head, published=last.size if last else 0, now=now)


def be_only_signer() -> None:
    """Wait until nobody else signs, and keep it so until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def _sign(head: LogHead, *, published: int, now: datetime) -> SignedCheckpoint:
    size = head.size
    root = tree_root(size, node_hashes)
    signers = _signers(published, size)
    _write_state(SignedBefore(size, root.hex()))
    text = format_checkpoint(SignedState(head.origin, size, root))
    note = format_note(SignedNote(text, tuple(signer.sign(text) for signer in signers)))
    Checkpoint.objects.create(size=size, root=root, note=note, time=now)
    ask_witnesses(now=now)
    return SignedCheckpoint(size, root, note, now)


def _refuse_going_back(before: SignedBefore, last: SignedCheckpoint | None, size: int) -> None:
    if before.size > size:
        raise SignerRefuses(
            f"the log has {size} entries, but {before.size} were signed: "
            "append the missing ones from a mirror"
        )
    if last is not None and last.size > before.size:
        raise SignerRefuses(
            f"a checkpoint of size {last.size} stands in the database, but {_state_path()} "
            f"knows of {before.size or 'none'}"
        )
    if before.size and tree_root(before.size, node_hashes).hex() != before.root:
        raise SignerRefuses(f"the first {before.size} entries are not those that were signed")


def _signers(published: int, size: int) -> list[Signer]:
    """Return the keys that sign: the last one; and over a new key, the one before it too.

    Raises SignerRefuses when the file of one is missing.
    """
    rows = Entry.objects.filter(kind=Entry.Kind.KEY, index__lt=size).order_by("index")
    keys = [(row.index, parse_entry(row.text)) for row in rows]
    logs = [
        (index, key.vkey) for index, key in keys if isinstance(key, KeyEntry) and key.role == "log"
    ]
    before = [vkey for index, vkey in logs if index < published][-1:]
    fresh = [vkey for index, vkey in logs if index >= published]
    try:
        return [service_keys().log_signer(vkey) for vkey in (*before, *fresh)]
    except KeyFileMissing as error:
        raise SignerRefuses(str(error)) from None


def _recheck_entries(start: int, end: int) -> None:
    """Check what was written since: a flipped bit in a stored entry must never be signed."""
    rows = Entry.objects.filter(index__gte=start, index__lt=end).order_by("index")
    frontier = Frontier.at(start, node_hashes)
    for index, text, hashes in rows.values_list("index", "text", "hashes").iterator():
        if b"".join(frontier.append(leaf_hash(text.encode()))) != bytes(hashes):
            raise SignerRefuses(f"entry {index} does not have the hashes stored beside it")


def _state_path() -> Path:
    return Path(settings.HEARTS_KEYS) / _STATE


def signed_before() -> SignedBefore:
    """Return what the signer's file says, size 0 when there is none."""
    try:
        size, root = _state_path().read_text("ascii").split()
    except FileNotFoundError:
        return SignedBefore(0, "")
    return SignedBefore(int(size), root)


def _write_state(state: SignedBefore) -> None:
    """Replace the signer's file as a whole, on disk before this returns."""
    replace_file(_state_path(), f"{state.size} {state.root}\n")
