"""Points: what is decoded is on its curve, in its group, and has one encoding."""

import pytest
from py_ecc.bls.point_compression import compress_G1, compress_G2
from py_ecc.optimized_bls12_381 import G1, multiply
from py_ecc.optimized_bls12_381 import G2 as PY_G2

from deals.fairness.bls12381.fields import ORDER, P, X
from deals.fairness.bls12381.hashing import map_to_other
from deals.fairness.bls12381.isogeny import map_point
from deals.fairness.bls12381.points import (
    G2,
    TWIST_B,
    B,
    add_points,
    decode_g1,
    decode_g2,
    is_in_g1,
    is_in_g2,
    multiply_point,
    negate_point,
)
from deals.fairness.bls12381.points import _lift as lift
from deals.fairness.errors import PointRefused


def encode_g1(n):
    return compress_G1(multiply(G1, n)).to_bytes(48, "big")


def encode_g2(n):
    return b"".join(part.to_bytes(48, "big") for part in compress_G2(multiply(PY_G2, n)))


FIRST = decode_g1(encode_g1(1))


@pytest.mark.parametrize("n", [1, 2, 3, 99, ORDER - 1])
def test_multiples_are_those_of_another_implementation(n):
    assert decode_g1(encode_g1(n)) == multiply_point(FIRST, n)
    assert decode_g2(encode_g2(n)) == multiply_point(G2, n)


@pytest.mark.parametrize("point", [FIRST, G2])
def test_the_generators_have_the_groups_order(point):
    assert multiply_point(point, ORDER) is None
    assert multiply_point(point, ORDER + 1) == point
    assert add_points(point, negate_point(point)) is None
    assert add_points(None, point) == add_points(point, None) == point
    assert multiply_point(None, 5) is None


def points_outside(b):
    """Yield points of a curve that are not in its subgroup."""
    for x in range(1, 60):
        try:
            yield lift((x, 0) if b == B else (x, 1), b, larger=False)
        except PointRefused:
            continue


def cofactor_g1():
    return (X + 1) ** 2 // 3


@pytest.mark.parametrize("curve", ["g1", "g2"])
def test_the_quick_test_of_membership_is_that_by_the_order(curve):
    b, is_in = (B, is_in_g1) if curve == "g1" else (TWIST_B, is_in_g2)
    outside = [*points_outside(b)][:4]
    assert len(outside) == 4
    for point in outside:
        in_group = multiply_point(point, ORDER) is None
        assert is_in(point) == in_group is False
    if curve == "g1":
        for point in outside:
            assert is_in(multiply_point(point, cofactor_g1()))


def test_a_point_outside_the_group_is_refused():
    (x, _), _ = next(points_outside(B))
    with pytest.raises(PointRefused, match="subgroup"):
        decode_g1(bytes([0x80]) + x.to_bytes(47, "big"))
    (first, second), _ = next(points_outside(TWIST_B))
    with pytest.raises(PointRefused, match="subgroup"):
        decode_g2(bytes([0x80]) + second.to_bytes(47, "big") + first.to_bytes(48, "big"))


@pytest.mark.parametrize("decode", [decode_g1, decode_g2])
def test_what_is_no_canonical_encoding_is_refused(decode):
    size = 48 if decode is decode_g1 else 96
    good = encode_g1(7) if decode is decode_g1 else encode_g2(7)
    decode(good)
    for data, why in (
        (good[:-1], f"expected {size} bytes"),
        (good + b"\0", f"expected {size} bytes"),
        (b"", f"expected {size} bytes"),
        (bytes([good[0] & 0x7F]) + good[1:], "not compressed"),
        (bytes([0xC0]) + bytes(size - 1), "infinity"),
        (bytes([good[0] | 0x40]) + good[1:], "infinity"),
        (bytes([0x9F]) + b"\xff" * (size - 1), "not below"),
    ):
        with pytest.raises(PointRefused, match=why):
            decode(data)


def test_a_coordinate_and_the_prime_more_is_not_the_same_point():
    x = decode_g1(encode_g1(1))[0][0]
    for n in range(1, 40):
        x = decode_g1(encode_g1(n))[0][0]
        if x + P < 1 << 381:
            break
    data = bytearray((x + P).to_bytes(48, "big"))
    data[0] |= 0x80
    with pytest.raises(PointRefused, match="not below"):
        decode_g1(bytes(data))


def test_the_other_sign_is_the_inverse():
    good = encode_g1(5)
    other = bytes([good[0] ^ 0x20]) + good[1:]
    assert decode_g1(other) == negate_point(decode_g1(good))


def test_an_x_without_a_y_is_on_no_curve():
    refused = 0
    for x in range(12):
        try:
            decode_g1(bytes([0x80]) + x.to_bytes(47, "big"))
        except PointRefused as error:
            refused += "curve" in str(error)
    assert refused


def test_the_isogeny_maps_its_kernel_to_infinity():
    # A root of both denominators: the x of a point of order 11.
    x = int(
        "140d41735b10ce710727cd9356905701a2b866b803baa468"
        "948b7f423ddcc560c9a8f1cd5f8ed4297c37464fb8bfe4a7",
        16,
    )
    assert map_point(x, 1) is None


@pytest.mark.parametrize("u", [0, 1, 2, 3, 4, P - 1])
def test_the_image_of_the_isogeny_lies_on_the_curve(u):
    x, y = map_point(*map_to_other(u))
    assert (y * y - x**3 - 4) % P == 0
