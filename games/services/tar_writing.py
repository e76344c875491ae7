"""A tar that is the same bytes whenever it is written of the same files."""

from __future__ import annotations

import io
import tarfile
from hashlib import sha256
from typing import IO, Final, cast

_MODE: Final = 0o644
_PIECE: Final = 262_144
SUMS: Final = "SHA256SUMS"


class HashingFile:
    """A file that is written once; `size` and `digest` are those of all bytes so far."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = sha256()
        self.size = 0

    def write(self, data: bytes) -> int:
        """Write bytes at the end."""
        self._hash.update(data)
        self.size += len(data)
        return self._file.write(data)

    def tell(self) -> int:
        """Return how many bytes were written."""
        return self.size

    @property
    def digest(self) -> str:
        """Return the SHA-256 in hex."""
        return self._hash.hexdigest()


class TarWriter:
    """Writes files into a tar, the oldest date and no owner on each; then SHA256SUMS over all."""

    def __init__(self, out: HashingFile) -> None:
        # What it asks of a file is to write and to tell where it stands.
        self._tar = tarfile.TarFile(
            fileobj=cast("IO[bytes]", out), mode="w", format=tarfile.PAX_FORMAT
        )
        self._sums: dict[str, str] = {}

    def add(self, name: str, data: bytes) -> None:
        """Write a file."""
        self._sums[name] = sha256(data).hexdigest()
        self._write(name, io.BytesIO(data), len(data))

    def add_open(self, name: str, file: IO[bytes]) -> None:
        """Write what stands in an open file."""
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
        digest = sha256()
        while piece := file.read(_PIECE):
            digest.update(piece)
        self._sums[name] = digest.hexdigest()
        file.seek(0)
        self._write(name, file, size)

    def _write(self, name: str, file: IO[bytes], size: int) -> None:
        info = tarfile.TarInfo(name)
        info.size, info.mtime, info.mode = size, 0, _MODE
        self._tar.addfile(info, file)

    def close(self) -> None:
        """Write the sums, as `sha256sum -c` reads them, and the end."""
        lines = (f"{digest}  {name}\n" for name, digest in sorted(self._sums.items()))
        text = "".join(lines).encode()
        self._write(SUMS, io.BytesIO(text), len(text))
        self._tar.close()
