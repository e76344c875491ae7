import hashlib
import json
from pathlib import Path

import pytest

from deals.tlog.errors import ProofInvalid
from deals.tlog.proof import (
    check_consistency,
    check_inclusion,
    prove_consistency,
    prove_inclusion,
)
from deals.tlog.tree import EMPTY_ROOT, completed_hashes, leaf_hash

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/tlog/rfc6962.json").read_text())
ENTRIES = [b"entry %d" % n for n in range(65)]
OTHER = b"\x07" * 32


def read_rows(entries):
    rows = []

    def read(nodes):
        return [rows[((node.number + 1) << node.level) - 1][node.level] for node in nodes]

    for index, entry in enumerate(entries):
        rows.append(completed_hashes(index, leaf_hash(entry), read))
    return read


READ = read_rows(ENTRIES)


def split(size):
    k = 1
    while 2 * k < size:
        k *= 2
    return k


def mth(entries):
    if len(entries) == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = split(len(entries))
    return hashlib.sha256(b"\x01" + mth(entries[:k]) + mth(entries[k:])).digest()


def path(m, entries):
    """PATH as RFC 6962, 2.1.1, defines it: the second implementation."""
    if len(entries) == 1:
        return []
    k = split(len(entries))
    if m < k:
        return [*path(m, entries[:k]), mth(entries[k:])]
    return [*path(m - k, entries[k:]), mth(entries[:k])]


def subproof(m, entries, *, known):
    """SUBPROOF as RFC 6962, 2.1.2, defines it: the second implementation."""
    if m == len(entries):
        return [] if known else [mth(entries)]
    k = split(len(entries))
    if m <= k:
        return [*subproof(m, entries[:k], known=known), mth(entries[k:])]
    return [*subproof(m - k, entries[k:], known=False), mth(entries[:k])]


ROOTS = [EMPTY_ROOT, *(mth(ENTRIES[:size]) for size in range(1, 66))]


def inclusion_holds(hashes, index, size, *, root=None, leaf=None):
    try:
        check_inclusion(
            hashes,
            index=index,
            size=size,
            root=root or ROOTS[size],
            leaf=leaf or leaf_hash(ENTRIES[index]),
        )
    except ProofInvalid:
        return False
    return True


def consistency_holds(hashes, old_size, size, *, old_root=None, root=None):
    try:
        check_consistency(
            hashes,
            old_size=old_size,
            old_root=old_root or ROOTS[old_size],
            size=size,
            root=root or ROOTS[size],
        )
    except ProofInvalid:
        return False
    return True


def broken(hashes):
    """Every way to spoil a proof by one hash."""
    yield (*hashes, OTHER)
    yield (OTHER, *hashes)
    for place in range(len(hashes)):
        yield hashes[:place] + hashes[place + 1 :]
        yield (*hashes[:place], OTHER, *hashes[place + 1 :])
        yield (*hashes[:place], hashes[place] + b"\0", *hashes[place + 1 :])
        yield (*hashes[:place], hashes[place][:31], *hashes[place + 1 :])
    if len(set(hashes)) > 1:
        yield hashes[::-1]


@pytest.mark.parametrize("size", range(1, 65))
def test_inclusion_of_every_index_in_every_size_to_64(size):
    for index in range(size):
        hashes = prove_inclusion(index, size, READ)
        assert list(hashes) == path(index, ENTRIES[:size])
        assert inclusion_holds(hashes, index, size)
        assert not inclusion_holds(hashes, index, size, leaf=OTHER)
        assert not inclusion_holds(hashes, index, size, root=OTHER)
        assert not inclusion_holds(hashes, (index + 1) % size, size, leaf=OTHER)


@pytest.mark.parametrize("size", range(1, 18))
def test_a_spoilt_inclusion_proof_is_refused_at_every_index(size):
    for index in range(size):
        for hashes in broken(prove_inclusion(index, size, READ)):
            assert not inclusion_holds(hashes, index, size)


