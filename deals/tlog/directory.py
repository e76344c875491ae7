"""A whole log from its files: the layout of C2SP tlog-tiles, as a directory or an origin has it.

`read` gives the bytes of a path below the log's address, such as `checkpoint` or `tile/0/000.p/8`;
it raises FileMissing where there is none. So the same code checks an export and a live log:

    rules = LogRules()                      # deals.fairness.log_rules knows what entries say
    copy = check_log(directory_reader(path), key=key, rules=rules)
    copy.size, copy.root, copy.findings     # tree, tiles and signatures
    rules.census()                          # deals, open ones, voids by reason, and findings

Nothing is believed: leaves are hashed from the entries, every hash tile is computed again and
compared, and what comes out must be the root that the log's keys signed. One bundle of 256 entries
is in memory at a time, and one open tile on each level.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from deals.tlog.checkpoint import Checkpoint, parse_checkpoint
from deals.tlog.errors import (
    CheckpointMalformed,
    FileMissing,
    HandoverFalse,
    NoteMalformed,
    ProofInvalid,
    TileMismatch,
    TlogError,
)
from deals.tlog.handover import handover_path, parse_handover
from deals.tlog.keys import LoggedKey, check_signed, trusted_key
from deals.tlog.note import SignedNote, VerifierKey, parse_note, parse_vkey
from deals.tlog.proof import check_inclusion, prove_inclusion
from deals.tlog.tile import (
    FULL_WIDTH,
    HEIGHT,
    Tile,
    decode_entry_bundle,
    decode_hash_tile,
    encode_hash_tile,
    format_tile_path,
    tile_width,
)
from deals.tlog.tree import EMPTY_ROOT, HashReader, Node, leaf_hash, node_hash, tree_root

FileReader: TypeAlias = Callable[[str], bytes]
"""Gives the bytes of a path below the log's address. Raises FileMissing."""

CHECKPOINT: Final = "checkpoint"


class EntryRules(Protocol):
    """Those who know what entries say; they are shown every one, in order, from index 0."""

    def take(self, entry: bytes) -> None:
        """Take the next entry."""

    @property
    def log_keys(self) -> Sequence[tuple[int, str]]:
        """The keys that the entries so far name as the log's: index and text, the newest last."""


@dataclass(frozen=True)
class LogCopy:
    """What the files of a log come to: its signed state, its keys, and what does not hold.

    `keys` are by the log's own entries, the newest last; `handovers` the checkpoints by which one
    leads to the next. `damage` says why the files do not give the state that the checkpoint states,
    `unsigned` why it is not signed as it must be: not by a key that the pinned one leads to.
    """

    note: SignedNote
    checkpoint: Checkpoint
    keys: tuple[LoggedKey, ...] = ()
    handovers: tuple[SignedNote, ...] = ()
    damage: TlogError | None = None
    unsigned: TlogError | None = None

    @property
    def findings(self) -> tuple[str, ...]:
        """What does not hold of tree, tiles and signatures, in words."""
        return tuple(str(error) for error in (self.damage, self.unsigned) if error is not None)

    @property
    def size(self) -> int:
        """The number of entries."""
        return self.checkpoint.size

    @property
    def root(self) -> str:
        """The root as 64 hex digits."""
        return self.checkpoint.root.hex()


def check_log(
    read: FileReader,
    *,
    key: VerifierKey | None,
    rules: EntryRules,
    handovers: Sequence[SignedNote] = (),
) -> LogCopy:
    """Read and check a whole log; what does not hold is told in `findings`, the first stops it.

    `key` is the pinned key; None takes the log's own, which shows damage, not who signed.
    `handovers` are checkpoints that the caller kept, by which an old pinned key leads to a new one,
    beside those that stand among the log's files. Raises FileMissing, NoteMalformed,
    CheckpointMalformed when there is no checkpoint to begin with.
    """
    note = read_checkpoint(read)
    copy = LogCopy(note, parse_checkpoint(note.text))
    try:
        _check_tree(read, copy.checkpoint, rules)
        own = rules.log_keys
        found = [*_read_handovers(read, copy.checkpoint, [index for index, _ in own])]
        kept = [one for one in handovers if _is_state(read, copy.checkpoint, one)]
    except TlogError as error:
        return replace(copy, damage=error)
    try:
        keys = tuple(LoggedKey(index, parse_vkey(text)) for index, text in own)
        copy = replace(copy, keys=keys, handovers=(*found, *kept))
        check_copy_signed(copy, key=key)
    except TlogError as error:
        return replace(copy, unsigned=error)
    return copy


def check_copy_signed(
    copy: LogCopy, *, key: VerifierKey | None, handovers: Sequence[SignedNote] = ()
) -> None:
    """Check that a copy's checkpoint is signed by a key that the pinned one leads to.

    `handovers` are states of this log beside its own. Raises UnknownKey, CheckpointMalformed,
    UnknownSigner, SignatureInvalid; NotHandedOver where nothing leads to the key that signed.
    """
    trusted = trusted_key(copy.keys, [*copy.handovers, *handovers], pinned=key)
    if trusted.name != copy.checkpoint.origin:
        raise CheckpointMalformed(f"the key is {trusted.name}'s, not {copy.checkpoint.origin}'s")
    check_signed(copy.note, copy.keys, trusted=trusted)


def _read_handovers(
    read: FileReader, checkpoint: Checkpoint, indexes: Sequence[int]
) -> Iterator[SignedNote]:
    """Yield the handovers to the keys after the first, where the files have them."""
    for number, index in enumerate(indexes[1:], start=1):
        path = handover_path(number)
        try:
            data = read(path)
        except FileMissing:
            continue
        handover = parse_handover(data)
        if handover.index != index or not _is_state(read, checkpoint, handover.note):
            raise HandoverFalse(path)
        yield handover.note


