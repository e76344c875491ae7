"""Signing checkpoints so that the log can't go back.

The signer works alone, under an advisory lock. Before a signature leaves it, it writes size and
root to a file of its own outside the database, synced; it refuses when that file is ahead of the
log, or missing while the log was signed before.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import transaction

from deals.fairness.entries import Entry as LogEntry
from deals.fairness.entries import KeyEntry, parse_entry
from deals.selectors.log import LogStanding, SignedCheckpoint, log_standing, node_hashes
from deals.selectors.log_files import logged_keys
from deals.services.keys import SIGNED, KeyFileMissing, missing_keys, replace_file, service_keys
from deals.services.witnessing import ask_witnesses
from deals.signing import Signer
from deals.straight import run
from deals.tlog.checkpoint import Checkpoint as SignedState
from deals.tlog.checkpoint import format_checkpoint
from deals.tlog.frontier import Frontier
from deals.tlog.note import SignedNote, format_note
from deals.tlog.tree import leaf_hash, tree_root

_LOCK: Final = 0x68656172  # "hear": any fixed number

# Every deal comes here: plain SQL.
_KEYS: Final = (
    "SELECT index, text FROM deals_entry WHERE kind = 'key' AND index < %s ORDER BY index"
)
_SINCE: Final = """
SELECT index, text, hashes FROM deals_entry WHERE index >= %s AND index < %s ORDER BY index
"""
_KEEP: Final = "INSERT INTO deals_checkpoint (size, root, note, time) VALUES (%s, %s, %s, %s)"


class SignerRefuses(Exception):
    """What is in the database does not extend what was signed before. All dealing stops."""

    code = "signer-refuses"


class LogKeyMissing(SignerRefuses):
    """The file of the key that must sign is lost. The text may be told to anybody."""


@dataclass(frozen=True)
class SignedBefore:
    """What the signer's own file says: the last size and root it signed."""

    size: int
    root: str


def publish_checkpoint(*, now: datetime, recheck: bool = True) -> SignedCheckpoint | None:
    """Sign the log as it stands, unless that is done already; the newest checkpoint.

    None while the log is empty. Whoever waited for another signer, and finds all signed that was
    there when he came, leaves what came since to who wrote it. `recheck` is False for a caller that
    has just hashed all that it wrote. Raises SignerRefuses.
    """
    came = log_standing()
    with transaction.atomic():
        be_only_signer()
        log, before = log_standing(), signed_before()
        if log.origin not in {"", settings.HEARTS_ORIGIN}:
            raise SignerRefuses(f"the log is {log.origin}, the setting {settings.HEARTS_ORIGIN}")
        _refuse_going_back(before, log)
        signed = 0 if log.last is None else log.last.size
        if came.size <= signed < log.size:
            return log.last
        frontier = _signed_part(before)
        if signed == log.size:
            return log.last
        root = _rechecked_root(frontier, log.size) if recheck else tree_root(log.size, node_hashes)
        return _sign(log, root, published=signed, now=now)


def be_only_signer() -> None:
    """Wait until nobody else signs, and keep it so until the transaction ends."""
    run("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def _sign(log: LogStanding, root: bytes, *, published: int, now: datetime) -> SignedCheckpoint:
    signers = _signers(published, log.size)
    _write_state(SignedBefore(log.size, root.hex()))
    text = format_checkpoint(SignedState(log.origin, log.size, root))
    note = format_note(SignedNote(text, tuple(signer.sign(text) for signer in signers)))
    run(_KEEP, [log.size, root, note, now])
    ask_witnesses(now=now)
    return SignedCheckpoint(log.size, root, note, now)


def _refuse_going_back(before: SignedBefore, log: LogStanding) -> None:
    if before.size > log.size:
        raise SignerRefuses(
            f"the log has {log.size} entries, but {before.size} were signed: "
            "append the missing ones from a mirror, with manage.py repairlog or serve --repair"
        )
    if log.last is not None and log.last.size > before.size:
        raise SignerRefuses(
            f"a checkpoint of size {log.last.size} stands in the database, but {_state_path()} "
            f"knows of {before.size or 'none'}"
        )


def _signed_part(before: SignedBefore) -> Frontier:
    """Return the tree of what was signed before. Raises SignerRefuses when it is another now."""
    frontier = Frontier.at(before.size, node_hashes)
    if before.size and frontier.root().hex() != before.root:
        raise SignerRefuses(f"the first {before.size} entries are not those that were signed")
    return frontier


def _signers(published: int, size: int) -> list[Signer]:
    """Return the keys that sign: the last one; and over a new key, the one before it too.

    Raises SignerRefuses when the file of one is missing.
    """
    keys = [(index, _parsed_key(text)) for index, text in run(_KEYS, [size]).fetchall()]
    logs = [
        (index, key.vkey) for index, key in keys if isinstance(key, KeyEntry) and key.role == "log"
    ]
    before = [vkey for index, vkey in logs if index < published][-1:]
    fresh = [vkey for index, vkey in logs if index >= published]
    try:
        return [service_keys().log_signer(vkey) for vkey in (*before, *fresh)]
    except KeyFileMissing as error:
        raise LogKeyMissing(str(error)) from None


def require_log_key() -> None:
    """See that a file holds the newest key that the log names. Raises LogKeyMissing."""
    newest = [vkey for role, vkey in logged_keys() if role == "log"][-1:]
    if missing_keys(("log", vkey) for vkey in newest):
        raise LogKeyMissing(str(KeyFileMissing(newest[0])))


@lru_cache(maxsize=16)
def _parsed_key(text: str) -> LogEntry:
    """Return the entry of a key: few, and asked for at every signature."""
    return parse_entry(text)


def _rechecked_root(frontier: Frontier, end: int) -> bytes:
    """Return the root, from the texts of what was written since the last signature.

    Raises SignerRefuses: a flipped bit in a stored entry must never be signed.
    """
    for index, text, hashes in run(_SINCE, [frontier.size, end]):
        if b"".join(frontier.append(leaf_hash(text.encode()))) != bytes(hashes):
            raise SignerRefuses(f"entry {index} does not have the hashes stored beside it")
    return frontier.root()


def _state_path() -> Path:
    return Path(settings.HEARTS_KEYS) / SIGNED


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
