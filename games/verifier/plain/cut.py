"""The lines of a chain, cut into their columns, and held to chain, order and times."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from deals.fairness.errors import FairnessError
from deals.fairness.times import parse_time

HEAD_SIZE: Final = 32
TIME_SIZE: Final = 24
_MOST_LINES: Final = 9_999
_SEQS: Final = [b"%d " % seq for seq in range(_MOST_LINES + 1)]
_WIDTHS: Final = ((1, 10), (10, 100), (100, 1_000), (1_000, _MOST_LINES + 1))
_SHAPE: Final = b"0000-00-00T00:00:00.000Z"
_AS_SHAPE: Final = bytes(48 if 48 <= byte <= 57 else byte for byte in range(256))


class NotPlain(Exception):
    """Something that the quick reader does not take for right: let the ten steps say what."""


class Chain(NamedTuple):
    """A chain that is whole: per line its time, and the rest from the blank before the hand on.

    `heads` are in hex; `heads[n]` stands after line n, the first after the header.
    """

    heads: list[bytes]
    times: list[bytes]
    tails: list[bytes]


def cut_chain(header: bytes, lines: bytes, heads: bytes) -> Chain:
    """Cut lines (LF between) of a chain whose stored heads (32 bytes each) follow. Raises NotPlain.

    Every link is checked against the stored head before it: all links together are the chain.
    """
    texts = (lines + b"\n").splitlines(keepends=True)
    if len(texts) * HEAD_SIZE != len(heads) or len(texts) > _MOST_LINES or b"\r" in lines:
        raise NotPlain
    before = [sha256(header).hexdigest().encode(), *heads.hex(" ", HEAD_SIZE).encode().split(b" ")]
    messages = map(b" ".join, zip(before, texts))  # noqa: B905 (one head more)
    if b"".join([sha256(message).digest() for message in messages]) != heads:
        raise NotPlain
    return Chain(before, *_cut_columns(texts))


def _cut_columns(texts: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
    times: list[bytes] = []
    tails: list[bytes] = []
    for width, (first, end) in enumerate(_WIDTHS, start=2):
        rows = texts[first - 1 : end - 1]
        if [row[:width] for row in rows] != _SEQS[first : first + len(rows)]:
            raise NotPlain
        after = width + TIME_SIZE
        times += [row[width:after] for row in rows]
        tails += [row[after:-1] for row in rows]
    return times, tails


def check_times(times: list[bytes]) -> None:
    """Check that texts are times as statements write them, none before the last. Raises NotPlain.

    Sorted times between two of one day are of that day: only their minutes and seconds are left.
    """
    column = b"".join(times)
    if column.translate(_AS_SHAPE) != _SHAPE * len(times) or times != sorted(times):
        raise NotPlain
    tens = column[14::TIME_SIZE] + column[17::TIME_SIZE]  # of minutes and seconds
    if tens.translate(None, b"012345"):
        raise NotPlain
    first, last = times[0], times[-1]
    hours = (
        (first, last) if first[:10] == last[:10] else {time[:13]: time for time in times}.values()
    )
    try:
        for time in hours:
            parse_time(time.decode())
    except FairnessError:
        raise NotPlain from None


def is_hex(texts: Sequence[bytes]) -> bool:
    """Whether each text is 64 lower-case hex digits."""
    column = b"".join(texts)
    return set(map(len, texts)) <= {64} and not column.translate(None, b"0123456789abcdef")
