"""Which key must have signed: the pinned one, or one that it handed over to."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deals.tlog.checkpoint import Checkpoint, format_checkpoint
from deals.tlog.errors import SignatureInvalid, UnknownKey, UnknownSigner
from deals.tlog.keys import LoggedKey, check_signed, trusted_key
from deals.tlog.note import SignedNote, VerifierKey, signature_line

ORIGIN = "fair.example.org/log"
SECRETS = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in range(1, 4)]
PUBLIC = [secret.public_key().public_bytes_raw() for secret in SECRETS]
FIRST, SECOND, THIRD = (
    LoggedKey(index, VerifierKey(ORIGIN, public))
    for index, public in zip((0, 10, 20), PUBLIC, strict=True)
)
KEYS = (FIRST, SECOND, THIRD)


def signed(size, *numbers):
    text = format_checkpoint(Checkpoint(ORIGIN, size, b"\7" * 32))
    lines = [
        signature_line(VerifierKey(ORIGIN, PUBLIC[n]), SECRETS[n].sign(text.encode()))
        for n in numbers
    ]
    return SignedNote(text, tuple(lines))


def test_without_a_pinned_key_the_newest_is_taken():
    assert trusted_key(KEYS, (), pinned=None) == THIRD.key


def test_a_log_without_a_key_is_none():
    with pytest.raises(UnknownKey, match="no key of its own"):
        trusted_key((), (), pinned=None)


def test_a_pinned_key_that_the_log_never_had():
    with pytest.raises(UnknownKey, match="none of the log's"):
        trusted_key(KEYS[1:], (), pinned=FIRST.key)


def test_the_newest_key_needs_no_handover():
    assert trusted_key(KEYS, (), pinned=THIRD.key) == THIRD.key


@pytest.mark.parametrize(
    ("handovers", "key"),
    [
        ([], FIRST),
        ([(11, 0, 1)], SECOND),
        ([(11, 0, 1), (21, 1, 2)], THIRD),
        ([(21, 1, 2)], FIRST),
        ([(21, 0, 1, 2)], THIRD),
        ([(11, 0)], FIRST),
        ([(11, 1)], FIRST),
        ([(10, 0, 1)], FIRST),
    ],
)
def test_a_key_hands_over_by_a_checkpoint_that_both_signed_and_that_covers_the_new(handovers, key):
    notes = [signed(size, *numbers) for size, *numbers in handovers]
    assert trusted_key(KEYS, notes, pinned=FIRST.key) == key.key


def test_a_checkpoint_is_signed_by_the_newest_key_it_covers_and_by_the_trusted_one():
    check_signed(signed(5, 0), KEYS)
    check_signed(signed(10, 0), KEYS)
    check_signed(signed(11, 1), KEYS)
    check_signed(signed(30, 2, 0), KEYS, trusted=FIRST.key)
    for note in (signed(11, 0), signed(5, 1), signed(30, 1)):
        with pytest.raises(UnknownSigner):
            check_signed(note, KEYS)
    with pytest.raises(UnknownSigner):
        check_signed(signed(30, 2), KEYS, trusted=FIRST.key)
    with pytest.raises(UnknownKey):
        check_signed(signed(0, 0), KEYS)


def test_a_signature_that_does_not_verify_is_refused():
    good = signed(5, 0)
    forged = SignedNote(good.text.replace("\n5\n", "\n6\n"), good.signatures)
    with pytest.raises(SignatureInvalid):
        check_signed(forged, KEYS)
