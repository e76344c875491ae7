"""Input: JSON documents, one a line or one over several, plain or gzip, in constant memory."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader
from typing import Final, Protocol

LONGEST: Final = 64 * 1024 * 1024
"""Bytes of one document at most."""

BATCH: Final = 16
"""Documents that are read before the first is answered, at most."""
BATCH_BYTES: Final = 64 * 1024
"""Bytes after which no more are read."""

_GZIP: Final = b"\x1f\x8b"
_GOES_ON: Final = (b"{", b"[", b",")


class InputBroken(ValueError):
    """The input ends in the middle, or can't be read on: after this line, and why."""

    code = "input-broken"

    def __init__(self, reason: str, *, line: int) -> None:
        super().__init__(f"after line {line}: {reason}")
        self.reason = reason
        self.line = line


@dataclass(frozen=True)
class Document:
    """The bytes of one JSON document, and the line, from 1, where it begins."""

    data: bytes
    line: int

    def place(self, column: int) -> tuple[int, int]:
        """Return line and column, from 1, of a column counted over the whole document."""
        try:
            before = self.data.decode()[: column - 1]
        except UnicodeDecodeError:
            before = self.data[: column - 1].decode(errors="replace")
        return self.line + before.count("\n"), len(before) - (before.rfind("\n") + 1) + 1


class _Lines(Protocol):
    def readline(self, size: int, /) -> bytes: ...
    def read(self, size: int, /) -> bytes: ...


def read_documents(stream: BufferedReader) -> Iterator[Document]:
    """Yield the documents of a stream, blank lines passed over.

    A first line that can't be a whole object, as it ends in `{`, `[` or a comma, begins a document
    that takes the whole stream. Raises InputBroken for damaged gzip, errors of the device, and
    documents above LONGEST.
    """
    line = 0
    try:
        packed = stream.peek(len(_GZIP)).startswith(_GZIP)
        lines: _Lines = gzip.GzipFile(fileobj=stream) if packed else stream
        is_first = True
        while data := lines.readline(LONGEST + 1):
            line += 1
            text = data.strip()
            if is_first and text.endswith(_GOES_ON):
                data += lines.read(LONGEST + 1 - len(data))
            if len(data) > LONGEST:
                raise InputBroken(f"a document of more than {LONGEST} bytes", line=line - 1)
            if text:
                is_first = False
                yield Document(data, line)
    except (OSError, EOFError, zlib.error) as error:
        raise InputBroken(str(error), line=line) from None


def read_batches(stream: BufferedReader) -> Iterator[list[Document]]:
    """Yield the documents of a stream, some at a time.

    Raises InputBroken as `read_documents`, after all that was read before.
    """
    batch: list[Document] = []
    size = 0
    try:
        for document in read_documents(stream):
            batch.append(document)
            size += len(document.data)
            if len(batch) == BATCH or size > BATCH_BYTES:
                yield batch
                batch, size = [], 0
    except InputBroken:
        if batch:
            yield batch
        raise
    if batch:
        yield batch
