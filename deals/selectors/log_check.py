"""The stored log, read from one end to the other: tree, checkpoints and signature."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from django.db.models import Case, F, When

from deals.fairness.entries import KeyEntry, parse_entry
from deals.fairness.errors import FairnessError
from deals.models import Checkpoint, Entry
from deals.selectors.log import (
    SignedCheckpoint,
    handover_checkpoints,
    latest_checkpoint,
    node_hashes,
    read_at_once,
)
from deals.straight import run
from deals.tlog.checkpoint import parse_checkpoint
from deals.tlog.errors import TlogError
from deals.tlog.frontier import Frontier
from deals.tlog.keys import LoggedKey, check_signed, trusted_key
from deals.tlog.note import VerifierKey, parse_note, parse_vkey
from deals.tlog.proof import check_consistency, check_inclusion, prove_consistency, prove_inclusion
from deals.tlog.tree import HASH_SIZE, leaf_hash

MOST_FINDINGS: Final = 100
"""A log in ruins is told by its first findings."""
_PIECE: Final = 2_000
# They lie between the first and the last entry of those games. OFFSET keeps the planner from
# looking for these along the whole log.
_OF_GAMES: Final = """
SELECT c.size, encode(c.root, 'hex') FROM deals_checkpoint c, (
    SELECT min(index) AS first, max(index) AS last
    FROM (SELECT index FROM deals_entry WHERE game = ANY(%(games)s) OFFSET 0) AS own
) AS e
WHERE c.size BETWEEN e.first AND least(e.last, %(size)s)
"""


@dataclass
class LogCheck:
    """What a check came to: `size` and `root` (hex) of the signed log, and what is wrong, in words.

    A text that is not what was hashed is a finding here when it is of no game: the audit of a
    game names its own.
    """

    size: int = 0
    root: str = ""
    findings: list[str] = field(default_factory=list)

    def add(self, detail: str) -> None:
        """Note what is wrong."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(detail)


@dataclass(frozen=True)
class KnownState:
    """Size and root (hex) of the log that an earlier check found whole."""

    size: int
    root: str


def check_stored_log(
    *, key: VerifierKey, known: KnownState | None = None, go_on: Callable[[], None]
) -> LogCheck:
    """Check the log as far as it is signed, by `key`; from a known state on, if there is one.

    `go_on` is called now and then: this can take a while.
    """
    newest = latest_checkpoint()
    if newest is None:
        return LogCheck()
    check = LogCheck(newest.size, newest.root.hex())
    start = known.size if known is not None and known.size <= newest.size else 0
    frontier = Frontier.at(start, node_hashes)
    if known is not None and start and frontier.root().hex() != known.root:
        check.add(f"the log of size {start} had the root {known.root}, now it has another")
        frontier = Frontier()
    _check_tree(check, frontier, go_on)
    _check_signature(check, newest, key)
    return check


def _check_tree(check: LogCheck, frontier: Frontier, go_on: Callable[[], None]) -> None:
    states = _states(frontier.size, check.size)
    size, root = next(states)
    for at, (index, text, hashes) in enumerate(_entries(frontier.size, check.size)):
        if at % _PIECE == 0:
            go_on()
        if index != frontier.size:
            check.add(f"entry {frontier.size} is missing")
            return
        _grow(check, frontier, text, hashes)
        if size == frontier.size:
            if root != frontier.root():
                check.add(f"the checkpoint of size {size} has the root of another tree")
            size, root = next(states)
    if frontier.size != check.size:
        check.add(f"entry {frontier.size} is missing")


def _grow(check: LogCheck, frontier: Frontier, text: str | None, hashes: bytes) -> None:
    """Add an entry to the tree, and check that what is stored beside it is what follows."""
    index = frontier.size
    if text is not None and leaf_hash(text.encode()) != hashes[:HASH_SIZE]:
        check.add(f"entry {index} is not what was hashed")
    if b"".join(frontier.append(hashes[:HASH_SIZE])) != hashes:
        check.add(f"the hashes beside entry {index} are not those of the tree")


