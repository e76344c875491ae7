"""Signed notes and verifier keys: C2SP signed-note.

    If you think cryptography is the answer to your problem,
    then you don't know what your problem is.

    — PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6K…

A text that ends its last line, a blank line, and one line for each signature: an em dash, the
key's name, and in base64 four bytes of the key's hash and the signature.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from deals.tlog.base64_text import format_base64, parse_base64
from deals.tlog.ed25519 import check_signature
from deals.tlog.errors import NoteMalformed, UnknownSigner

ED25519: Final = 0x01
"""The kind of keys that sign the note's text."""
COSIGNATURE: Final = 0x04
"""The kind of keys that witnesses cosign checkpoints with (C2SP tlog-cosignature)."""
MOST_SIGNATURES: Final = 100

_KINDS: Final = frozenset({ED25519, COSIGNATURE})
_KEY_HASH: Final = re.compile(r"[0-9a-f]{8}")
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f]")


@dataclass(frozen=True)
class VerifierKey:
    """A public key of 32 bytes and the name it signs under; `kind` is the signature's type."""

    name: str
    public: bytes
    kind: int = ED25519

    @cached_property
    def key_hash(self) -> int:
        """The key's id of 32 bits: from name, kind and key."""
        material = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return int.from_bytes(hashlib.sha256(material).digest()[:4], "big")


@dataclass(frozen=True)
class Signature:
    """One signature line: the signer's name and key hash, and the signature itself."""

    name: str
    key_hash: int
    blob: bytes


@dataclass(frozen=True)
class SignedNote:
    """A text, with its final newline, and the signatures below it."""

    text: str
    signatures: tuple[Signature, ...]


def parse_vkey(text: str) -> VerifierKey:
    """Return the key of a text `name+hash+base64`, of the kinds 0x01 and 0x04.

    Raises NoteMalformed.
    """
    name, _, rest = text.partition("+")
    key_hash, _, encoded = rest.partition("+")
    data = parse_base64(encoded)
    if not _is_name(name) or not _KEY_HASH.fullmatch(key_hash) or data is None:
        raise NoteMalformed("expected a verifier key: <name>+<8 hex digits>+<base64>")
    if len(data) != 33 or data[0] not in _KINDS:
        raise NoteMalformed("expected an Ed25519 key: a byte 01 or 04 and 32 bytes")
    key = VerifierKey(name, data[1:], data[0])
    if key.key_hash != int(key_hash, 16):
        raise NoteMalformed("the key's hash is not that of name and key")
    return key


def format_vkey(key: VerifierKey) -> str:
    """Return the key's text, as it is pinned and published."""
    return f"{key.name}+{key.key_hash:08x}+{format_base64(bytes([key.kind]) + key.public)}"


def signature_line(key: VerifierKey, signature: bytes) -> Signature:
    """Return the line for an Ed25519 signature, 64 bytes, that was made over a note's text."""
    return Signature(key.name, key.key_hash, signature)


def parse_note(text: str) -> SignedNote:
    """Return the parts of a signed note. No signature is checked.

    Raises NoteMalformed.
    """
    if _CONTROL.search(text) or not _is_utf8(text):
        raise NoteMalformed("a note is UTF-8 without control characters")
    body, blank, tail = text.rpartition("\n\n")
    if not blank or not tail.endswith("\n"):
        raise NoteMalformed("expected a text, a blank line, and signature lines, each ended")
    lines = tail[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise NoteMalformed(f"more than {MOST_SIGNATURES} signature lines")
    return SignedNote(body + "\n", tuple(map(_parse_signature, lines)))


def format_note(note: SignedNote) -> str:
    """Return the text of a signed note.

    Raises NoteMalformed when it could not be read back.
    """
    is_text = note.text.endswith("\n") and not _CONTROL.search(note.text) and _is_utf8(note.text)
    if not is_text:
        raise NoteMalformed("the text does not fit into a note")
    if not 1 <= len(note.signatures) <= MOST_SIGNATURES:
        raise NoteMalformed(f"a note has 1 to {MOST_SIGNATURES} signature lines")
    return note.text + "\n" + "".join(map(_format_signature, note.signatures))


def check_note(note: SignedNote, key: VerifierKey) -> None:
    """Check that a key of kind 0x01 signed the note's text; lines of other keys are passed over.

    Raises UnknownSigner when no line is by this key, SignatureInvalid when one does not verify.
    """
    blobs = signatures_by(note, key)
    for blob in blobs:
        check_signature(key.public, note.text.encode(), blob)
    if not blobs or key.kind != ED25519:
        raise UnknownSigner(key.name)


def signatures_by(note: SignedNote, key: VerifierKey) -> tuple[bytes, ...]:
    """Return the signatures whose lines bear a key's name and hash."""
    return tuple(
        signature.blob
        for signature in note.signatures
        if (signature.name, signature.key_hash) == (key.name, key.key_hash)
    )


def _parse_signature(line: str) -> Signature:
    dash, _, rest = line.partition(" ")
    name, _, encoded = rest.partition(" ")
    data = parse_base64(encoded)
    if dash != "—" or not _is_name(name) or data is None or len(data) < 5:
        raise NoteMalformed("expected a signature line: — <name> <base64>")
    return Signature(name, int.from_bytes(data[:4], "big"), data[4:])


def _format_signature(signature: Signature) -> str:
    is_name = _is_name(signature.name) and _is_utf8(signature.name)
    if not is_name or _CONTROL.search(signature.name) or not signature.blob:
        raise NoteMalformed("a signature's name or value does not fit into a note")
    encoded = format_base64(signature.key_hash.to_bytes(4, "big") + signature.blob)
    return f"— {signature.name} {encoded}\n"


def _is_name(text: str) -> bool:
    return bool(text) and "+" not in text and not any(map(str.isspace, text))


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
