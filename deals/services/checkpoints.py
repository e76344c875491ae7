"""Signing checkpoints so that the log can't go back.

The signer works alone, under an advisory lock. Before a signature leaves it, it writes size and
root to a file of its own outside the database, synced; it refuses when that file is ahead of the
log, or missing while the log was signed before.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection, transaction

from deals.models import Checkpoint, Entry, LogHead
from deals.selectors.log import SignedCheckpoint, latest_checkpoint, node_hashes
from deals.services.keys import service_keys
from deals.services.witnessing import ask_witnesses
from deals.tlog.checkpoint import Checkpoint as SignedState
from deals.tlog.checkpoint import format_checkpoint
from deals.tlog.tree import completed_hashes, leaf_hash, tree_root

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


def publish_checkpoint(*, now: datetime) -> SignedCheckpoint | None:
    """Sign the log as it stands, unless that is done already; the newest checkpoint.

    None while the log is empty. Raises SignerRefuses.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        last = latest_checkpoint()
        head = LogHead.objects.first()
        size = head.size if head else 0
        before = _read_state()
        _refuse_going_back(before, last, size)
        if last is not None and last.size == size:
            return last
        return _sign(size, before.size, now=now) if size else None


def _sign(size: int, size_before: int, *, now: datetime) -> SignedCheckpoint:
    _recheck_entries(Entry.objects.filter(index__gte=size_before, index__lt=size).order_by("index"))
    root = tree_root(size, node_hashes)
    _write_state(SignedBefore(size, root.hex()))
    text = format_checkpoint(SignedState(settings.HEARTS_ORIGIN, size, root))
    note = service_keys().log.sign_note(text)
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


def _recheck_entries(entries: Iterable[Entry]) -> None:
    """Return a flipped bit in a stored entry must never be signed."""
    for entry in entries:
        leaf = leaf_hash(entry.text.encode())
        if b"".join(completed_hashes(entry.index, leaf, node_hashes)) != bytes(entry.hashes):
            raise SignerRefuses(f"entry {entry.index} does not have the hashes stored beside it")


def _state_path() -> Path:
    return Path(settings.HEARTS_KEYS) / _STATE


def _read_state() -> SignedBefore:
    try:
        size, root = _state_path().read_text("ascii").split()
    except FileNotFoundError:
        return SignedBefore(0, "")
    return SignedBefore(int(size), root)


def _write_state(state: SignedBefore) -> None:
    """Replace the signer's file as a whole, on disk before this returns."""
    path = _state_path()
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="ascii") as file:
        file.write(f"{state.size} {state.root}\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
