"""A growing tree has the hashes and roots of the tree that is read as a whole."""

import pytest

from deals.tlog.frontier import Frontier
from deals.tlog.tree import EMPTY_ROOT, completed_hashes, leaf_hash, tree_root


class Nodes:
    """The complete subtrees of a log, by level and number."""

    def __init__(self):
        self.known = {}

    def read(self, nodes):
        return [self.known[node] for node in nodes]

    def note(self, index, hashes):
        for level, value in enumerate(hashes):
            self.known[level, index >> level] = value


def test_every_size_has_the_hashes_and_the_root_of_the_whole_tree():
    frontier, nodes = Frontier(), Nodes()
    assert frontier.root() == EMPTY_ROOT
    for index in range(200):
        leaf = leaf_hash(b"%d" % index)
        hashes = frontier.append(leaf)
        assert hashes == completed_hashes(index, leaf, nodes.read)
        nodes.note(index, hashes)
        assert (frontier.size, frontier.root()) == (index + 1, tree_root(index + 1, nodes.read))


@pytest.mark.parametrize("size", range(40))
def test_it_can_be_taken_up_at_any_size(size):
    frontier, nodes = Frontier(), Nodes()
    for index in range(size):
        nodes.note(index, frontier.append(leaf_hash(b"%d" % index)))
    again = Frontier.at(size, nodes.read)
    assert (again.size, again.root()) == (size, frontier.root())
    for index in range(size, size + 9):
        leaf = leaf_hash(b"%d" % index)
        assert again.append(leaf) == frontier.append(leaf)
