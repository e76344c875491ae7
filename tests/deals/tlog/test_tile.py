from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.tlog.errors import TileMalformed
from deals.tlog.tile import (
    Tile,
    decode_entry_bundle,
    decode_hash_tile,
    encode_entry_bundle,
    encode_hash_tile,
    format_tile_number,
    format_tile_path,
    parse_tile_path,
    tile_width,
)
from deals.tlog.tree import Node, leaf_hash

CHAIN = Path(__file__).parents[2] / "vectors/chain"
BUNDLE = (CHAIN / "tile-entries-000.p-8.bin").read_bytes()
HASHES = (CHAIN / "tile-0-000.p-8.bin").read_bytes()
ENTRIES = [path.read_bytes() for path in sorted(CHAIN.glob("entry-*.txt"))]


def test_the_tiles_of_the_example_come_out_byte_for_byte():
    assert encode_entry_bundle(ENTRIES) == BUNDLE
    assert encode_hash_tile(list(map(leaf_hash, ENTRIES))) == HASHES


def test_the_tiles_of_the_example_read_back():
    assert list(decode_entry_bundle(BUNDLE, 8)) == ENTRIES
    assert list(decode_hash_tile(HASHES, 8)) == list(map(leaf_hash, ENTRIES))


@pytest.mark.parametrize(
    ("path", "tile"),
    [
        ("tile/0/000", Tile(0, 0)),
        ("tile/entries/000.p/8", Tile(None, 0, 8)),
        ("tile/63/x001/x234/067", Tile(63, 1_234_067)),
        ("tile/1/x001/000.p/255", Tile(1, 1000, 255)),
        ("tile/entries/999", Tile(None, 999)),
    ],
)
def test_a_path_names_a_tile(path, tile):
    assert parse_tile_path(path) == tile
    assert format_tile_path(tile) == path


@given(st.none() | st.integers(0, 63), st.integers(0, 10**15 - 1), st.integers(1, 256))
def test_every_path_reads_back(level, number, width):
    tile = Tile(level, number, width)
    assert parse_tile_path(format_tile_path(tile)) == tile


@pytest.mark.parametrize(
    "path",
    [
        "",
        "tile/0/0",
        "tile/0/0000",
        "tile/0/x000/001",
        "tile/0/001/067",
        "tile/0/x001/x234",
        "tile/00/000",
        "tile/64/000",
        "tile/-1/000",
        "tile/0/000.p/0",
        "tile/0/000.p/08",
        "tile/0/000.p/256",
        "tile/0/000.p/",
        "tile/0/000/",
        "/tile/0/000",
        "tile/Entries/000",
        "tile/0/000\n",
        "tile/0/\u0660\u0660\u0660",
        "tile/0/../000",
        "tile/0/" + "x001/" * 6 + "000",
    ],
)
def test_another_path_names_none(path):
    with pytest.raises(TileMalformed):
        parse_tile_path(path)


@pytest.mark.parametrize(
    "tile", [Tile(64, 0), Tile(-1, 0), Tile(0, -1), Tile(0, 0, 0), Tile(0, 0, 257), Tile(0, 10**18)]
)
def test_a_tile_that_no_path_names_is_refused(tile):
    with pytest.raises(TileMalformed):
        format_tile_path(tile)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "000"), (7, "007"), (999, "999"), (1000, "x001/000"), (1234067, "x001/x234/067")],
)
def test_a_number_is_written_in_groups_of_three_digits(number, text):
    assert format_tile_number(number) == text


def test_a_tree_of_70_000_has_the_tiles_that_the_specification_counts():
    def widths(level, numbers):
        return [tile_width(70_000, level=level, number=number) for number in numbers]

    assert widths(0, range(275)) == [256] * 273 + [112, 0]
    assert widths(1, range(3)) == [256, 17, 0]
    assert widths(2, range(2)) == [1, 0]
    assert widths(3, [0]) == [0]
    assert tile_width(256, level=1, number=0) == 1


def test_a_tile_holds_neighbouring_nodes_of_every_eighth_level():
    assert Tile(0, 0, 3).nodes == (Node(0, 0), Node(0, 1), Node(0, 2))
    assert Tile(2, 1, 2).nodes == (Node(16, 256), Node(16, 257))
    assert Tile(None, 1).nodes == Tile(0, 1).nodes
    assert len(Tile(0, 7).nodes) == 256


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=256))
def test_every_bundle_reads_back(entries):
    assert list(decode_entry_bundle(encode_entry_bundle(entries), len(entries))) == entries


@pytest.mark.parametrize(
    ("data", "width"),
    [
        (BUNDLE, 7),
        (BUNDLE, 9),
        (BUNDLE[:-1], 8),
        (BUNDLE + b"\0", 8),
        (BUNDLE + b"\0", 9),
        (BUNDLE + b"\0\0", 8),
        (b"", 1),
        (b"", 0),
        (b"\0\0" * 257, 257),
    ],
)
def test_a_bundle_has_its_entries_and_nothing_else(data, width):
    with pytest.raises(TileMalformed):
        decode_entry_bundle(data, width)


@pytest.mark.parametrize(
    ("data", "width"),
    [(HASHES, 7), (HASHES, 256), (HASHES[:-1], 8), (HASHES + b"\0", 8), (b"", 0)],
)
def test_a_hash_tile_has_its_hashes_and_nothing_else(data, width):
    with pytest.raises(TileMalformed):
        decode_hash_tile(data, width)


@pytest.mark.parametrize("hashes", [[], [b"\0" * 32] * 257, [b"\0" * 31]])
def test_a_hash_tile_has_1_to_256_hashes_of_32_bytes(hashes):
    with pytest.raises(TileMalformed):
        encode_hash_tile(hashes)


def test_an_entry_has_up_to_65_535_bytes():
    longest = b"a" * 65_535
    assert decode_entry_bundle(encode_entry_bundle([longest]), 1) == (longest,)
    with pytest.raises(TileMalformed):
        encode_entry_bundle([longest + b"a"])
    with pytest.raises(TileMalformed):
        encode_entry_bundle([])
