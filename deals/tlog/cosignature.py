"""Cosignatures of witnesses: C2SP tlog-cosignature, of kind 0x04.

A witness says that at a moment a checkpoint was the latest it saw of a log that never went back.
It signs, with SECONDS since 1970:

    cosignature/v1
    time SECONDS
    <the checkpoint's three lines>
"""

from __future__ import annotations

from typing import Final

from deals.tlog.ed25519 import check_signature
from deals.tlog.errors import SignatureInvalid, UnknownSigner
from deals.tlog.note import COSIGNATURE, Signature, SignedNote, VerifierKey, signatures_by

_TIME_SIZE: Final = 8


def cosigned_text(text: str, *, time: int) -> bytes:
    """Return what a witness signs: a note's text at a time in seconds since 1970."""
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def cosignature_line(key: VerifierKey, *, time: int, signature: bytes) -> Signature:
    """Return the line for a signature of 64 bytes that was made over `cosigned_text`."""
    return Signature(key.name, key.key_hash, time.to_bytes(_TIME_SIZE, "big") + signature)


def cosignature_times(note: SignedNote, key: VerifierKey) -> tuple[int, ...]:
    """Return when a witness cosigned a note, in seconds since 1970, in the order of its lines.

    Raises UnknownSigner when it did not, SignatureInvalid when one of its lines does not verify.
    """
    blobs = signatures_by(note, key)
    if not blobs or key.kind != COSIGNATURE:
        raise UnknownSigner(key.name)
    return tuple(_check_cosignature(note, key, blob) for blob in blobs)


def _check_cosignature(note: SignedNote, key: VerifierKey, blob: bytes) -> int:
    time = int.from_bytes(blob[:_TIME_SIZE], "big")
    if time >> 63:
        raise SignatureInvalid("the time of a cosignature is below 2**63")
    check_signature(key.public, cosigned_text(note.text, time=time), blob[_TIME_SIZE:])
    return time