@pytest.mark.parametrize("size", range(1, 18))
def test_a_proof_holds_for_its_index_only(size):
    for index in range(size):
        hashes = prove_inclusion(index, size, READ)
        leaf = leaf_hash(ENTRIES[index])
        for other in range(size):
            holds = inclusion_holds(hashes, other, size, leaf=leaf)
            assert holds == (other == index)


@pytest.mark.parametrize("size", range(1, 65))
def test_consistency_of_every_two_sizes_to_64(size):
    for old_size in range(1, size + 1):
        hashes = prove_consistency(old_size, size, READ)
        assert list(hashes) == subproof(old_size, ENTRIES[:size], known=True)
        assert consistency_holds(hashes, old_size, size)
        assert not consistency_holds(hashes, old_size, size, old_root=OTHER)
        assert not consistency_holds(hashes, old_size, size, root=OTHER)


@pytest.mark.parametrize("size", range(2, 18))
def test_a_spoilt_consistency_proof_is_refused_at_every_size(size):
    for old_size in range(1, size + 1):
        for hashes in broken(prove_consistency(old_size, size, READ)):
            assert not consistency_holds(hashes, old_size, size)
        if old_size < size:
            assert not consistency_holds((), old_size, size)


def test_every_tree_extends_the_empty_one():
    assert prove_consistency(0, 7, READ) == ()
    assert consistency_holds((), 0, 7)
    assert consistency_holds((), 0, 0)
    assert not consistency_holds((), 0, 7, old_root=OTHER)
    assert not consistency_holds((), 0, 0, root=OTHER)
    assert not consistency_holds((OTHER,), 0, 7)


def test_a_log_that_went_back_is_not_consistent():
    forked = [*ENTRIES[:5], b"another", *ENTRIES[6:9]]
    hashes = prove_consistency(7, 9, read_rows(forked))
    assert not consistency_holds(hashes, 7, 9, root=mth(forked))


@pytest.mark.parametrize(("index", "size"), [(8, 8), (9, 8), (-1, 8), (0, 0)])
def test_there_is_no_proof_for_an_index_that_is_not_below_the_size(index, size):
    with pytest.raises(ProofInvalid):
        prove_inclusion(index, size, READ)
    with pytest.raises(ProofInvalid):
        check_inclusion((), index=index, size=size, root=OTHER, leaf=OTHER)


@pytest.mark.parametrize(("old_size", "size"), [(9, 8), (-1, 8), (1, 0)])
def test_a_tree_does_not_extend_a_larger_one(old_size, size):
    with pytest.raises(ProofInvalid):
        prove_consistency(old_size, size, READ)
    with pytest.raises(ProofInvalid):
        check_consistency((), old_size=old_size, old_root=OTHER, size=size, root=OTHER)


@pytest.mark.parametrize("bad", [{"root": b"\x07" * 31}, {"leaf": b"\x07" * 33}])
def test_root_and_leaf_have_32_bytes(bad):
    assert not inclusion_holds(prove_inclusion(3, 8, READ), 3, 8, **bad)


def test_the_inclusion_proof_of_the_vectors_comes_out_and_holds():
    vector = VECTORS["inclusion"]
    leaves = [bytes.fromhex(leaf) for leaf in VECTORS["leaves_hex"]]
    hashes = prove_inclusion(vector["index"], vector["size"], read_rows(leaves))
    assert [value.hex() for value in hashes] == vector["proof"]
    check_inclusion(
        hashes,
        index=vector["index"],
        size=vector["size"],
        root=bytes.fromhex(VECTORS["roots_for_size"]["8"]),
        leaf=leaf_hash(leaves[vector["index"]]),
    )


def test_sizes_and_roots_of_two_trees_are_not_mixed():
    hashes = prove_inclusion(3, 8, READ)
    assert not inclusion_holds(hashes, 3, 9)
    assert not inclusion_holds(hashes, 3, 8, root=ROOTS[9])
    assert inclusion_holds(prove_inclusion(3, 9, READ), 3, 9)
