from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deals.tlog.cosignature import cosignature_line, cosignature_times, cosigned_text
from deals.tlog.errors import SignatureInvalid, UnknownSigner
from deals.tlog.note import (
    COSIGNATURE,
    SignedNote,
    VerifierKey,
    check_note,
    format_note,
    parse_note,
    parse_vkey,
)

CHAIN = Path(__file__).parents[2] / "vectors/chain"
CHECKPOINT = parse_note((CHAIN / "checkpoint-8.txt").read_text(encoding="utf-8"))
LOG_KEY = parse_vkey("fair.example.org/log+621ab163+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c")
SECRET = Ed25519PrivateKey.from_private_bytes(b"\x03" * 32)
WITNESS = VerifierKey("witness.example.com/w1", SECRET.public_key().public_bytes_raw(), COSIGNATURE)


def cosign(time, *, text=CHECKPOINT.text):
    return cosignature_line(
        WITNESS, time=time, signature=SECRET.sign(cosigned_text(text, time=time))
    )


def with_lines(*lines):
    return parse_note(format_note(SignedNote(CHECKPOINT.text, lines)))


def test_a_witness_signs_time_and_text():
    assert cosigned_text("a\n1\nb\n", time=1679315147) == (
        b"cosignature/v1\ntime 1679315147\na\n1\nb\n"
    )


def test_a_cosignature_tells_when_it_was_made_wherever_it_stands():
    before = with_lines(cosign(1679315147), *CHECKPOINT.signatures)
    after = with_lines(*CHECKPOINT.signatures, cosign(1679315147), cosign(1679315150))
    assert cosignature_times(before, WITNESS) == (1679315147,)
    assert cosignature_times(after, WITNESS) == (1679315147, 1679315150)
    check_note(before, LOG_KEY)
    check_note(after, LOG_KEY)


def test_a_checkpoint_without_it_was_not_cosigned():
    with pytest.raises(UnknownSigner):
        cosignature_times(CHECKPOINT, WITNESS)


def test_the_log_s_own_signature_is_no_cosignature():
    with pytest.raises(UnknownSigner):
        cosignature_times(CHECKPOINT, LOG_KEY)


@pytest.mark.parametrize("place", [0, 7, 8, 71])
def test_neither_time_nor_signature_may_be_changed(place):
    line = cosign(1679315147)
    blob = bytearray(line.blob)
    blob[place] ^= 0x80
    changed = SignedNote(CHECKPOINT.text, (type(line)(line.name, line.key_hash, bytes(blob)),))
    with pytest.raises(SignatureInvalid):
        cosignature_times(changed, WITNESS)


def test_a_cosignature_of_another_checkpoint_is_refused():
    with pytest.raises(SignatureInvalid):
        cosignature_times(with_lines(cosign(1679315147, text="other\n")), WITNESS)


def test_a_time_from_2_to_the_63_on_is_refused():
    with pytest.raises(SignatureInvalid, match="time"):
        cosignature_times(with_lines(cosign(2**63)), WITNESS)


def test_a_cosignature_cut_short_is_refused():
    line = cosign(1679315147)
    with pytest.raises(SignatureInvalid):
        cosignature_times(with_lines(type(line)(line.name, line.key_hash, b"\0")), WITNESS)
