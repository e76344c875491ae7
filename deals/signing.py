"""The only door to the signing keys: Ed25519 keys of the log, of its receipts, of a witness.

A key file holds one line in the form of golang.org/x/mod/sumdb/note,
`PRIVATE+KEY+<name>+<8 hex digits>+<base64 of the kind and the 32 secret bytes>`, mode 600. The
kind is 0x01, for a witness's key 0x04.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from deals.tlog.cosignature import cosignature_line, cosigned_text
from deals.tlog.note import (
    COSIGNATURE,
    ED25519,
    Signature,
    SignedNote,
    VerifierKey,
    format_note,
    signature_line,
)

_PREFIX: Final = "PRIVATE+KEY+"
_KINDS: Final = frozenset({ED25519, COSIGNATURE})


class SigningKeyMalformed(Exception):
    """A key file does not hold a signing key in the expected form."""

    code = "signing-key-malformed"


@dataclass(frozen=True)
class Signer:
    """A named Ed25519 key that signs notes, or cosigns them when it is a witness's."""

    name: str
    _private: Ed25519PrivateKey = field(repr=False)
    kind: int = ED25519

    @cached_property
    def verifier_key(self) -> VerifierKey:
        """The public half, as others pin it."""
        public = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return VerifierKey(self.name, public, self.kind)

    def sign(self, text: str) -> Signature:
        """Return the signature line of a note's text, which ends with LF."""
        signature = self._private.sign(text.encode())
        return signature_line(self.verifier_key, signature)

    def sign_note(self, text: str) -> str:
        """Return the signed note of a text that ends with LF."""
        return format_note(SignedNote(text, (self.sign(text),)))

    def cosign(self, text: str, *, time: int) -> Signature:
        """Return a witness's line under a checkpoint, at a time in seconds since 1970."""
        signature = self._private.sign(cosigned_text(text, time=time))
        return cosignature_line(self.verifier_key, time=time, signature=signature)


def new_key_line(name: str) -> str:
    """Return a fresh signing key as the line of a key file."""
    return _format_key(name, Ed25519PrivateKey.generate(), ED25519)


def new_witness_key_line(name: str) -> str:
    """Return a fresh key of a witness as the line of a key file."""
    return _format_key(name, Ed25519PrivateKey.generate(), COSIGNATURE)


def parse_signer(text: str) -> Signer:
    """Return the signer of a key file's text. Raises SigningKeyMalformed."""
    try:
        name, _, encoded = text.removeprefix(_PREFIX).split("+", 2)
        blob = base64.b64decode(encoded)
        private = Ed25519PrivateKey.from_private_bytes(blob[1:])
    except ValueError:
        raise SigningKeyMalformed("the file does not hold a signing key") from None
    if blob[0] not in _KINDS or _format_key(name, private, blob[0]) != text:
        raise SigningKeyMalformed("the file does not hold a signing key in its exact form")
    return Signer(name, private, blob[0])


def _format_key(name: str, private: Ed25519PrivateKey, kind: int) -> str:
    signer = Signer(name, private, kind)
    blob = base64.b64encode(bytes([kind]) + private.private_bytes_raw()).decode()
    return f"{_PREFIX}{name}+{signer.verifier_key.key_hash:08x}+{blob}\n"
