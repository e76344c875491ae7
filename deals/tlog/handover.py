"""How a key of the log leads to the next: the texts that it serves as `handover/<n>`.

The n-th is of the n-th further key: a C2SP tlog-proof of the entry that names it, under the first
checkpoint that covers it, which old and new have signed; the entry is the proof's extra data.
Whoever pinned a key walks from it to the newest one, and needs nothing else of the log for that:

    for key in follow_keys(read, pinned=key, key_of=log_key_of): ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from deals.tlog.checkpoint import Checkpoint, parse_checkpoint
from deals.tlog.errors import (
    FileMissing,
    NotHandedOver,
    ProofMalformed,
    UnknownSigner,
)
from deals.tlog.inclusion_note import format_tlog_proof, parse_tlog_proof
from deals.tlog.note import SignedNote, VerifierKey, check_note, parse_note
from deals.tlog.proof import check_inclusion
from deals.tlog.tree import leaf_hash

KeyOf: TypeAlias = Callable[[bytes], VerifierKey | None]
"""Gives the key of the log that an entry names, None when it names none."""

MOST_HANDOVERS: Final = 1000
"""As many are read of one log; a walk that is longer is refused."""


@dataclass(frozen=True)
class Handover:
    """The entry that names a new key, and the checkpoint that it is proven to stand under."""

    index: int
    entry: bytes
    note: SignedNote
    checkpoint: Checkpoint


def handover_path(number: int) -> str:
    """Return where the handover to the log's n-th further key stands, n from 1."""
    return f"handover/{number}"


def format_handover(index: int, entry: bytes, hashes: Sequence[bytes], checkpoint: str) -> str:
    """Return the text of a handover; `checkpoint` is the signed note's text."""
    return format_tlog_proof(index, hashes, checkpoint, extra=entry)


def parse_handover(data: bytes) -> Handover:
    """Return what a handover says; the entry stands under its checkpoint. No signature is checked.

    Raises ProofMalformed, ProofInvalid, NoteMalformed, CheckpointMalformed.
    """
    try:
        proof = parse_tlog_proof(data.decode())
    except UnicodeDecodeError:
        raise ProofMalformed("a handover is UTF-8") from None
    if proof.extra is None:
        raise ProofMalformed("expected the entry of the new key, after the word extra")
    note = parse_note(proof.checkpoint)
    checkpoint = parse_checkpoint(note.text)
    check_inclusion(
        proof.hashes,
        index=proof.index,
        size=checkpoint.size,
        root=checkpoint.root,
        leaf=leaf_hash(proof.extra),
    )
    return Handover(proof.index, proof.extra, note, checkpoint)


def follow_keys(
    read: Callable[[str], bytes], *, pinned: VerifierKey, key_of: KeyOf
) -> Iterator[VerifierKey]:
    """Yield the pinned key, and one after the other those that it leads to.

    Nothing is read before the next one is asked for; then all handovers are. The walk begins behind
    the one that names the pinned key, if one does: it never leads back. Raises TlogError for a
    handover that is none.
    """
    yield pinned
    steps = list(_read_handovers(read, key_of))
    own = [place for place, (_, key) in enumerate(steps, start=1) if key == pinned]
    trusted = pinned
    for note, new in steps[max(own, default=0) :]:
        if is_signed(note, trusted) and is_signed(note, new):
            trusted = new
            yield new


def _read_handovers(
    read: Callable[[str], bytes], key_of: KeyOf
) -> Iterator[tuple[SignedNote, VerifierKey]]:
    """Yield the signed checkpoint and the new key of each handover. Raises TlogError."""
    for number in range(1, MOST_HANDOVERS + 1):
        path = handover_path(number)
        try:
            handover = parse_handover(read(path))
        except FileMissing:
            return
        new = key_of(handover.entry)
        if new is None:
            raise ProofMalformed(f"{path} names no key of the log")
        yield handover.note, new
    raise ProofMalformed(f"the log has more than {MOST_HANDOVERS} handovers")


def signer_of(
    note: SignedNote, read: Callable[[str], bytes], *, pinned: VerifierKey, key_of: KeyOf
) -> VerifierKey:
    """Return the key that signed a note: the pinned one, or the first that it leads to.

    Raises NotHandedOver when there is none, SignatureInvalid, and what follow_keys raises.
    """
    for key in follow_keys(read, pinned=pinned, key_of=key_of):
        if is_signed(note, key):
            return key
    raise NotHandedOver(pinned.name)


def is_signed(note: SignedNote, key: VerifierKey) -> bool:
    """Whether a key has signed a note. Raises SignatureInvalid for a line of it that is false."""
    try:
        check_note(note, key)
    except UnknownSigner:
        return False
    return True
