import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from deals.tlog.ed25519 import ORDER, P, check_signature
from deals.tlog.errors import SignatureInvalid

# RFC 8032, section 7.1: public key, message, R and S of tests 1, 2, 3.
RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155",
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac",
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
SECRET = Ed25519PrivateKey.from_private_bytes(b"\x01" * 32)
PUBLIC = SECRET.public_key().public_bytes_raw()
MESSAGE = b"fair.example.org/log\n"
SIGNATURE = SECRET.sign(MESSAGE)


def holds(public, message, signature):
    try:
        check_signature(public, message, signature)
    except SignatureInvalid:
        return False
    return True


@pytest.mark.parametrize(("public", "message", "r", "s"), RFC_8032)
def test_the_signatures_of_rfc_8032_verify(public, message, r, s):
    check_signature(bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(r + s))


@settings(max_examples=25, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=300))
def test_what_another_implementation_signs_verifies(seed, message):
    secret = Ed25519PrivateKey.from_private_bytes(seed)
    public = secret.public_key().public_bytes_raw()
    check_signature(public, message, secret.sign(message))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["public", "message", "signature"]), st.data())
def test_no_bit_of_key_message_or_signature_may_be_changed(part, data):
    parts = {"public": PUBLIC, "message": MESSAGE, "signature": SIGNATURE}
    bit = data.draw(st.integers(0, 8 * len(parts[part]) - 1))
    changed = bytearray(parts[part])
    changed[bit // 8] ^= 1 << bit % 8
    assert not holds(**(parts | {part: bytes(changed)}))


def test_s_has_one_value_only():
    s = int.from_bytes(SIGNATURE[32:], "little")
    again = SIGNATURE[:32] + (s + ORDER).to_bytes(32, "little")
    assert holds(PUBLIC, MESSAGE, SIGNATURE)
    assert not holds(PUBLIC, MESSAGE, again)


@pytest.mark.parametrize(
    ("public", "signature"),
    [
        (PUBLIC[:31], SIGNATURE),
        (PUBLIC + b"\0", SIGNATURE),
        (PUBLIC, SIGNATURE[:63]),
        (PUBLIC, SIGNATURE + b"\0"),
        (b"", b""),
    ],
)
def test_key_and_signature_have_their_lengths(public, signature):
    assert not holds(public, MESSAGE, signature)


@pytest.mark.parametrize(
    "point",
    [
        P.to_bytes(32, "little"),
        (P + 1).to_bytes(32, "little"),
        (2**255 - 1).to_bytes(32, "little"),
        (1 | 1 << 255).to_bytes(32, "little"),
        (P - 1 | 1 << 255).to_bytes(32, "little"),
        (2).to_bytes(32, "little"),
    ],
    ids=["y is p", "y is p + 1", "y is the largest", "-0", "another -0", "no point"],
)
def test_a_key_that_is_no_canonical_point_is_refused(point):
    with pytest.raises(SignatureInvalid, match="point"):
        check_signature(point, MESSAGE, SIGNATURE)


def test_r_is_compared_as_it_is_written():
    # With the neutral point as key, R = S·B: S = 0 gives the neutral point, y = 1 or p + 1.
    neutral, zero = (1).to_bytes(32, "little"), bytes(32)
    assert holds(neutral, MESSAGE, neutral + zero)
    assert not holds(neutral, MESSAGE, (P + 1).to_bytes(32, "little") + zero)
