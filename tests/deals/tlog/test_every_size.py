"""Trees of every size to 256: all proofs, against RFC 6962 as it is written down."""

from functools import cache
from hashlib import sha256

import pytest

from deals.tlog.proof import (
    check_consistency,
    check_inclusion,
    prove_consistency,
    prove_inclusion,
)
from deals.tlog.tree import completed_hashes, leaf_hash, tree_root

LARGEST = 256
LEAVES = [leaf_hash(b"entry %d" % n) for n in range(LARGEST)]
ROWS = []


def read(nodes):
    return [ROWS[((node.number + 1) << node.level) - 1][node.level] for node in nodes]


for index, leaf in enumerate(LEAVES):
    ROWS += [completed_hashes(index, leaf, read)]


def split(size):
    k = 1
    while 2 * k < size:
        k *= 2
    return k


@cache
def mth(start, end):
    """MTH of the entries start … end-1 (2.1)."""
    if end - start == 1:
        return LEAVES[start]
    k = split(end - start)
    return sha256(b"\1" + mth(start, start + k) + mth(start + k, end)).digest()


def path(m, start, end):
    """PATH (2.1.1)."""
    if end - start == 1:
        return ()
    middle = start + split(end - start)
    if m < middle:
        return (*path(m, start, middle), mth(middle, end))
    return (*path(m, middle, end), mth(start, middle))


def subproof(m, start, end, *, known):
    """SUBPROOF (2.1.2)."""
    if m == end:
        return () if known else (mth(start, end),)
    middle = start + split(end - start)
    if m <= middle:
        return (*subproof(m, start, middle, known=known), mth(middle, end))
    return (*subproof(m, middle, end, known=False), mth(start, middle))


@pytest.mark.parametrize("first", range(1, LARGEST, 16))
def test_every_root_and_every_inclusion_proof(first):
    for size in range(first, first + 16):
        root = mth(0, size)
        assert tree_root(size, read) == root
        for place in range(size):
            hashes = prove_inclusion(place, size, read)
            assert hashes == path(place, 0, size)
            check_inclusion(hashes, index=place, size=size, root=root, leaf=LEAVES[place])


@pytest.mark.parametrize("first", range(1, LARGEST, 16))
def test_every_consistency_proof(first):
    for size in range(first, first + 16):
        root = mth(0, size)
        for old in range(1, size + 1):
            hashes = prove_consistency(old, size, read)
            assert hashes == subproof(old, 0, size, known=True)
            check_consistency(hashes, old_size=old, old_root=mth(0, old), size=size, root=root)
