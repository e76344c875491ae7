"""Secrets at rest: AES-256-GCM under key-encryption keys from a file outside the database.

A sealed value is the key's id (8 bytes), a random nonce (12 bytes) and the ciphertext with its
tag. The associated data are the caller's context (a commitment, a game and seq) and the key id, so
that a sealed value moved to another row does not open.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_ID_SIZE: Final = 8
_LINE: Final = re.compile(r"([0-9a-f]{16}) ([0-9a-f]{64})")


class SealError(Exception):
    """The root of this module's errors."""

    code = "seal"


class KeyFileMalformed(SealError):
    """The key file is not lines of `<16 hex digits of id> <64 hex digits of key>`."""

    code = "key-file-malformed"


class SealBroken(SealError):
    """A sealed value does not open: other context, other key, or changed bytes."""

    code = "seal-broken"


@dataclass(frozen=True)
class Sealer:
    """Seals under the first key and opens under any of them (a rotation puts a new key first)."""

    keys: Mapping[bytes, bytes] = field(repr=False)

    @property
    def newest(self) -> bytes:
        """The id of the key that seals."""
        return next(iter(self.keys))

    def seal(self, plain: bytes, *, context: str) -> bytes:
        """Return the sealed value of `plain`, bound to `context`."""
        key_id = self.newest
        nonce = secrets.token_bytes(12)
        return (
            key_id
            + nonce
            + AESGCM(self.keys[key_id]).encrypt(nonce, plain, _bound(context, key_id))
        )

    def reseal(self, sealed: bytes, *, context: str) -> bytes:
        """Return the same secret sealed under the first key. Raises SealBroken."""
        return self.seal(self.open(sealed, context=context), context=context)

    def open(self, sealed: bytes, *, context: str) -> bytes:
        """Return what was sealed. Raises SealBroken."""
        key_id, nonce, ciphertext = sealed[:KEY_ID_SIZE], sealed[8:20], sealed[20:]
        key = self.keys.get(key_id)
        if key is None:
            raise SealBroken(f"no key {key_id.hex()} in the key file: was it replaced?")
        try:
            return AESGCM(key).decrypt(nonce, ciphertext, _bound(context, key_id))
        except InvalidTag:
            raise SealBroken(f"a value sealed for {context} does not open") from None


def _bound(context: str, key_id: bytes) -> bytes:
    return key_id + context.encode()


def new_key_line() -> str:
    """Return a fresh key as a line of a key file."""
    return f"{secrets.token_hex(8)} {secrets.token_hex(32)}\n"


def parse_sealer(text: str) -> Sealer:
    """Return the sealer of a key file's text, a line for each key. Raises KeyFileMalformed."""
    if not text.endswith("\n"):
        raise KeyFileMalformed("a sealing key file holds no key, or its last line has no end")
    keys = {}
    for line in text[:-1].split("\n"):
        found = _LINE.fullmatch(line)
        if found is None:
            raise KeyFileMalformed("a sealing key file holds a line that is no key")
        keys[bytes.fromhex(found[1])] = bytes.fromhex(found[2])
    return Sealer(keys)