def _entries(start: int, end: int) -> Iterator[tuple[int, str | None, bytes]]:
    """Give index, text and hashes of each entry; no text of a game's, which its audit reads."""
    text = Case(When(game=None, then=F("text")))
    rows = Entry.objects.filter(index__gte=start, index__lt=end).order_by("index")
    for index, said, hashes in rows.values_list("index", text, "hashes").iterator(
        chunk_size=_PIECE
    ):
        yield index, said, bytes(hashes)


def _states(start: int, end: int) -> Iterator[tuple[int, bytes]]:
    rows = Checkpoint.objects.filter(size__gt=start, size__lte=end).order_by("size")
    for size, root in rows.values_list("size", "root").iterator(chunk_size=_PIECE):
        yield size, bytes(root)
    yield -1, b""


def _check_signature(check: LogCheck, newest: SignedCheckpoint, key: VerifierKey) -> None:
    texts = Entry.objects.filter(kind=Entry.Kind.KEY, index__lt=newest.size).order_by("index")
    try:
        parsed = [(index, parse_entry(text)) for index, text in texts.values_list("index", "text")]
        keys = [
            LoggedKey(index, parse_vkey(entry.vkey))
            for index, entry in parsed
            if isinstance(entry, KeyEntry) and entry.role == "log"
        ]
        note = parse_note(newest.note)
        handovers = [parse_note(one.note) for one in handover_checkpoints(size=newest.size)]
        check_signed(note, keys, trusted=trusted_key(keys, [*handovers, note], pinned=key))
    except (TlogError, FairnessError) as error:
        check.add(f"the checkpoint of size {newest.size}: {error}")


def roots_between(first: int, last: int) -> dict[bytes, bytes]:
    """Return the roots of the signed states of these sizes: hex by size in decimal."""
    rows = Checkpoint.objects.filter(size__gte=first, size__lte=last)
    return {
        b"%d" % size: bytes(root).hex().encode() for size, root in rows.values_list("size", "root")
    }


def roots_of_games(games: Sequence[UUID], *, size: int) -> dict[bytes, bytes]:
    """Return the roots of the signed states, of at most `size`, that games' own lines can name."""
    rows = run(_OF_GAMES, {"games": [*games], "size": size})
    return {b"%d" % signed: root.encode() for signed, root in rows}


def newest_over(
    leaves: Mapping[int, bytes], roots: Mapping[int, bytes], *, key: VerifierKey
) -> SignedCheckpoint | None:
    """Return the newest checkpoint, signed by `key`, if it holds all of these; else None.

    `leaves` are leaf hashes of entries by index, `roots` those of earlier states by size. What is
    stored between them and the signed root is not believed, but proven.
    """
    newest = latest_checkpoint()
    if newest is None:
        return None
    check = LogCheck()
    _check_signature(check, newest, key)
    try:
        signed = parse_checkpoint(parse_note(newest.note).text)
        if check.findings or (signed.size, signed.root) != (newest.size, newest.root):
            return None
        _check_under(newest, leaves, roots)
    except (TlogError, LookupError):  # a row that is missing proves nothing either
        return None
    return newest


def _check_under(
    newest: SignedCheckpoint, leaves: Mapping[int, bytes], roots: Mapping[int, bytes]
) -> None:
    """Check that a signed root covers all of these. Raises ProofInvalid, LookupError."""
    size, root = newest.size, newest.root
    inclusions, extensions = read_at_once(
        lambda read: (
            [prove_inclusion(index, size, read) for index in leaves],
            [prove_consistency(old, size, read) for old in roots],
        )
    )
    for (index, leaf), hashes in zip(leaves.items(), inclusions, strict=True):
        check_inclusion(hashes, index=index, size=size, root=root, leaf=leaf)
    for (old, old_root), hashes in zip(roots.items(), extensions, strict=True):
        check_consistency(hashes, old_size=old, old_root=old_root, size=size, root=root)
