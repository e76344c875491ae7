"""Watching a log, of this or any other service: all of it, with nothing believed.

The pure code reads every entry and every tile; beside it stand what a mirror has seen before, and
how many deals were thrown away for which reason.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from deals.fairness.log_rules import Census, LogRules
from deals.services.mirrors import Mirror, open_log_files
from deals.tlog.checkpoint import parse_checkpoint
from deals.tlog.directory import FileReader, LogCopy, check_log, hash_reader
from deals.tlog.errors import TlogError
from deals.tlog.note import SignedNote, VerifierKey, format_note
from deals.tlog.tree import tree_root


@dataclass(frozen=True)
class Watched:
    """What a log has come to, and all that does not hold."""

    copy: LogCopy
    census: Census
    findings: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """Return the report, line by line."""
        yield f"origin {self.copy.checkpoint.origin}"
        yield f"size {self.copy.size}"
        yield f"root {self.copy.root}"
        yield f"newest entry {self.census.time or '-'}"
        open_deals = len(self.census.open_deals)
        voids = sum(self.census.voids.values())
        yield f"deals {self.census.deals}, open {open_deals}, void {self._share(voids)}"
        for reason, count in self.census.voids.items():
            yield f"void {reason} {self._share(count)}"
        for finding in self.findings:
            yield f"FINDING {finding}"

    def _share(self, count: int) -> str:
        return f"{count} ({100 * count / max(1, self.census.deals):.1f} %)"


def watch_log(source: str, *, key: VerifierKey | None, mirror: Path | None) -> Watched:
    """Read a whole log and check it; the mirror is brought up to date when nothing is wrong.

    `source` is an address or a directory. Without a key the log's own is taken: that shows
    damage, not who signed. Raises TlogError when there is no log to read.
    """
    read = open_log_files(source)
    kept = None if mirror is None else Mirror(mirror, read)
    if kept is not None:
        read = kept.read
    rules = LogRules()
    copy = check_log(read, key=key, rules=rules, handovers=kept.seen if kept else ())
    census = rules.census()
    before = kept.newest if kept else None
    findings = (*copy.findings, *map(str, census.findings), *_since(before, copy, read))
    if kept is not None and findings:
        kept.refuse()
    elif kept is not None:
        kept.accept(format_note(copy.note), size=copy.size)
    return Watched(copy, census, findings)


def _since(before: SignedNote | None, copy: LogCopy, read: FileReader) -> Iterator[str]:
    """Return what contradicts the checkpoint that the mirror kept last."""
    if before is None:
        return
    kept = parse_checkpoint(before.text)
    if kept.origin != copy.checkpoint.origin:
        yield f"the mirror is of {kept.origin}"
    elif kept.size > copy.size:
        yield f"the log went back: it had {kept.size} entries, now {copy.size}"
    else:
        try:
            root = tree_root(kept.size, hash_reader(read, copy.size))
        except TlogError as error:
            yield str(error)
            return
        if not hmac.compare_digest(root, kept.root):
            yield f"the log was rewritten: its first {kept.size} entries are not those seen before"
