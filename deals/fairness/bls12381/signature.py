"""Signatures on G1 under keys on G2 (draft-irtf-cfrg-bls-signature-05, minimal signature size)."""

from __future__ import annotations

from deals.fairness.bls12381.hashing import hash_to_g1
from deals.fairness.bls12381.pairing import is_product_one
from deals.fairness.bls12381.points import G2, decode_g1, decode_g2, negate_point
from deals.fairness.errors import SignatureRefused


def check_signature(public: bytes, message: bytes, signature: bytes, *, tag: bytes) -> None:
    """Check a signature of 48 bytes by a public key of 96, both compressed points.

    e(signature, G2) = e(H(message), key), H under the domain separation tag. Raises PointRefused
    for bytes that encode no point of the group, SignatureRefused when the equation does not hold.
    """
    key, signed = decode_g2(public), decode_g1(signature)
    point = hash_to_g1(message, tag)
    if point is None or not is_product_one(((negate_point(signed), G2), (point, key))):
        raise SignatureRefused
