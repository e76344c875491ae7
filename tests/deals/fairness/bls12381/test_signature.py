"""Signatures, and the pairing below them."""

from hashlib import sha256

import pytest
from py_ecc.bls.hash_to_curve import hash_to_G1
from py_ecc.bls.point_compression import compress_G1, compress_G2
from py_ecc.optimized_bls12_381 import G2 as PY_G2
from py_ecc.optimized_bls12_381 import multiply

from deals.fairness.bls12381.hashing import hash_to_g1
from deals.fairness.bls12381.pairing import is_product_one
from deals.fairness.bls12381.points import G2, multiply_point, negate_point
from deals.fairness.bls12381.signature import check_signature
from deals.fairness.errors import PointRefused, SignatureRefused

TAG = b"tag"
SECRET = int.from_bytes(sha256(b"secret").digest()) >> 2
PUBLIC = b"".join(part.to_bytes(48, "big") for part in compress_G2(multiply(PY_G2, SECRET)))


def sign(message, *, tag=TAG):
    return compress_G1(multiply(hash_to_G1(message, tag, sha256), SECRET)).to_bytes(48, "big")


def test_what_another_implementation_signs_verifies():
    for message in (b"", b"message"):
        check_signature(PUBLIC, message, sign(message), tag=TAG)


def test_another_message_tag_key_or_signature_does_not():
    other = b"".join(part.to_bytes(48, "big") for part in compress_G2(multiply(PY_G2, 5)))
    good = sign(b"message")
    negated = bytes([good[0] ^ 0x20]) + good[1:]
    for public, message, signature, tag in (
        (PUBLIC, b"massage", good, TAG),
        (PUBLIC, b"message", good, b"tug"),
        (other, b"message", good, TAG),
        (PUBLIC, b"message", negated, TAG),
        (PUBLIC, b"message", sign(b"massage"), TAG),
    ):
        with pytest.raises(SignatureRefused):
            check_signature(public, message, signature, tag=tag)


def test_every_flipped_bit_is_refused():
    good = sign(b"message")
    for bit in range(0, 384, 23):
        changed = bytearray(good)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises((PointRefused, SignatureRefused)):
            check_signature(PUBLIC, b"message", bytes(changed), tag=TAG)


def test_the_signatures_and_keys_of_nobody_are_refused():
    infinity = bytes([0xC0]) + bytes(47)
    with pytest.raises(PointRefused):
        check_signature(PUBLIC, b"message", infinity, tag=TAG)
    with pytest.raises(PointRefused):
        check_signature(infinity + bytes(48), b"message", infinity, tag=TAG)


@pytest.mark.parametrize(("a", "b"), [(2, 3), (5, 7), (SECRET, 11)])
def test_the_pairing_is_bilinear(a, b):
    point = hash_to_g1(b"", TAG)
    left = (multiply_point(point, a), multiply_point(G2, b))
    assert is_product_one((left, (negate_point(multiply_point(point, a * b)), G2)))
    assert not is_product_one((left, (negate_point(multiply_point(point, a * b + 1)), G2)))


def test_the_pairing_is_not_one_everywhere():
    assert not is_product_one(((hash_to_g1(b"", TAG), G2),))
