"""Tiles and entry bundles: the files a log is served as (C2SP tlog-tiles).

A hash tile holds up to 256 neighbouring nodes of one level out of eight; an entry bundle the
entries below a tile of level 0, each with its length before it. A path names both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from deals.tlog.errors import TileMalformed
from deals.tlog.tree import HASH_SIZE, Node

HEIGHT: Final = 8
FULL_WIDTH: Final = 1 << HEIGHT
ENTRY_LIMIT: Final = 65_535
"""Bytes of an entry at most: its length is written with two."""

_PATH: Final = re.compile(
    r"tile/(?P<level>entries|0|[1-9]|[1-5][0-9]|6[0-3])"
    r"/(?P<number>(?:x[0-9]{3}/)*[0-9]{3})(?:\.p/(?P<width>[1-9][0-9]{0,2}))?",
    re.ASCII,
)


@dataclass(frozen=True)
class Tile:
    """A hash tile of a level, or an entry bundle (`level` None); `width` below 256 is partial."""

    level: int | None
    number: int
    width: int = FULL_WIDTH

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes a hash tile holds, left to right; of a bundle, the leaves of its entries."""
        height = HEIGHT * (self.level or 0)
        first = self.number * FULL_WIDTH
        return tuple(Node(height, place) for place in range(first, first + self.width))


def tile_width(size: int, *, level: int, number: int) -> int:
    """Return how wide this tile is in a log of `size` entries: 0 (it isn't there) … 256."""
    width = (size >> HEIGHT * level) - number * FULL_WIDTH
    return min(max(width, 0), FULL_WIDTH)


def format_tile_path(tile: Tile) -> str:
    """Return the path below the log's address, as in tile/0/x001/x234/067.p/8.

    Raises TileMalformed when no such tile can be named.
    """
    level = "entries" if tile.level is None else tile.level
    partial = "" if tile.width == FULL_WIDTH else f".p/{tile.width}"
    path = f"tile/{level}/{format_tile_number(tile.number)}{partial}"
    parse_tile_path(path)
    return path


def parse_tile_path(path: str) -> Tile:
    """Return the tile a path names.

    Raises TileMalformed, for every path but the one that `format_tile_path` writes.
    """
    shape = _PATH.fullmatch(path)
    if shape is None or len(shape["number"]) > 5 * 6:
        raise TileMalformed("expected tile/<level>/<number> or tile/entries/<number>")
    number = int(shape["number"].replace("x", "").replace("/", ""))
    width = int(shape["width"] or FULL_WIDTH)
    if format_tile_number(number) != shape["number"]:
        raise TileMalformed("the tile's number has leading zeroes")
    if shape["width"] and width >= FULL_WIDTH:
        raise TileMalformed("a partial tile has less than 256 hashes or entries")
    level = None if shape["level"] == "entries" else int(shape["level"])
    return Tile(level, number, width)


def format_tile_number(number: int) -> str:
    """Return a tile's number in groups of three digits: 1234067 is x001/x234/067.

    Raises TileMalformed for a number below 0.
    """
    if number < 0:
        raise TileMalformed("a tile's number is not below 0")
    groups = [f"{number % 1000:03}"]
    while number := number // 1000:
        groups.append(f"x{number % 1000:03}")
    return "/".join(reversed(groups))


def encode_hash_tile(hashes: Sequence[bytes]) -> bytes:
    """Return the bytes of a hash tile, 1 to 256 hashes.

    Raises TileMalformed.
    """
    _check_width(len(hashes))
    if any(len(value) != HASH_SIZE for value in hashes):
        raise TileMalformed("a hash is not 32 bytes")
    return b"".join(hashes)


def decode_hash_tile(data: bytes, width: int = FULL_WIDTH) -> tuple[bytes, ...]:
    """Return the hashes of a tile of this width.

    Raises TileMalformed when it has more or fewer bytes.
    """
    _check_width(width)
    if len(data) != width * HASH_SIZE:
        raise TileMalformed(f"a tile of {width} hashes has {width * HASH_SIZE} bytes")
    return tuple(data[at : at + HASH_SIZE] for at in range(0, len(data), HASH_SIZE))


def encode_entry_bundle(entries: Sequence[bytes]) -> bytes:
    """Return the bytes of a bundle of 1 to 256 entries.

    Raises TileMalformed, for an entry of more than 65,535 bytes too.
    """
    _check_width(len(entries))
    if any(len(entry) > ENTRY_LIMIT for entry in entries):
        raise TileMalformed(f"an entry has more than {ENTRY_LIMIT} bytes")
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def decode_entry_bundle(data: bytes, width: int = FULL_WIDTH) -> tuple[bytes, ...]:
    """Return the entries of a bundle of this width.

    Raises TileMalformed when it has more or fewer, or its last entry is cut off.
    """
    _check_width(width)
    entries = tuple(_split_bundle(data))
    if len(entries) != width:
        raise TileMalformed(f"expected {width} entries, found {len(entries)}")
    return entries


def _split_bundle(data: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(data):
        end = start + 2 + int.from_bytes(data[start : start + 2], "big")
        if end > len(data) or start + 2 > len(data):
            raise TileMalformed("the last entry is cut off")
        yield data[start + 2 : end]
        start = end


def _check_width(width: int) -> None:
    if not 1 <= width <= FULL_WIDTH:
        raise TileMalformed("a tile has 1 to 256 hashes or entries")
