"""Base64 in its one canonical form (RFC 4648, section 4): what `b64decode` alone does not ask."""

from __future__ import annotations

import base64
import binascii


def parse_base64(text: str) -> bytes | None:
    """Return the bytes, or None when writing them again gives another text."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if format_base64(data) == text else None


def format_base64(data: bytes) -> str:
    """Return the standard encoding, with its padding."""
    return base64.b64encode(data).decode("ascii")
