"""Step 10 over several documents of one call: what they show of one log and one game agrees.

A log has one root at each size and one entry at each place, a game one line at each seq. Two
documents under one key that differ in any of these prove that two logs, or two chains, were shown.
Only what stood its own nine steps is compared and kept, so nobody can discredit another's document
with one that he made up; and of a chain only what the log's heads bind.

Kept is a hash for each size, log entry and head entry, and who showed it first: some 150 bytes
each, however many documents show the same. Records and bare proofs leave nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from deals.fairness.entries import HeadEntry
from deals.tlog.note import VerifierKey
from deals.tlog.tree import HASH_SIZE, leaf_hash
from games.verifier.evidence import Evidence, LogShown
from games.verifier.findings import StepFindings

_Kept: TypeAlias = dict[int, bytes]
"""Hashes by size, index or seq, each with the number of the document that showed it, packed."""


@dataclass
class _Log:
    """What was shown under one key; `chains` are by game."""

    roots: _Kept = field(default_factory=dict)
    leaves: _Kept = field(default_factory=dict)
    chains: dict[str, _Kept] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Document:
    """What one document shows, all of it proven: a log under a key, and the game of a bundle.

    `source` names it in findings; `roots` are hex, by size.
    """

    source: str
    key: VerifierKey
    log: LogShown
    roots: Mapping[int, str]
    game: Evidence | None = None


class ShownBefore:
    """What the documents of one call have shown so far."""

    def __init__(self) -> None:
        self._logs: dict[VerifierKey, _Log] = {}
        self._sources: list[str] = []

    def check(self, document: Document, step: StepFindings) -> None:
        """Compare a document with those before it; keep what it shows where nothing differs."""
        log = self._logs.setdefault(document.key, _Log())
        chain: _Kept = {}
        if (game := document.game) is not None:
            chain = log.chains.setdefault(game.header.game, chain)
        kept = {
            "two logs were shown: the root of size": (log.roots, _roots(document)),
            "two logs were shown: the leaf hash of entry": (log.leaves, _leaves(document)),
            "two chains were shown: the head after line": (chain, _heads(document, chain)),
        }
        for what, (known, found) in kept.items():
            if (differs := self._differs(what, known, found, document.source)) is not None:
                step.add(differs)
        if not step.found:
            self._keep(document, log, chain)

    def _differs(
        self, what: str, known: _Kept, found: Iterable[tuple[int, bytes]], source: str
    ) -> str | None:
        """Return, in words, the first hash that is another than the one kept."""
        for place, value in found:
            kept = known.get(place, value)
            if kept[:HASH_SIZE] != value:
                first = self._sources[int.from_bytes(kept[HASH_SIZE:])]
                return (
                    f"{what} {place} is {value.hex()} in {source}, and was "
                    f"{kept[:HASH_SIZE].hex()} in {first}"
                )
        return None

    def _keep(self, document: Document, log: _Log, chain: _Kept) -> None:
        """Keep what is new; a document that shows nothing new is not even named."""
        number = len(self._sources).to_bytes(4)
        shown = (
            (log.roots, _roots(document)),
            (log.leaves, _leaves(document)),
            (chain, _covered(document)),
        )
        is_new = False
        for known, found in shown:
            for place, value in found:
                if place not in known:
                    known[place] = value + number
                    is_new = True
        if is_new:
            self._sources.append(document.source)


def _roots(document: Document) -> Iterator[tuple[int, bytes]]:
    for size, root in sorted(document.roots.items()):
        yield size, bytes.fromhex(root)


def _leaves(document: Document) -> Iterator[tuple[int, bytes]]:
    for one in document.log.entries:
        yield one.index, leaf_hash(one.text.encode())


def _heads(document: Document, kept: _Kept) -> Iterator[tuple[int, bytes]]:
    """Yield a chain's heads at the lines that are kept, up to the last that its own log binds."""
    if document.game is not None:
        last = max(seq for seq, _ in _covered(document))
        for seq in sorted(kept):
            if seq <= last:
                yield seq, bytes.fromhex(document.game.heads[seq])


def _covered(document: Document) -> Iterator[tuple[int, bytes]]:
    """Yield a chain's heads at its header and the lines of head entries, all found on it."""
    game = document.game
    if game is not None:
        for seq in (0, *(head.entry.seq for head in game.of_kind(HeadEntry))):
            yield seq, bytes.fromhex(game.heads[seq])
