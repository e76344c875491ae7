import hashlib
import json
from pathlib import Path

import pytest

from deals.tlog.tree import (
    EMPTY_ROOT,
    Node,
    Span,
    completed_hashes,
    leaf_hash,
    node_hash,
    span_hashes,
    split_size,
    tree_root,
)

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/tlog/rfc6962.json").read_text())
LEAVES = [bytes.fromhex(leaf) for leaf in VECTORS["leaves_hex"]]


class Rows:
    """A log's rows: with each entry the hashes of the subtrees it completed."""

    def __init__(self, entries):
        self.rows = []
        self.reads = 0
        for index, entry in enumerate(entries):
            self.rows.append(completed_hashes(index, leaf_hash(entry), self.read))
        self.reads = 0

    def read(self, nodes):
        self.reads += 1
        return [self.rows[((node.number + 1) << node.level) - 1][node.level] for node in nodes]


def mth(entries):
    """The Merkle Tree Hash as RFC 6962, 2.1, defines it: the second implementation."""
    if not entries:
        return hashlib.sha256().digest()
    if len(entries) == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = 1
    while 2 * k < len(entries):
        k *= 2
    return hashlib.sha256(b"\x01" + mth(entries[:k]) + mth(entries[k:])).digest()


ENTRIES = [b"entry %d" % n for n in range(64)]
ROWS = Rows(ENTRIES)


def test_leaf_node_and_empty_root_are_those_of_the_vectors():
    leaf, node = VECTORS["leaf_hash"], VECTORS["node_hash"]
    assert EMPTY_ROOT.hex() == VECTORS["empty_root"]
    assert leaf_hash(leaf["data_ascii"].encode()).hex() == leaf["hash"]
    left, right = node["left_ascii"].encode(), node["right_ascii"].encode()
    assert node_hash(left, right).hex() == node["hash"]


@pytest.mark.parametrize("size", range(1, 9))
def test_the_roots_of_the_vectors_come_out(size):
    assert tree_root(size, Rows(LEAVES).read).hex() == VECTORS["roots_for_size"][str(size)]


@pytest.mark.parametrize("size", range(65))
def test_the_root_of_every_size_to_64_is_that_of_the_definition(size):
    assert tree_root(size, ROWS.read) == mth(ENTRIES[:size])


def test_an_entry_completes_a_subtree_for_each_one_at_the_end_of_its_index():
    assert [len(row) for row in ROWS.rows[:8]] == [1, 2, 1, 3, 1, 2, 1, 4]
    assert ROWS.rows[5] == (leaf_hash(ENTRIES[5]), mth(ENTRIES[4:6]))
    assert ROWS.rows[63][6] == mth(ENTRIES)


def test_the_first_entry_is_completed_without_reading():
    assert completed_hashes(0, b"\x01" * 32, lambda nodes: pytest.fail(str(nodes))) == (
        b"\x01" * 32,
    )


def test_hashes_of_many_spans_are_read_at_once():
    rows = Rows(ENTRIES)
    spans = [Span(0, 7), Span(8, 12), Span(63, 64)]
    assert span_hashes(spans, rows.read) == tuple(mth(ENTRIES[a:b]) for a, b in spans)
    assert rows.reads == 1
    assert span_hashes([], rows.read) == ()
    assert rows.reads == 1


def test_a_node_stands_with_the_entry_that_completes_it():
    assert ROWS.read([Node(3, 2), Node(0, 9)]) == [mth(ENTRIES[16:24]), leaf_hash(ENTRIES[9])]


@pytest.mark.parametrize(("size", "left"), [(2, 1), (3, 2), (4, 2), (5, 4), (8, 4), (9, 8)])
def test_the_left_subtree_has_the_largest_power_of_two_below_the_size(size, left):
    assert split_size(size) == left
