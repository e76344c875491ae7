"""The key files: made at the first start, opened when they are needed."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

from deals.sealing import Sealer, parse_sealer
from deals.sealing import new_key_line as new_sealing_line
from deals.signing import Signer, parse_signer
from deals.signing import new_key_line as new_signing_line

LOG_KEY: Final = "log.key"
RECEIPT_KEY: Final = "receipt.key"
SEALING_KEY: Final = "sealing.key"


class KeyFileExposed(Exception):
    """A key file can be read by others than its owner."""

    code = "key-file-exposed"


@dataclass(frozen=True)
class Keys:
    """All keys of this service: the log's, the receipts', and the one that seals secrets."""

    log: Signer
    receipt: Signer
    sealer: Sealer


def ensure_keys(directory: Path, *, origin: str) -> list[Path]:
    """Make the key files that are missing, mode 600; the paths of those made."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    lines = {
        LOG_KEY: lambda: new_signing_line(origin),
        RECEIPT_KEY: lambda: new_signing_line(f"{origin}/receipt"),
        SEALING_KEY: new_sealing_line,
    }
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
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return True


def read_private_file(path: Path) -> str:
    """Return the text of a file that its owner alone may read. Raises KeyFileExposed, OSError."""
    if path.stat().st_mode & 0o077:
        raise KeyFileExposed(f"{path} can be read by others: chmod 600 {path}")
    return path.read_bytes().decode("ascii", "replace")


def service_keys() -> Keys:
    """Return the keys in the directory that the settings name, read once a process."""
    return _load_keys(Path(settings.HEARTS_KEYS))


@cache
def _load_keys(directory: Path) -> Keys:
    return Keys(
        log=parse_signer(read_private_file(directory / LOG_KEY)),
        receipt=parse_signer(read_private_file(directory / RECEIPT_KEY)),
        sealer=parse_sealer(read_private_file(directory / SEALING_KEY)),
    )
