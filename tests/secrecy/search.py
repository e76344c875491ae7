"""Looking for a secret in whatever form it may have been said."""

from __future__ import annotations

import base64
import re

_BODY = re.compile(rb"[A-Za-z0-9+/]{24,}={0,2}")


def forms(secret):
    """A secret as raw bytes, hex, base64 at any alignment, a number, an escaped string; a text too.

    Base64 is cut to the whole quads inside, because what stands around them changes the ends.
    """
    raw = secret.encode() if isinstance(secret, str) else secret
    yield raw
    yield raw.hex().encode()
    yield raw.hex().upper().encode()
    yield str(int.from_bytes(raw)).encode()
    yield repr(raw)[2:-1].encode()
    for lead in range(3):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            quads = encode(bytes(lead) + raw)
            yield quads[4 if lead else 0 : len(quads) - 4]


def needles(secrets):
    """All forms of named secrets; one that is too short to mean anything is an error."""
    found = {}
    for name, secret in secrets.items():
        for form in forms(secret):
            assert len(form) >= 16, f"{name} is found everywhere"
            found[form] = name
    return found


def flat(value):
    """A value as bytes, whatever it is: a task's argument, a parameter of SQL, a log's extra."""
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    if isinstance(value, dict):
        return b"\n".join(flat(key) + b"=" + flat(inner) for key, inner in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return b"\n".join(map(flat, value))
    wrapped = getattr(value, "obj", None)
    return flat(wrapped) if wrapped is not None and wrapped is not value else repr(value).encode()


def unwrapped(text):
    """A message with what it carries in base64, which is how Celery writes its bodies."""
    inner = []
    for found in _BODY.findall(text):
        decoded = base64.b64decode(found + b"=" * (-len(found) % 4))
        inner.append(decoded)
    return b"\n".join([text, *inner])


def leaks(secrets, said):
    """The names of the secrets that stand in what was said."""
    return {name for form, name in needles(secrets).items() if form in said}
