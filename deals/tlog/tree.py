"""The Merkle tree of RFC 6962, section 2.1: leaves, nodes, subtrees, root.

The tree is stored as its complete subtrees. Node (level, number) is the root over the 2**level
entries from number·2**level on; it is known, and never changes, once the last of them is there.
What isn't complete is hashed together from complete nodes when it is asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

HASH_SIZE: Final = 32
EMPTY_ROOT: Final = hashlib.sha256(b"").digest()


class Node(NamedTuple):
    """A complete subtree: 2**level entries, `number` such subtrees to the left of it."""

    level: int
    number: int


class Span(NamedTuple):
    """The entries start … end-1, of which RFC 6962 defines the tree hash."""

    start: int
    end: int


HashReader: TypeAlias = Callable[[Sequence[Node]], Sequence[bytes]]
"""Fetches the hashes of nodes, in their order, all at once."""


def leaf_hash(entry: bytes) -> bytes:
    """Return the leaf of an entry: SHA-256(0x00 || entry)."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the node over two hashes: SHA-256(0x01 || left || right)."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def completed_hashes(index: int, leaf: bytes, read: HashReader) -> tuple[bytes, ...]:
    """Return the hashes of all subtrees that entry `index` completes: levels 0, 1, … upward.

    `leaf` is the entry's leaf hash. Node (L, k) is completed by entry ((k + 1) << L) - 1, so a log
    that stores these hashes with the entry finds it there, at place L.
    """
    lefts: list[Node] = []
    while index >> len(lefts) & 1:
        lefts.append(Node(len(lefts), (index >> len(lefts)) - 1))
    completed = [leaf]
    for left in read(lefts) if lefts else ():
        completed.append(node_hash(left, completed[-1]))
    return tuple(completed)


def tree_root(size: int, read: HashReader) -> bytes:
    """Return the root of the first `size` entries."""
    return span_hashes([Span(0, size)], read)[0] if size else EMPTY_ROOT


def span_hashes(spans: Iterable[Span], read: HashReader) -> tuple[bytes, ...]:
    """Return the tree hashes of spans, reading the nodes of all of them at once.

    A span's start must be a multiple of the power of two that its length rounds up to: such are
    the spans that occur in a tree.
    """
    nodes_by_span = [_span_nodes(span) for span in spans]
    nodes = [node for nodes in nodes_by_span for node in nodes]
    hashes = iter(read(nodes) if nodes else ())
    return tuple(_fold([next(hashes) for _ in nodes]) for nodes in nodes_by_span)


def split_size(size: int) -> int:
    """Return the size of a tree's left subtree: the largest power of two below `size` (from 2)."""
    return 1 << (size - 1).bit_length() - 1


def _span_nodes(span: Span) -> list[Node]:
    """Return the complete subtrees of a span, the largest, leftmost first."""
    nodes: list[Node] = []
    start, length = span.start, span.end - span.start
    while length:
        level = length.bit_length() - 1
        nodes.append(Node(level, start >> level))
        start += 1 << level
        length -= 1 << level
    return nodes


def _fold(hashes: Sequence[bytes]) -> bytes:
    """Return the hash over subtrees that shrink to the right: the last two go together first."""
    folded = hashes[-1]
    for left in reversed(hashes[:-1]):
        folded = node_hash(left, folded)
    return folded
