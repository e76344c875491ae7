"""Inclusion and consistency proofs: RFC 6962, sections 2.1.1 and 2.1.2.

The server proves, the client checks, with the same nouns. Checks follow RFC 9162, sections 2.1.3.2
and 2.1.4.2: they need no tree, only the hashes given.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence

from deals.tlog.errors import ProofInvalid
from deals.tlog.tree import (
    EMPTY_ROOT,
    HASH_SIZE,
    HashReader,
    Span,
    node_hash,
    span_hashes,
    split_size,
)


def prove_inclusion(index: int, size: int, read: HashReader) -> tuple[bytes, ...]:
    """Return the hashes that lead from entry `index` to the root of size `size`, leaf side first.

    Raises ProofInvalid when the tree has no such entry.
    """
    if not 0 <= index < size:
        raise ProofInvalid(f"no entry {index} in a tree of {size}")
    return span_hashes(_inclusion_spans(index, Span(0, size)), read)


def check_inclusion(
    hashes: Sequence[bytes], *, index: int, size: int, root: bytes, leaf: bytes
) -> None:
    """Check that the entry with this leaf hash stands at `index` under the root of size `size`.

    Raises ProofInvalid.
    """
    if not 0 <= index < size:
        raise ProofInvalid(f"no entry {index} in a tree of {size}")
    _check_lengths((*hashes, root, leaf))
    place, last, found = index, size - 1, leaf
    for sibling in hashes:
        if last == 0:
            raise ProofInvalid("the proof has more hashes than the tree has levels")
        if place & 1 or place == last:
            found = node_hash(sibling, found)
            skip = _trailing_zeros(place)
            place, last = place >> skip, last >> skip
        else:
            found = node_hash(found, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise ProofInvalid("the proof has too few hashes")
    _check_equal(found, root)


def prove_consistency(old_size: int, size: int, read: HashReader) -> tuple[bytes, ...]:
    """Return the hashes that show that the tree of `size` extends that of `old_size`.

    None are needed where either tree is empty or both are the same. Raises ProofInvalid when the
    old tree is larger.
    """
    if not 0 <= old_size <= size:
        raise ProofInvalid(f"a tree of {size} does not extend one of {old_size}")
    if old_size in {0, size}:
        return ()
    return span_hashes(_consistency_spans(old_size, Span(0, size)), read)


def check_consistency(
    hashes: Sequence[bytes], *, old_size: int, old_root: bytes, size: int, root: bytes
) -> None:
    """Check that the tree of `size` begins with all entries of the tree of `old_size`.

    Raises ProofInvalid.
    """
    if not 0 <= old_size <= size:
        raise ProofInvalid(f"a tree of {size} does not extend one of {old_size}")
    _check_lengths((*hashes, old_root, root))
    if old_size in {0, size}:
        if hashes:
            raise ProofInvalid("the proof has hashes where none are needed")
        _check_equal(old_root, root if old_size else EMPTY_ROOT)
        if size == 0:
            _check_equal(root, EMPTY_ROOT)
        return
    # A complete old tree is itself the first hash; it is left out of the proof, as known.
    complete = old_size & (old_size - 1) == 0
    _walk_consistency((old_root, *hashes) if complete else hashes, old_size, size, old_root, root)


def _walk_consistency(
    hashes: Sequence[bytes], old_size: int, size: int, old_root: bytes, root: bytes
) -> None:
    skip = _trailing_zeros(old_size)
    place, last = (old_size - 1) >> skip, (size - 1) >> skip
    if not hashes:
        raise ProofInvalid("the proof has too few hashes")
    old_found = found = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            raise ProofInvalid("the proof has more hashes than the tree has levels")
        if place & 1 or place == last:
            old_found, found = node_hash(sibling, old_found), node_hash(sibling, found)
            skip = _trailing_zeros(place)
            place, last = place >> skip, last >> skip
        else:
            found = node_hash(found, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise ProofInvalid("the proof has too few hashes")
    _check_equal(old_found, old_root)
    _check_equal(found, root)


def _inclusion_spans(index: int, tree: Span) -> Iterator[Span]:
    """Yield the spans whose hashes make the PATH of RFC 6962, 2.1.1."""
    if tree.end - tree.start == 1:
        return
    middle = tree.start + split_size(tree.end - tree.start)
    left, right = Span(tree.start, middle), Span(middle, tree.end)
    own, other = (left, right) if index < middle else (right, left)
    yield from _inclusion_spans(index, own)
    yield other


def _consistency_spans(old_size: int, tree: Span) -> Iterator[Span]:
    """Yield the spans whose hashes make the SUBPROOF of RFC 6962, 2.1.2."""
    if old_size == tree.end:
        if tree.start:
            yield tree
        return
    middle = tree.start + split_size(tree.end - tree.start)
    left, right = Span(tree.start, middle), Span(middle, tree.end)
    own, other = (left, right) if old_size <= middle else (right, left)
    yield from _consistency_spans(old_size, own)
    yield other


def _trailing_zeros(number: int) -> int:
    """Return how often a number above 0 can be halved."""
    return (number & -number).bit_length() - 1


def _check_lengths(hashes: Sequence[bytes]) -> None:
    if any(len(value) != HASH_SIZE for value in hashes):
        raise ProofInvalid("a hash is not 32 bytes")


def _check_equal(found: bytes, root: bytes) -> None:
    if not hmac.compare_digest(found, root):
        raise ProofInvalid(f"the hashes lead to {found.hex()}, the root is {root.hex()}")
