"""Appending to the public log: one writer at a time, under the lock of the log's head row."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, transaction

from deals.fairness.entries import CommitEntry, KeyEntry, format_entry, parse_entry
from deals.fairness.entries import Entry as LogEntry
from deals.fairness.service_entries import ContinueEntry, VerifierEntry
from deals.fairness.times import cut_time, format_time, parse_time
from deals.models import Entry, LogHead
from deals.selectors.log import node_hashes
from deals.services.keys import service_keys
from deals.straight import run
from deals.tlog.note import format_vkey
from deals.tlog.tree import completed_hashes, leaf_hash

# One statement for each entry: this is a hot path, and the head must never lag behind.
_APPEND: Final = """
WITH appended AS (
    INSERT INTO deals_entry (index, kind, deal, game, text, hashes)
    VALUES (%(index)s, %(kind)s, %(deal)s, %(game)s, %(text)s, %(hashes)s)
)
UPDATE deals_loghead SET size = %(size)s, deals = %(deals)s, time = %(time)s
"""
_HEAD: Final = ("id", "origin", "size", "deals", "time")
_LOCK_HEAD: Final = f"SELECT {', '.join(_HEAD)} FROM deals_loghead FOR NO KEY UPDATE"  # noqa: S608


class LogNotOpen(Exception):
    """The log has no head row yet: `manage.py openlog` was not run."""

    code = "log-not-open"


@dataclass(frozen=True)
class Continued:
    """The log that was lost: its origin, its last known size and root (hex), and why."""

    old: str
    size: int
    root: str
    reason: str


@dataclass(frozen=True)
class Logged:
    """An entry that was written: where it stands, and its text."""

    index: int
    text: str


@dataclass
class LogWriter:
    """Appends entries inside the transaction that holds the head row's lock.

    `time` is the later of the clock and the last entry's time, in a statement's form.
    """

    head: LogHead
    now: datetime

    @property
    def origin(self) -> str:
        """The log's name."""
        return self.head.origin

    @property
    def time(self) -> str:
        """The time of all entries of this transaction."""
        return format_time(self.now)

    def append(self, entry: LogEntry, *, game: UUID | None = None) -> Logged:
        """Write an entry at the end of the log; `game` is what it speaks of."""
        return self._write(entry, format_entry(entry), self.now, game)

    def append_again(self, text: str, *, game: UUID | None) -> Logged:
        """Write an entry that stood there before, byte for byte, with its own time.

        Raises FairnessError when the text is no entry.
        """
        entry = parse_entry(text)
        return self._write(entry, text, parse_time(entry.time), game)

    def _write(self, entry: LogEntry, text: str, time: datetime, game: UUID | None) -> Logged:
        head, index = self.head, self.head.size
        leaf = leaf_hash(text.encode())
        head.size, head.time = index + 1, time
        if isinstance(entry, CommitEntry):
            head.deals = entry.deal
        run(
            _APPEND,
            {
                "index": index,
                "kind": text[len("hearts/") : text.index("/v1\n")],
                "deal": getattr(entry, "deal", None),
                "game": game,
                "text": text,
                "hashes": b"".join(completed_hashes(index, leaf, node_hashes)),
                "size": head.size,
                "deals": head.deals,
                "time": time,
            },
        )
        return Logged(index, text)


def lock_log(*, now: datetime) -> LogWriter:
    """Return the writer of the log, inside a transaction. Raises LogNotOpen."""
    row = run(_LOCK_HEAD).fetchone()
    if row is None:
        raise LogNotOpen("the public log is not open yet: run manage.py openlog")
    head = LogHead.from_db(DEFAULT_DB_ALIAS, _HEAD, row)
    cut = cut_time(now)
    return LogWriter(head, max(cut, head.time) if head.time else cut)


@transaction.atomic
def open_log(*, now: datetime, continues: Continued | None = None) -> bool:
    """Write the head row and the entries of both keys, once; whether this call did it.

    A log that continues one which was lost says so in its third entry.
    """
    _, is_new = LogHead.objects.get_or_create(defaults={"origin": settings.HEARTS_ORIGIN})
    if not is_new:
        return False
    writer = lock_log(now=now)
    keys = service_keys()
    for role, signer in (("log", keys.log), ("receipt", keys.receipt)):
        vkey = format_vkey(signer.verifier_key)
        writer.append(KeyEntry(origin=writer.origin, role=role, vkey=vkey, time=writer.time))
    if continues is not None:
        writer.append(ContinueEntry(origin=writer.origin, **vars(continues), time=writer.time))
    return True


@transaction.atomic
def log_verifier(version: str, sha256: str, *, now: datetime) -> bool:
    """Log the hash of the verifier file that is offered, unless the last entry of it says so."""
    writer = lock_log(now=now)
    last = Entry.objects.filter(kind=Entry.Kind.VERIFIER).order_by("-index").first()
    said = None if last is None else parse_entry(last.text)
    if isinstance(said, VerifierEntry) and (said.version, said.sha256) == (version, sha256):
        return False
    writer.append(
        VerifierEntry(origin=writer.origin, version=version, sha256=sha256, time=writer.time)
    )
    return True
