"""A tree that grows at its right edge: all that an append needs to know of the entries before.

>>> from deals.tlog.tree import leaf_hash
>>> frontier = Frontier()
>>> [len(frontier.append(leaf_hash(entry))) for entry in (b"a", b"b", b"c", b"d")]
[1, 2, 1, 3]
>>> frontier.size
4
"""

from __future__ import annotations

from deals.tlog.tree import EMPTY_ROOT, HashReader, Node, node_hash


class Frontier:
    """The complete subtrees of a log's first `size` entries, the largest, leftmost first."""

    def __init__(self) -> None:
        self.size = 0
        self._nodes: list[bytes] = []

    @classmethod
    def at(cls, size: int, read: HashReader) -> Frontier:
        """Return the frontier of a log's first `size` entries."""
        frontier = cls()
        levels = [level for level in reversed(range(size.bit_length())) if size >> level & 1]
        nodes = [Node(level, (size >> level) - 1) for level in levels]
        frontier._nodes = list(read(nodes)) if nodes else []
        frontier.size = size
        return frontier

    def append(self, leaf: bytes) -> tuple[bytes, ...]:
        """Add an entry by its leaf hash; return the hashes of all subtrees that it completes."""
        completed = [leaf]
        rest = self.size
        while rest & 1:
            leaf = node_hash(self._nodes.pop(), leaf)
            completed.append(leaf)
            rest >>= 1
        self._nodes.append(leaf)
        self.size += 1
        return tuple(completed)

    def root(self) -> bytes:
        """Return the root of the log as it stands."""
        if not self._nodes:
            return EMPTY_ROOT
        folded = self._nodes[-1]
        for left in reversed(self._nodes[:-1]):
            folded = node_hash(left, folded)
        return folded
