"""Checkpoints: size and root of a log at one moment, the text that the log signs.

C2SP tlog-checkpoint, with three lines and no extensions.

    fair.example.org/log
    4
    2k32Ef+RWpft2PFhdWO0xTPFYJOAR2eHowNrqeFCrQM=
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from deals.tlog.base64_text import format_base64, parse_base64
from deals.tlog.errors import CheckpointMalformed
from deals.tlog.note import VerifierKey, check_note, parse_note
from deals.tlog.tree import HASH_SIZE

SIZE: Final = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)
"""The decimal text of a size or index below 10**18."""


@dataclass(frozen=True)
class Checkpoint:
    """The log of this origin has `size` entries and this root of 32 bytes."""

    origin: str
    size: int
    root: bytes


def format_checkpoint(checkpoint: Checkpoint) -> str:
    """Return the three lines that are signed.

    Raises CheckpointMalformed when they could not be read back.
    """
    text = f"{checkpoint.origin}\n{checkpoint.size}\n{format_base64(checkpoint.root)}\n"
    parse_checkpoint(text)
    return text


def parse_checkpoint(text: str) -> Checkpoint:
    """Return the checkpoint of a note's text.

    Raises CheckpointMalformed.
    """
    lines = text.split("\n")
    if len(lines) != 4 or lines[3] or not lines[0]:
        raise CheckpointMalformed("expected three lines: origin, size, root")
    origin, size, encoded, _ = lines
    root = parse_base64(encoded)
    if not SIZE.fullmatch(size):
        raise CheckpointMalformed("expected the size as a decimal number")
    if root is None or len(root) != HASH_SIZE:
        raise CheckpointMalformed("expected the root as base64 of 32 bytes")
    return Checkpoint(origin, int(size), root)


def open_checkpoint(note: str, key: VerifierKey) -> Checkpoint:
    """Return the checkpoint of a signed note, once the log's key is seen to have signed it.

    The key's name must be the checkpoint's origin. Raises NoteMalformed, UnknownSigner,
    SignatureInvalid, CheckpointMalformed.
    """
    signed = parse_note(note)
    check_note(signed, key)
    checkpoint = parse_checkpoint(signed.text)
    if checkpoint.origin != key.name:
        raise CheckpointMalformed(f"the origin is {checkpoint.origin}, the key is {key.name}'s")
    return checkpoint
