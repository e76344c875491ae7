"""What the quick reader is given: a game and the log, as they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class StoredGame(NamedTuple):
    """A game's texts, as they are stored, in ASCII.

    `lines` have an LF between them, `heads` are 32 bytes each. `indexes`, `entries` and `leaves`
    are its entries of the log, by index: texts, and leaf hashes of 32 bytes. `deals` has two texts
    for each deal of it, by number: its row, and the seat lines of its contributions' rows.
    """

    id: bytes
    header: bytes
    lines: bytes
    heads: bytes
    indexes: list[int]
    entries: list[bytes]
    leaves: bytes
    deals: list[bytes]


class LogState(NamedTuple):
    """A log that was found whole: its first `size` entries are signed.

    `roots` are those of all its signed states, in hex by size in decimal.
    """

    origin: bytes
    size: int
    roots: Mapping[bytes, bytes]
