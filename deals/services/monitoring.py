"""Watching a log, of this or any other service: all of it, with nothing believed.

Before anything of it is fetched, its checkpoint must be signed and extend what was seen before.
The pure code reads every entry and every tile; beside it stand what a mirror has seen before, and
how many deals were thrown away for which reason.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deals.fairness.entries import KeyEntry, parse_entry
from deals.fairness.errors import FairnessError
from deals.fairness.log_census import Census
from deals.fairness.log_rules import LogRules
from deals.fairness.statement import decode_statement
from deals.services.mirrors import Mirror, open_log_files
from deals.tlog.checkpoint import Checkpoint, parse_checkpoint
from deals.tlog.directory import (
    CHECKPOINT,
    FileReader,
    LogCopy,
    check_log,
    hash_reader,
    read_bundles,
    read_checkpoint,
)
from deals.tlog.errors import (
    FileMissing,
    LogTooLong,
    SignatureInvalid,
    TilesFalse,
    TlogError,
    UnknownKey,
)
from deals.tlog.handover import follow_keys, is_signed, signer_of
from deals.tlog.note import SignedNote, VerifierKey, format_note, format_vkey, parse_vkey
from deals.tlog.tree import tree_root

MOST_UNPINNED: Final = 10_000_000
"""Entries that are read at most when no key says who signed how many there are."""


_NO_KEY: Final = "no key was given"
_NO_SIGNER: Final = "none that the given key leads to has signed"


@dataclass(frozen=True)
class Watched:
    """What a log has come to, and all that does not hold.

    `signer` is the key that signed, None when no pinned key leads to one; `unknown` says why.
    `mended` are files of the mirror that were damaged and fetched again, `evidence` is where a
    checkpoint was kept that contradicts the mirror's.
    """

    copy: LogCopy
    census: Census
    findings: tuple[str, ...]
    signer: VerifierKey | None
    mended: tuple[str, ...] = ()
    evidence: Path | None = None
    unknown: str = _NO_KEY

    def lines(self) -> Iterator[str]:
        """Return the report, line by line."""
        yield f"origin {self.copy.checkpoint.origin}"
        yield f"size {self.copy.size}"
        yield f"root {self.copy.root}"
        if self.signer is None:
            yield f"key -: {self.unknown}; who signed is not known"
        else:
            yield f"key {format_vkey(self.signer)}"
        if not self.census.entries and self.copy.size:
            yield "entries were not read: the checkpoint does not hold"
        else:
            yield from self._count()
        for path in self.mended:
            yield f"MENDED {path}: the file in the mirror was damaged, and was fetched again"
        for finding in self.findings:
            yield f"FINDING {finding}"
        if self.evidence is not None:
            yield f"EVIDENCE {self.evidence}: a checkpoint against those in the mirror; keep both"

    def _count(self) -> Iterator[str]:
        yield f"newest entry {self.census.time or '-'}"
        open_deals = len(self.census.open_deals)
        voids = sum(self.census.voids.values())
        yield f"deals {self.census.deals}, open {open_deals}, void {self._share(voids)}"
        for reason, count in self.census.voids.items():
            yield f"void {reason} {self._share(count)}"

    def _share(self, count: int) -> str:
        return f"{count} ({100 * count / max(1, self.census.deals):.1f} %)"


def watch_log(
    source: str, *, key: VerifierKey | None, mirror: Path | None, most: int = MOST_UNPINNED
) -> Watched:
    """Read a whole log and check it; the mirror is brought up to date while it only grows.

    `source` is an address or a directory. Without a key the log's own is taken: that shows
    damage, not who signed, and a log of more than `most` entries is not read. Raises TlogError
    when there is no log to read.
    """
    return _Watch(source, key, mirror, most).run()


class _Watch:
    """One reading of a log."""

    def __init__(
        self, source: str, key: VerifierKey | None, mirror: Path | None, most: int
    ) -> None:
        self._fetch = open_log_files(source)
        self._mirror = None if mirror is None else Mirror(mirror, self._fetch)
        self._key, self._most = key, most
        self._note = read_checkpoint(self._fetch)
        self._checkpoint = parse_checkpoint(self._note.text)
        self._signer: VerifierKey | None = None
        self._own: VerifierKey | None = None

    def run(self) -> Watched:
        """Check the checkpoint, then all that it covers."""
        try:
            self._check_note()
            evidence, before = self._compare()
        except TlogError as error:
            return self._stop(str(error))
        if before is not None:
            return self._stop(before, evidence)
        copy, rules = self._read(self._fetch if self._mirror is None else self._mirror.read)
        if copy.damage is not None and self._mirror is not None and self._mirror.used:
            self._mirror.read_afresh()
            copy, rules = self._read(self._mirror.read)
        return self._finish(copy, rules)

    def _check_note(self) -> None:
        """Check the signature, before anything that the checkpoint covers. Raises TlogError."""
        if self._key is not None:
            self._signer = signer_of(self._note, self._find, pinned=self._key, key_of=_log_key_of)
            return
        if self._checkpoint.size > self._most:
            raise LogTooLong(self._checkpoint.size, self._most)
        if self._checkpoint.size == 0:
            return
        first = next(read_bundles(self._fetch, self._checkpoint.size))[0]
        self._own = _log_key_of(first)
        if self._own is None:
            raise UnknownKey("entry 0 names no key of the log")
        is_signed(self._note, self._own)

    def _compare(self) -> tuple[Path | None, str | None]:
        """Return what contradicts the newest checkpoint that the mirror kept, and where it is kept.

        The log's own hash tiles give the root that it signed, and the one that was seen before.
        Raises TlogError when they do not give the signed one.
        """
        new, before = self._checkpoint, self._seen_before()
        if before is not None and before.origin != new.origin:
            return None, f"the mirror is of {before.origin}"
        if before is not None and before.size >= new.size:
            return self._compare_older(before)
        if new.size and not hmac.compare_digest(self._root_at(new.size), new.root):
            raise TilesFalse
        if before is None or hmac.compare_digest(self._root_at(before.size), before.root):
            return None, None
        found = f"its first {before.size} entries are not those seen before"
        return self._keep_evidence(), f"the log was rewritten: {found}"

    def _compare_older(self, before: Checkpoint) -> tuple[Path | None, str | None]:
        """Compare a checkpoint with a newer one, or one as large, of the mirror."""
        new = self._checkpoint
        if self._mirror is None:
            raise AssertionError("what was seen before stands in a mirror")
        root, went_back = before.root, None
        if new.size < before.size:
            went_back = f"the log went back: it had {before.size} entries, now {new.size}"
            own = check_log(self._mirror.read_kept, key=None, rules=LogRules())
            if own.damage is not None or own.size != before.size:
                return None, f"{went_back}; the mirror is damaged and can't be compared"
            root = tree_root(new.size, hash_reader(self._mirror.read_kept, before.size))
        if not hmac.compare_digest(root, new.root):
            found = f"its first {new.size} entries are not those seen before"
            return self._keep_evidence(), f"the log was rewritten: {found}"
        return None, went_back

    def _seen_before(self) -> Checkpoint | None:
        """Return the newest checkpoint of the mirror; one whose signature is false is passed over.

        Such a file is damaged: it was kept once its signature had been checked.
        """
        if self._mirror is None:
            return None
        for note in self._mirror.seen:
            try:
                self._is_known(note)
            except SignatureInvalid:
                self._mirror.damaged.append(CHECKPOINT)
            else:
                return parse_checkpoint(note.text)
        return None

    def _is_known(self, note: SignedNote) -> bool:
        """Whether the pinned key, the log's own or one they lead to has signed a note."""
        first = self._key or self._own
        if first is None:
            return False
        known = follow_keys(self._find, pinned=first, key_of=_log_key_of)
        return any(is_signed(note, key) for key in known)

    def _keep_evidence(self) -> Path | None:
        if self._mirror is None:
            return None
        return self._mirror.keep_evidence(format_note(self._note), self._checkpoint)

    def _root_at(self, size: int) -> bytes:
        return tree_root(size, hash_reader(self._fetch, self._checkpoint.size))

    def _find(self, path: str) -> bytes:
        """Give a small file of the log; from the mirror where the log has it no longer."""
        try:
            return self._fetch(path)
        except FileMissing:
            if self._mirror is None:
                raise
            return self._mirror.read_kept(path)

    def _read(self, read: FileReader) -> tuple[LogCopy, LogRules]:
        rules = LogRules()

        def read_same(path: str) -> bytes:
            # The checkpoint that was compared, not one that was signed meanwhile.
            return format_note(self._note).encode() if path == CHECKPOINT else read(path)

        seen: list[SignedNote] = [] if self._mirror is None else self._mirror.seen
        return check_log(read_same, key=self._key, rules=rules, handovers=seen), rules

    def _stop(self, finding: str, evidence: Path | None = None) -> Watched:
        copy = LogCopy(self._note, self._checkpoint)
        unknown = _NO_KEY if self._key is None else _NO_SIGNER
        census = LogRules().census()
        return Watched(copy, census, (finding,), self._signer, evidence=evidence, unknown=unknown)

    def _finish(self, copy: LogCopy, rules: LogRules) -> Watched:
        """Keep what was read, whatever its entries say, when they are those that were signed."""
        census = rules.census()
        mended: tuple[str, ...] = ()
        if self._mirror is not None and copy.findings:
            self._mirror.refuse()
        elif self._mirror is not None:
            self._mirror.accept(format_note(self._note), size=copy.size)
            mended = tuple(dict.fromkeys(self._mirror.damaged))
        findings = (*copy.findings, *map(str, census.findings))
        return Watched(copy, census, findings, self._signer, mended)


def _log_key_of(entry: bytes) -> VerifierKey | None:
    """Return the key of the log that an entry names, None when it names none.

    Raises NoteMalformed for a key that is none.
    """
    try:
        said = parse_entry(decode_statement(entry))
    except FairnessError:
        return None
    return parse_vkey(said.vkey) if isinstance(said, KeyEntry) and said.role == "log" else None
