"""A file of lines as it comes in: in pieces of any size, packed or not, never beyond its limit."""

import gzip
import os

import pytest

from games.records.upload import LONGEST_LINE, UploadBroken, UploadTooLarge, inflate, split_lines

TEXT = b"".join(b"line %d\n" % number for number in range(3000))


def pieces(data, size):
    return (data[at : at + size] for at in range(0, len(data), size))


def inflated(data, *, size=1000, limit=10**9):
    return b"".join(inflate(pieces(data, size), limit=limit))


def lines(data, size=7):
    return list(split_lines(pieces(data, size)))


@pytest.mark.parametrize("size", [1, 2, 5, 1000, 10**6])
@pytest.mark.parametrize("data", [TEXT, b"", b"x", b"\x1f", os.urandom(3000).hex().encode()])
def test_a_file_comes_out_as_it_was_packed_or_not(data, size):
    assert inflated(data, size=size) == data
    assert inflated(gzip.compress(data), size=size) == data


def test_the_members_of_a_gzip_follow_one_another_and_zeros_after_them_are_nothing():
    packed = gzip.compress(b"one\n") + gzip.compress(b"two\n") + b"\0" * 9
    for size in (1, 3, 1000):
        assert inflated(packed, size=size) == b"one\ntwo\n"


@pytest.mark.parametrize("cut", [3, 12, 60, -1])
def test_a_gzip_that_ends_too_early_is_broken(cut):
    with pytest.raises(UploadBroken, match="too early"):
        inflated(gzip.compress(TEXT)[:cut])


def test_a_damaged_gzip_is_broken():
    packed = bytearray(gzip.compress(TEXT))
    packed[-6] ^= 1
    with pytest.raises(UploadBroken, match="damaged"):
        inflated(bytes(packed))
    with pytest.raises(UploadBroken, match="damaged"):
        inflated(gzip.compress(TEXT) + b"more")


def test_a_bomb_is_refused_before_it_fills_the_memory():
    bomb = gzip.compress(bytes(50_000_000))
    assert len(bomb) < 60_000
    seen = []
    with pytest.raises(UploadTooLarge) as refused:
        seen.extend(map(len, inflate([bomb], limit=1_000_000)))
    assert refused.value.limit == 1_000_000
    assert sum(seen) <= 1_000_000


def test_what_is_plain_has_the_same_limit():
    assert inflated(b"x" * 1000, limit=1000) == b"x" * 1000
    with pytest.raises(UploadTooLarge):
        inflated(b"x" * 1001, limit=1000)


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_lines_are_numbered_and_empty_ones_are_passed_over_but_counted(size):
    data = b"one\n\n  \ntwo\r\n\nthree \nlast"
    assert lines(data, size) == [(1, b"one"), (4, b"two"), (6, b"three "), (7, b"last")]


def test_nothing_has_no_lines():
    assert lines(b"") == lines(b"\n\n") == []


@pytest.mark.parametrize("size", [10_000, 10**7])
@pytest.mark.parametrize("end", [b"", b"\nafter"], ids=["last", "in-between"])
def test_a_line_that_is_too_long_is_told_and_stops_nothing(size, end):
    data = b"before\n" + b"x" * (LONGEST_LINE + 20_000) + end
    found = lines(data, size)
    assert found == [(1, b"before"), (2, None), *([(3, b"after")] if end else [])]


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_of_the_greatest_length_is_taken(end):
    data = b"x" * LONGEST_LINE
    assert lines(data + end, 65_536) == [(1, data)]
