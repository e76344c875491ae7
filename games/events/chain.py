"""The hash chain of a game: head_0 from the header, each further head from the one before.

head_0 = SHA-256(header)
head_n = SHA-256(hex(head_{n-1}) || " " || line || LF)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from games.events.errors import ChainBroken


def first_head(header: str) -> str:
    """Return the head before any line, in hex, of a header as it was hashed."""
    return sha256(header.encode()).hexdigest()


def next_head(head: str, line: str) -> str:
    """Return the head after a line (without its LF), in hex."""
    return sha256(f"{head} {line}\n".encode()).hexdigest()


def chain_heads(header: str, lines: Iterable[str]) -> Iterator[str]:
    """Return the heads after each line, in order."""
    head = first_head(header)
    for line in lines:
        head = next_head(head, line)
        yield head


def check_chain(header: str, lines: Iterable[str], heads: Iterable[str]) -> None:
    """Check that stored heads follow from header and lines, one for each line.

    Raises ChainBroken at the first that does not.
    """
    given = iter(heads)
    seq = 0
    for seq, expected in enumerate(chain_heads(header, lines), start=1):
        found = next(given, "missing")
        if found != expected:
            raise ChainBroken(seq=seq, expected=expected, found=found)
    left_over = next(given, None)
    if left_over is not None:
        raise ChainBroken(seq=seq + 1, expected="none", found=left_over)
