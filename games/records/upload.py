"""A file of lines as it comes in: plain or gzip, in pieces, within a limit of its inflated size."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from games.records.errors import RecordsError

LONGEST_LINE: Final = 1_048_576
"""Bytes of a line at most: a game of a hundred hands has a twentieth of it."""

_GZIP: Final = b"\x1f\x8b"
_GZIP_ONLY: Final = 16 + zlib.MAX_WBITS
_PIECE: Final = 262_144


class UploadBroken(RecordsError):
    """A gzip file that is damaged, or ends too early."""

    code = "broken-upload"


class UploadTooLarge(RecordsError):
    """A file of more bytes, inflated, than are taken; `limit` says how many."""

    code = "too-large"

    def __init__(self, limit: int) -> None:
        super().__init__(f"the file has more than {limit} bytes, inflated")
        self.limit = limit


def inflate(pieces: Iterable[bytes], *, limit: int) -> Iterator[bytes]:
    """Yield a file in pieces, inflated if it is gzip, up to `limit` bytes.

    Never more than a small piece beyond the limit is inflated, however well it was packed.
    Raises UploadTooLarge, UploadBroken.
    """
    total = 0
    for piece in _inflated(pieces):
        total += len(piece)
        if total > limit:
            raise UploadTooLarge(limit)
        yield piece


def _inflated(pieces: Iterable[bytes]) -> Iterator[bytes]:
    source = iter(pieces)
    start = b""
    while len(start) < len(_GZIP) and (piece := next(source, None)) is not None:
        start += piece
    if not start.startswith(_GZIP):
        yield start
        yield from source
        return
    yield from _gunzip(start, source)


def _gunzip(start: bytes, source: Iterator[bytes]) -> Iterator[bytes]:
    """Yield what is packed, the members of a file one after the other."""
    engine, left = zlib.decompressobj(_GZIP_ONLY), start
    while True:
        try:
            piece = engine.decompress(left, _PIECE)
        except zlib.error as error:
            raise UploadBroken(f"the gzip is damaged: {error}") from None
        yield piece
        left = engine.unconsumed_tail or engine.unused_data
        if engine.eof:
            while not (left := left.lstrip(b"\0")):  # Padding is nothing.
                more = next(source, None)
                if more is None:
                    return
                left = more
            engine = zlib.decompressobj(_GZIP_ONLY)
        elif not left and len(piece) < _PIECE:  # Else the engine may hold back some more.
            more = next(source, None)
            if more is None:
                raise UploadBroken("the gzip ends too early")
            left = more


def split_lines(pieces: Iterable[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Yield number, from 1, and bytes of each line that is not empty, without its end.

    Instead of the bytes of one above LONGEST_LINE there is None.
    """
    number, rest, is_long = 1, b"", False
    for piece in pieces:
        *whole, last = piece.split(b"\n")
        for part in whole:
            line = (rest + part).rstrip(b"\r")
            if is_long or len(line) > LONGEST_LINE:
                yield number, None
            elif line.strip():
                yield number, line
            number, rest, is_long = number + 1, b"", False
        rest += last
        if len(rest) > LONGEST_LINE + 1:  # A carriage return may follow, which does not count.
            rest, is_long = b"", True
    rest = rest.rstrip(b"\r")
    if is_long or len(rest) > LONGEST_LINE:
        yield number, None
    elif rest.strip():
        yield number, rest