def _is_state(read: FileReader, checkpoint: Checkpoint, note: SignedNote) -> bool:
    """Whether a note is an earlier checkpoint of this very log, or this one."""
    kept = parse_checkpoint(note.text)
    if kept.origin != checkpoint.origin or not 0 < kept.size <= checkpoint.size:
        return False
    root = tree_root(kept.size, hash_reader(read, checkpoint.size))
    return hmac.compare_digest(root, kept.root)


def read_checkpoint(read: FileReader) -> SignedNote:
    """Return the log's latest checkpoint; its signatures are not checked.

    Raises FileMissing, NoteMalformed.
    """
    try:
        return parse_note(read(CHECKPOINT).decode())
    except UnicodeDecodeError:
        raise NoteMalformed("a note is UTF-8") from None


def directory_reader(root: Path) -> FileReader:
    """Return the reader of a directory that holds a log's files."""

    def read(path: str) -> bytes:
        try:
            return (root / path).read_bytes()
        except OSError as error:
            raise FileMissing(path, error.strerror or "") from None

    return read


def read_bundles(read: FileReader, size: int) -> Iterator[tuple[bytes, ...]]:
    """Yield the entries of a log of `size`, up to 256 at a time.

    Raises FileMissing, TileMalformed.
    """
    for number in range(-(-size // FULL_WIDTH)):
        width = tile_width(size, level=0, number=number)
        data = read(format_tile_path(Tile(None, number, width)))
        yield decode_entry_bundle(data, width)


def read_entry(read: FileReader, checkpoint: Checkpoint, index: int) -> bytes:
    """Return one entry of a log, proven to stand under a checkpoint. Raises TlogError."""
    number, place = divmod(index, FULL_WIDTH)
    width = tile_width(checkpoint.size, level=0, number=number)
    data = read(format_tile_path(Tile(None, number, width)))
    entry = decode_entry_bundle(data, width)[place]
    check_inclusion(
        prove_inclusion(index, checkpoint.size, hash_reader(read, checkpoint.size)),
        index=index,
        size=checkpoint.size,
        root=checkpoint.root,
        leaf=leaf_hash(entry),
    )
    return entry


def hash_reader(read: FileReader, size: int) -> HashReader:
    """Return what gives the nodes of a log of `size` from its hash tiles.

    It raises FileMissing, TileMalformed.
    """

    def read_nodes(nodes: Sequence[Node]) -> list[bytes]:
        tiles: dict[tuple[int, int], tuple[bytes, ...]] = {}

        def hash_of(level: int, number: int) -> bytes:
            tile_level, above = divmod(level, HEIGHT)
            if above:
                return node_hash(hash_of(level - 1, 2 * number), hash_of(level - 1, 2 * number + 1))
            tile_number, place = divmod(number, FULL_WIDTH)
            at = (tile_level, tile_number)
            if at not in tiles:
                width = tile_width(size, level=tile_level, number=tile_number)
                data = read(format_tile_path(Tile(*at, width)))
                tiles[at] = decode_hash_tile(data, width)
            return tiles[at][place]

        return [hash_of(*node) for node in nodes]

    return read_nodes


def _check_tree(read: FileReader, checkpoint: Checkpoint, rules: EntryRules) -> None:
    """Hash all entries, compare all tiles and the root. Raises TlogError."""
    rows: list[list[bytes]] = []
    numbers: list[int] = []
    for entries in read_bundles(read, checkpoint.size):
        for entry in entries:
            rules.take(entry)
        _add_row(read, [leaf_hash(entry) for entry in entries], rows, numbers)
    for level, row in enumerate(rows):
        if row:
            _check_tile(read, Tile(level, numbers[level], len(row)), row)
    root = _root_of(rows)
    if not hmac.compare_digest(root, checkpoint.root):
        raise ProofInvalid(f"the entries hash to {root.hex()}, signed is {checkpoint.root.hex()}")


def _add_row(
    read: FileReader, hashes: Sequence[bytes], rows: list[list[bytes]], numbers: list[int]
) -> None:
    """Add a tile's hashes on the lowest level; what is full goes up as one hash."""
    level, new = 0, list(hashes)
    while True:
        if level == len(rows):
            rows.append([])
            numbers.append(0)
        rows[level] += new
        if len(rows[level]) < FULL_WIDTH:
            return
        _check_tile(read, Tile(level, numbers[level]), rows[level])
        new = [_fold(rows[level])]
        rows[level] = []
        numbers[level] += 1
        level += 1


def _check_tile(read: FileReader, tile: Tile, hashes: Sequence[bytes]) -> None:
    path = format_tile_path(tile)
    if not hmac.compare_digest(read(path), encode_hash_tile(hashes)):
        raise TileMismatch(path)


def _root_of(rows: Sequence[Sequence[bytes]]) -> bytes:
    """Return the tree hash over what is open on each level: the upper, the further left."""
    edge: list[bytes] = []
    for row in rows:
        if row or edge:
            edge = [_fold([*row, *edge])]
    return edge[0] if edge else EMPTY_ROOT


def _fold(hashes: Sequence[bytes]) -> bytes:
    """Return the tree hash over neighbouring subtrees, of which the last may be smaller."""
    row = list(hashes)
    while len(row) > 1:
        pairs = [node_hash(left, right) for left, right in zip(row[::2], row[1::2], strict=False)]
        row = pairs + row[len(pairs) * 2 :]
    return row[0]
