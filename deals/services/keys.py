"""The key files: made at the first start, opened when they are needed.

A further key of the log or of its receipts is a further file, log-2.key, log-3.key …; the sealing
keys are lines of one file, the newest first.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
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
_LOGGED: Final = "keys.logged"


class KeyFileExposed(Exception):
    """A key file can be read by others than its owner."""

    code = "key-file-exposed"


class KeyFileLost(Exception):
    """A key file is gone, though the log was signed before."""

    code = "key-file-lost"


class KeyFileMissing(Exception):
    """No key file holds the private half of the log's key: nothing can be signed.

    The text may be told to anybody: a verifier key is public.
    """

    code = "key-file-missing"

    def __init__(self, vkey: str = "") -> None:
        which = f"the log's key {vkey}" if vkey else "the log's key"
        super().__init__(f"the file of {which} is missing: nothing can be signed until it is back")
        self.vkey = vkey


@dataclass(frozen=True)
class Keys:
    """All keys of this service: the log's and the receipts', the newest last, and the sealer.

    The log's may be lost: then nothing is signed, and what was begun goes on.
    """

    logs: tuple[Signer, ...]
    receipts: tuple[Signer, ...]
    sealer: Sealer

    @property
    def log(self) -> Signer:
        """The log's newest key. Raises KeyFileMissing when there is none."""
        if not self.logs:
            raise KeyFileMissing
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
        raise KeyFileMissing(vkey)


def ensure_keys(directory: Path, *, origin: str, lost: Collection[str] = ()) -> list[Path]:
    """Make the key files that are missing, mode 600; the paths of those made.

    Once something was signed no missing file is replaced in silence: it may be a disk that is not
    there yet. Those that are given up are `lost`. Raises KeyFileLost.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    lines = {
        LOG_KEY: lambda: new_signing_line(origin),
        RECEIPT_KEY: lambda: new_signing_line(f"{origin}/receipt"),
        SEALING_KEY: new_sealing_line,
    }
    missing = [name for name in lines if not _stands(directory, name)]
    if (directory / SIGNED).exists():
        for name in missing:
            if name not in lost:
                raise KeyFileLost(
                    f"{directory / name} is missing, though the log was signed before: put it back "
                    f"from the backup; if it is lost for good, manage.py makekeys --lost {name}"
                )
    return [directory / name for name in missing if write_new_file(directory / name, lines[name]())]


def _stands(directory: Path, name: str) -> bool:
    """Whether there is a file of a role, the first or a later one."""
    return any(path.exists() for path in numbered_files(directory, name))


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
    """Return the files of one role, the first and those of later changes, in their order.

    The first is left out when it is lost.
    """
    first = directory / name
    later = directory.glob(f"{first.stem}-*{first.suffix}")
    there = [first] if first.exists() else []
    return [*there, *sorted(later, key=lambda path: (len(path.name), path.name))]


def record_keys(named: Iterable[tuple[str, str]]) -> None:
    """Write down, beside the key files, the role and vkey of each key that the log names.

    So a lost file is noticed without the database.
    """
    text = "".join(f"{role} {vkey}\n" for role, vkey in named)
    replace_file(Path(settings.HEARTS_KEYS) / _LOGGED, text)


def recorded_keys() -> list[tuple[str, str]]:
    """Return role and vkey of the keys that were written down; none where nothing was."""
    try:
        text = (Path(settings.HEARTS_KEYS) / _LOGGED).read_text("ascii")
    except FileNotFoundError:
        return []
    return [(role, vkey) for role, _, vkey in (line.partition(" ") for line in text.splitlines())]


def missing_keys(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the newest vkey of each role, of those named, whose private half no file holds now.

    The files are read, not what this process remembers of them. Raises KeyFileExposed, OSError.
    """
    directory = Path(settings.HEARTS_KEYS)
    newest = dict(named)
    files = {"log": LOG_KEY, "receipt": RECEIPT_KEY}
    there = {
        format_vkey(parse_signer(read_private_file(path)).verifier_key)
        for role in newest
        for path in numbered_files(directory, files[role])
        if path.exists()
    }
    return {role: vkey for role, vkey in newest.items() if vkey not in there}


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
        receipts=_signers(directory, RECEIPT_KEY) or (_first_signer(directory, RECEIPT_KEY),),
        sealer=parse_sealer(read_private_file(directory / SEALING_KEY)),
    )


def _signers(directory: Path, name: str) -> tuple[Signer, ...]:
    files = numbered_files(directory, name)
    return tuple(parse_signer(read_private_file(path)) for path in files)


def _first_signer(directory: Path, name: str) -> Signer:
    """Return the signer of a role's first file. Raises FileNotFoundError where there is none."""
    return parse_signer(read_private_file(directory / name))
