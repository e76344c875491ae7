"""Fetching from addresses elsewhere, within a time and a size."""

from __future__ import annotations

import time
import urllib.request
from http.client import HTTPException
from typing import Final

from django.conf import settings

FETCH_ERRORS: Final = (OSError, HTTPException, ValueError)
"""What fetching raises: no answer in time, no good answer, no http address, too many bytes."""


def fetch_bytes(address: str, *, most: int, body: bytes | None = None) -> bytes:
    """Return what an address answers to GET, or to POST when there is a body.

    It takes HEARTS_FETCH_TIMEOUT seconds at most. Raises OSError (HTTPError among them),
    HTTPException; ValueError when it is no http address or more than `most` bytes come.
    """
    if not address.startswith(("http://", "https://")):
        raise ValueError(f"{address} is no http address")
    seconds = settings.HEARTS_FETCH_TIMEOUT
    ends = time.monotonic() + seconds
    request = urllib.request.Request(address, data=body)  # noqa: S310
    data = b""
    with urllib.request.urlopen(request, timeout=seconds) as answer:  # noqa: S310 - checked above
        while piece := answer.read1(most + 1):
            data += piece
            if len(data) > most:
                raise ValueError(f"{address} answers more than {most} bytes")
            if time.monotonic() > ends:
                raise TimeoutError(f"{address} takes longer than {seconds} s")
    return data
