"""Hashing to G1: the vectors of RFC 9380, and a second implementation."""

from hashlib import sha256

import pytest
from py_ecc.bls.hash import expand_message_xmd
from py_ecc.bls.hash_to_curve import hash_to_G1
from py_ecc.optimized_bls12_381 import normalize

from deals.fairness.bls12381.hashing import expand_message, hash_to_g1

TAG = b"QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_"
VECTORS = [  # RFC 9380, appendix J.9.1: message, x, y
    (
        b"",
        "052926add2207b76ca4fa57a8734416c8dc95e24501772c814278700eed6d1e4e8cf62d9c09db0fac349612b759e79a1",
        "08ba738453bfed09cb546dbb0783dbb3a5f1f566ed67bb6be0e8c67e2e81a4cc68ee29813bb7994998f3eae0c9c6a265",
    ),
    (
        b"abc",
        "03567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903",
        "0b9c15f3fe6e5cf4211f346271d7b01c8f3b28be689c8429c85b67af215533311f0b8dfaaa154fa6b88176c229f2885d",
    ),
    (
        b"abcdef0123456789",
        "11e0b079dea29a68f0383ee94fed1b940995272407e3bb916bbf268c263ddd57a6a27200a784cbc248e84f357ce82d98",
        "03a87ae2caf14e8ee52e51fa2ed8eefe80f02457004ba4d486d6aa1f517c0889501dc7413753f9599b099ebcbbd2d709",
    ),
    (
        b"q128_" + b"q" * 128,
        "15f68eaa693b95ccb85215dc65fa81038d69629f70aeee0d0f677cf22285e7bf58d7cb86eefe8f2e9bc3f8cb84fac488",
        "1807a1d50c29f430b8cafc4f8638dfeeadf51211e1602a5f184443076715f91bb90a48ba1e370edce6ae1062f5e6dd38",
    ),
    (
        b"a512_" + b"a" * 512,
        "082aabae8b7dedb0e78aeb619ad3bfd9277a2f77ba7fad20ef6aabdc6c31d19ba5a6d12283553294c1825c4b3ca2dcfe",
        "05b84ae5a942248eea39e1d91030458c40153f3b654ab7872d779ad1e942856a20c438e8d99bc8abfbf74729ce1f7ac8",
    ),
]


@pytest.mark.parametrize(("message", "x", "y"), VECTORS)
def test_a_message_has_the_point_of_the_rfc(message, x, y):
    assert hash_to_g1(message, TAG) == ((int(x, 16), 0), (int(y, 16), 0))


@pytest.mark.parametrize("size", [1, 31, 32, 33, 128, 8160])
def test_bytes_are_stretched_as_another_implementation_does_it(size):
    assert expand_message(b"message", TAG, size) == expand_message_xmd(
        b"message", TAG, size, sha256
    )


@pytest.mark.parametrize("n", range(4))
def test_points_are_those_of_another_implementation(n):
    message, tag = sha256(b"%d" % n).digest(), b"tag %d" % n
    x, y = normalize(hash_to_G1(message, tag, sha256))
    assert hash_to_g1(message, tag) == ((x.n, 0), (y.n, 0))
