"""The key files: made at the first start, opened when they are needed.

A further key of the log or of its receipts is a further file, log-2.key, log-3.key …; the sealing
keys are lines of one file, the newest first.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings

from deals.sealing import Sealer, parse_sealer
from deals.sealing import new_key_line as new_sealing_line
from deals.signing import Signer, parse_signer
from deals.signing import new_key_line as new_signing_line
from deals.tlog.note import format_vkey

LOG_KEY: Final = "log.key"
RECEIPT_KEY: Final = "receipt.key"
SEALING_KEY: Final = "sealing.key"
KEY_FILES: Final = (LOG_KEY, RECEIPT_KEY, SEALING_KEY)
SIGNED: Final = "log.signed"
"""The signer's own file: what it signed last."""

_CHANGED: Final = "keys.changed"


class KeyFileExposed(Exception):
    """A key file can be read by others than its owner."""

    code = "key-file-exposed"


class KeyFileMissing(Exception):
    """A key file is gone, or none holds the private half of a key that the log names."""

    code = "key-file-missing"


@dataclass(frozen=True)
class Keys:
    """All keys of this service: the log's and the receipts', the newest last, and the sealer."""

    logs: tuple[Signer, ...]
    receipts: tuple[Signer, ...]
    sealer: Sealer

    @property
    def log(self) -> Signer:
        """The log's newest key."""
        return self.logs[-1]

    @property
    def receipt(self) -> Signer:
        """The receipts' newest key."""
        return self.receipts[-1]

    def log_signer(self, vkey: str) -> Signer:
        """Return the signer of a key that the log names. Raises KeyFileMissing."""
        for signer in self.logs:
            if format_vkey(signer.verifier_key) == vkey:
                return signer
        raise KeyFileMissing(f"no key file holds the private half of {vkey}")


def ensure_keys(directory: Path, *, origin: str, lost: Collection[str] = ()) -> list[Path]:
    """Make the key files that are missing, mode 600; the paths of those made.

    Once something was signed no missing file is replaced in silence: it may be a disk that is not
    there yet. Those that are given up are `lost`. Raises KeyFileMissing.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    lines = {
        LOG_KEY: lambda: new_signing_line(origin),
        RECEIPT_KEY: lambda: new_signing_line(f"{origin}/receipt"),
        SEALING_KEY: new_sealing_line,
    }
    if (directory / SIGNED).exists():
        for name in lines.keys() - set(lost):
            if not (directory / name).exists():
                raise KeyFileMissing(
                    f"{directory / name} is missing, though the log was signed before: put it back "
                    f"from the backup; if it is lost for good, manage.py makekeys --lost {name}"
                )
    return [
        directory / name
        for name, new_line in lines.items()
        if write_new_file(directory / name, new_line())
    ]


def write_new_file(path: Path, text: str) -> bool:
    """Write a private file, on disk before this returns, unless it stands; whether it was new."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return True


def replace_file(path: Path, text: str) -> None:
    """Replace a private file as a whole, on disk before this returns."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    write_new_file(fresh, text)
    fresh.replace(path)
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def read_private_file(path: Path) -> str:
    """Return the text of a file that its owner alone may read. Raises KeyFileExposed, OSError."""
    if path.stat().st_mode & 0o077:
        raise KeyFileExposed(f"{path} can be read by others: chmod 600 {path}")
    return path.read_bytes().decode("ascii", "replace")


def service_keys() -> Keys:
    """Return the keys in the directory that the settings name, read again when they change."""
    directory = str(settings.HEARTS_KEYS)
    return _load_keys(directory, _stamp(directory))


def announce_change() -> None:
    """Let every process that has read the keys read them again."""
    path = Path(settings.HEARTS_KEYS) / _CHANGED
    path.touch(0o600)


def numbered_files(directory: Path, name: str) -> list[Path]:
    """Return the files of one role, the first and those of later changes, in their order."""
    first = directory / name
    later = directory.glob(f"{first.stem}-*{first.suffix}")
    return [first, *sorted(later, key=lambda path: (len(path.name), path.name))]


def _stamp(directory: str) -> int:
    try:  # for every act: a Path costs ten times as much
        return os.stat(f"{directory}/{_CHANGED}").st_mtime_ns  # noqa: PTH116
    except FileNotFoundError:
        return 0


@lru_cache(maxsize=4)
def _load_keys(name: str, stamp: int) -> Keys:  # noqa: ARG001 - it makes the cache stale
    directory = Path(name)
    return Keys(
        logs=_signers(directory, LOG_KEY),
        receipts=_signers(directory, RECEIPT_KEY),
        sealer=parse_sealer(read_private_file(directory / SEALING_KEY)),
    )


def _signers(directory: Path, name: str) -> tuple[Signer, ...]:
    files = numbered_files(directory, name)
    return tuple(parse_signer(read_private_file(path)) for path in files)
