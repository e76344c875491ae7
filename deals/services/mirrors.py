"""Logs of any service, read from their files: at an address, in a directory, through a mirror.

A mirror is a directory in the layout of C2SP tlog-tiles. It keeps what never changes (tiles), and
the checkpoints that were seen, below `seen`; a log that shows other entries later contradicts it.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from deals.services.fetching import FETCH_ERRORS, fetch_bytes
from deals.tlog.directory import CHECKPOINT, FileReader, directory_reader
from deals.tlog.errors import FileMissing, TlogError
from deals.tlog.note import SignedNote, parse_note

_MOST_BYTES: Final = 256 * (2 + 65_535)
_SEEN: Final = "seen"
_INCOMING: Final = ".incoming"


def open_log_files(source: str) -> FileReader:
    """Return the reader of a log at an http address, or else in a directory."""
    if source.startswith(("http://", "https://")):
        return _address_reader(source.rstrip("/"))
    return directory_reader(Path(source))


def _address_reader(address: str) -> FileReader:
    def read(path: str) -> bytes:
        try:
            return fetch_bytes(f"{address}/{path}", most=_MOST_BYTES)
        except FETCH_ERRORS as error:
            raise FileMissing(path, str(error)) from None

    return read


class Mirror:
    """A directory that keeps a log: what is read through it is kept once it was checked."""

    def __init__(self, directory: Path, read: FileReader) -> None:
        self._directory = directory
        self._kept = directory_reader(directory)
        self._incoming = directory / _INCOMING
        self._read = read
        self._new: set[str] = set()

    def read(self, path: str) -> bytes:
        """Give a tile from the mirror, else from the log; a checkpoint always from the log."""
        if path == CHECKPOINT:
            return self._read(path)
        if path in self._new:
            return (self._incoming / path).read_bytes()
        try:
            return self._kept(path)
        except FileMissing:
            data = self._read(path)
            _write_file(self._incoming / path, data)
            self._new.add(path)
            return data

    def accept(self, note: str, *, size: int) -> None:
        """Keep what was read, and the checkpoint that vouches for it, written last."""
        for path in self._new:
            (self._directory / path).parent.mkdir(parents=True, exist_ok=True)
            (self._incoming / path).replace(self._directory / path)
        _write_file(self._directory / _SEEN / str(size), note.encode())
        _write_file(self._directory / CHECKPOINT, note.encode())
        shutil.rmtree(self._incoming, ignore_errors=True)

    def refuse(self) -> None:
        """Keep nothing of what was read."""
        shutil.rmtree(self._incoming, ignore_errors=True)

    @property
    def newest(self) -> SignedNote | None:
        """The newest checkpoint kept, None while there is none. Raises NoteMalformed."""
        try:
            return parse_note(self._kept(CHECKPOINT).decode("utf-8", "replace"))
        except FileMissing:
            return None

    @property
    def seen(self) -> list[SignedNote]:
        """All checkpoints kept; files that hold none are left out."""
        notes = []
        for path in sorted((self._directory / _SEEN).glob("*")):
            with suppress(TlogError, UnicodeDecodeError):
                notes.append(parse_note(path.read_text("utf-8")))
        return notes


def _write_file(path: Path, data: bytes) -> None:
    """Write a file as a whole: a reader sees all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.write_bytes(data)
    fresh.replace(path)
