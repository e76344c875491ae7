"""An inclusion proof and its checkpoint as one text: C2SP tlog-proof.

c2sp.org/tlog-proof@v1
index 3
TrX46A8cPQ6QV/Y9yEbYZ3ij6kDQtBALhojikCqjJsU=
…

<the signed checkpoint, as it is>
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from deals.tlog.base64_text import format_base64, parse_base64
from deals.tlog.checkpoint import SIZE
from deals.tlog.errors import ProofMalformed
from deals.tlog.tree import HASH_SIZE

FIRST_LINE: Final = "c2sp.org/tlog-proof@v1"
MOST_HASHES: Final = 63
"""No tree that a checkpoint can state has more levels."""


@dataclass(frozen=True)
class TlogProof:
    """Where an entry stands, the hashes that prove it, and the checkpoint's signed note.

    `extra` is data of the application that nothing vouches for; None where there is no such line.
    """

    index: int
    hashes: tuple[bytes, ...]
    checkpoint: str
    extra: bytes | None = None


def format_tlog_proof(
    index: int, hashes: Sequence[bytes], checkpoint: str, *, extra: bytes | None = None
) -> str:
    """Return the text of a proof; `checkpoint` is the signed note's text.

    Raises ProofMalformed when it could not be read back.
    """
    more = [] if extra is None else [f"extra {format_base64(extra)}"]
    lines = [FIRST_LINE, *more, f"index {index}", *map(format_base64, hashes)]
    text = "\n".join(lines) + "\n\n" + checkpoint
    parse_tlog_proof(text)
    return text


def parse_tlog_proof(text: str) -> TlogProof:
    """Return what a proof says. Neither hashes nor signatures are checked.

    Raises ProofMalformed.
    """
    head, _, checkpoint = text.partition("\n\n")
    first, *lines = head.split("\n")
    if first != FIRST_LINE or not checkpoint:
        raise ProofMalformed(f"expected {FIRST_LINE}, the proof, a blank line, a checkpoint")
    extra: bytes | None = None
    if lines and lines[0].startswith("extra "):
        extra = _parse_base64(lines.pop(0).removeprefix("extra "))
    index = lines.pop(0) if lines else ""
    if not index.startswith("index ") or not SIZE.fullmatch(index.removeprefix("index ")):
        raise ProofMalformed("expected the line index <n>")
    hashes = tuple(map(_parse_base64, lines))
    if len(hashes) > MOST_HASHES or any(len(value) != HASH_SIZE for value in hashes):
        raise ProofMalformed(f"expected at most {MOST_HASHES} hashes of 32 bytes")
    return TlogProof(int(index.removeprefix("index ")), hashes, checkpoint, extra)


def _parse_base64(text: str) -> bytes:
    data = parse_base64(text)
    if data is None:
        raise ProofMalformed("expected base64")
    return data
