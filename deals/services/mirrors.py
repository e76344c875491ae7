"""Logs of any service, read from their files: at an address, in a directory, through a mirror.

A mirror is a directory in the layout of C2SP tlog-tiles. It keeps what never changes (tiles), and
the checkpoints that were seen, below `seen`; a log that shows other entries later contradicts it,
and its checkpoint is kept below `contradicting`.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from deals.services.fetching import FETCH_ERRORS, fetch_bytes
from deals.tlog.checkpoint import Checkpoint, parse_checkpoint
from deals.tlog.directory import CHECKPOINT, FileReader, directory_reader
from deals.tlog.errors import FileMissing, TlogError
from deals.tlog.note import SignedNote, parse_note
from deals.tlog.tile import parse_tile_path
from deals.tlog.tree import HASH_SIZE

_MOST_NOTE: Final = 262_144
"""Bytes of a checkpoint or a handover: 100 signature lines, and an entry of 65,535 in base64."""
_MOST_ENTRY: Final = 2 + 65_535
_CONTRADICTING: Final = "contradicting"
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
            return fetch_bytes(f"{address}/{path}", most=_most_bytes(path))
        except FETCH_ERRORS as error:
            raise FileMissing(path, str(error)) from None

    return read


def _most_bytes(path: str) -> int:
    """Return how many bytes a file of the log may have at most."""
    if not path.startswith("tile/"):
        return _MOST_NOTE
    tile = parse_tile_path(path)
    return tile.width * (_MOST_ENTRY if tile.level is None else HASH_SIZE)


class Mirror:
    """A directory that keeps a log: what is read through it is kept once it was checked.

    `damaged` are its files that were not what the log has, when all were read afresh.
    """

    def __init__(self, directory: Path, read: FileReader) -> None:
        self._directory = directory
        self._kept = directory_reader(directory)
        self._incoming = directory / _INCOMING
        self._read = read
        self._new: set[str] = set()
        self._afresh = False
        self.used = False
        self.damaged: list[str] = []

    def read(self, path: str) -> bytes:
        """Give a tile from the mirror, else from the log; a checkpoint always from the log."""
        if path == CHECKPOINT:
            return self._read(path)
        if path in self._new:
            return (self._incoming / path).read_bytes()
        kept = self._find(path)
        if kept is not None and not self._afresh:
            self.used = True
            return kept
        data = self._read(path)
        _write_file(self._incoming / path, data)
        self._new.add(path)
        if kept is not None and kept != data:
            self.damaged.append(path)
        return data

    def read_kept(self, path: str) -> bytes:
        """Give a file of the mirror alone. Raises FileMissing."""
        return self._kept(path)

    def read_afresh(self) -> None:
        """Give everything from the log from now on, and compare it with what was kept."""
        self.refuse()
        self._new.clear()
        self._afresh = True

    def accept(self, note: str, *, size: int) -> None:
        """Keep what was read, and the checkpoint that vouches for it, written last."""
        for path in self._new:
            (self._directory / path).parent.mkdir(parents=True, exist_ok=True)
            (self._incoming / path).replace(self._directory / path)
        _write_file(self._directory / _SEEN / str(size), note.encode())
        _write_file(self._directory / CHECKPOINT, note.encode())
        self.refuse()

    def refuse(self) -> None:
        """Keep nothing of what was read."""
        shutil.rmtree(self._incoming, ignore_errors=True)

    def keep_evidence(self, note: str, checkpoint: Checkpoint) -> Path:
        """Keep a checkpoint that contradicts what was seen before; return its file."""
        name = f"{checkpoint.size}-{checkpoint.root.hex()[:16]}"
        path = self._directory / _CONTRADICTING / name
        _write_file(path, note.encode())
        return path

    @property
    def seen(self) -> list[SignedNote]:
        """All checkpoints kept, the newest first; files that hold none are left out."""
        below = (self._directory / _SEEN).glob("*")
        notes = []
        for path in (self._directory / CHECKPOINT, *below):
            with suppress(TlogError, UnicodeDecodeError, FileNotFoundError):
                note = parse_note(path.read_text("utf-8"))
                notes.append((parse_checkpoint(note.text).size, note))
        return [note for _, note in sorted(notes, key=lambda one: one[0], reverse=True)]

    def _find(self, path: str) -> bytes | None:
        try:
            return self._kept(path)
        except FileMissing:
            return None


def _write_file(path: Path, data: bytes) -> None:
    """Write a file as a whole: a reader sees all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.write_bytes(data)
    fresh.replace(path)
