"""The only door to the signing keys: Ed25519 keys of the log and of its receipts.

A key file holds one line in the form of golang.org/x/mod/sumdb/note,
`PRIVATE+KEY+<name>+<8 hex digits>+<base64 of 0x01 and the 32 secret bytes>`, mode 600.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from deals.tlog.note import SignedNote, VerifierKey, format_note, signature_line

_ED25519: Final = b"\x01"
_PREFIX: Final = "PRIVATE+KEY+"


class SigningKeyMalformed(Exception):
    """A key file does not hold a signing key in the expected form."""

    code = "signing-key-malformed"


@dataclass(frozen=True)
class Signer:
    """A named Ed25519 key that signs notes."""

    name: str
    _private: Ed25519PrivateKey = field(repr=False)

    @cached_property
    def verifier_key(self) -> VerifierKey:
        """The public half, as others pin it."""
        public = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return VerifierKey(self.name, public)

    def sign_note(self, text: str) -> str:
        """Return the signed note of a text that ends with LF."""
        signature = self._private.sign(text.encode())
        line = signature_line(self.name, self.verifier_key.public, signature)
        return format_note(SignedNote(text, (line,)))


def new_key_line(name: str) -> str:
    """Return a fresh signing key as the line of a key file."""
    private = Ed25519PrivateKey.generate()
    return _format_key(name, private)


def parse_signer(text: str) -> Signer:
    """Return the signer of a key file's text. Raises SigningKeyMalformed."""
    try:
        name, _, blob = text.removeprefix(_PREFIX).split("+", 2)
        private = Ed25519PrivateKey.from_private_bytes(base64.b64decode(blob)[1:])
    except ValueError:
        raise SigningKeyMalformed("the file does not hold a signing key") from None
    if _format_key(name, private) != text:
        raise SigningKeyMalformed("the file does not hold a signing key in its exact form")
    return Signer(name, private)


def _format_key(name: str, private: Ed25519PrivateKey) -> str:
    signer = Signer(name, private)
    blob = base64.b64encode(_ED25519 + private.private_bytes_raw()).decode()
    return f"{_PREFIX}{name}+{signer.verifier_key.key_hash:08x}+{blob}\n"
