"""Which key must have signed: the pinned one, or one that it handed over to.

A new key is a further entry of the log; the first checkpoint that covers it is signed by old and
new, later ones by the new. Who pinned the old key follows it by such a checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from deals.tlog.checkpoint import parse_checkpoint
from deals.tlog.errors import NotHandedOver, TlogError, UnknownKey, UnknownSigner
from deals.tlog.note import SignedNote, VerifierKey, check_note, format_vkey


@dataclass(frozen=True)
class LoggedKey:
    """A key of the log by its own entries, and the index of the entry that names it."""

    index: int
    key: VerifierKey


def trusted_key(
    keys: Sequence[LoggedKey], handovers: Iterable[SignedNote], *, pinned: VerifierKey | None
) -> VerifierKey:
    """Return the newest of a log's keys that the pinned one leads to; without one, the newest.

    `handovers` are checkpoints that are known to be states of this log; whether they are signed is
    checked here. Raises UnknownKey when the log has no key, or never had the pinned one.
    """
    own = [logged.key for logged in keys]
    if not own:
        raise UnknownKey("the log has no key of its own")
    if pinned is None:
        return own[-1]
    if pinned not in own:
        raise UnknownKey(f"the pinned key is none of the log's: {format_vkey(pinned)}")
    notes = tuple(handovers)
    for old, new in pairwise(keys[own.index(pinned) :]):
        if not any(_hands_over(note, old, new) for note in notes):
            return old.key
    return own[-1]


def check_signed(
    note: SignedNote, keys: Sequence[LoggedKey], *, trusted: VerifierKey | None = None
) -> None:
    """Check that a checkpoint is signed by the newest key that it covers, and by the trusted one.

    `trusted` may be None for a checkpoint that is known to be a state of this log. Raises
    UnknownSigner, SignatureInvalid, CheckpointMalformed; UnknownKey when it covers no key;
    NotHandedOver when the log's own key signed, and the trusted one did not.
    """
    size = parse_checkpoint(note.text).size
    newest = next((logged.key for logged in reversed(keys) if logged.index < size), None)
    if newest is None:
        raise UnknownKey("the checkpoint covers no key of the log")
    check_note(note, newest)
    if trusted is None:
        return
    try:
        check_note(note, trusted)
    except UnknownSigner:
        raise NotHandedOver(trusted.name) from None


def _hands_over(note: SignedNote, old: LoggedKey, new: LoggedKey) -> bool:
    try:
        check_note(note, old.key)
        check_note(note, new.key)
        return parse_checkpoint(note.text).size > new.index
    except TlogError:
        return False
