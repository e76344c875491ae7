"""Points of E: y² = x³ + 4 over Fp, and of its twist E': y² = x³ + 4·(1+u) over Fp2.

Both in affine coordinates of Fp2, those of E without a second part; None is the point at infinity.
G1 and G2 are the subgroups of order r. Encoded as drand and others do ("ZCash format"): x,
big-endian, its second part first, with three bits on top: compressed, infinity, the larger y.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from deals.fairness.bls12381.fields import (
    XI,
    Fp2,
    P,
    X,
    add2,
    conjugate2,
    invert2,
    multiply2,
    negate2,
    power2,
    root2,
    scale2,
    square2,
    subtract2,
)
from deals.fairness.errors import PointRefused

Point: TypeAlias = tuple[Fp2, Fp2]

B: Final[Fp2] = (4, 0)
TWIST_B: Final[Fp2] = scale2(XI, 4)

_BETA: Final = pow(2, (P - 1) // 3, P)
"""A cube root of 1."""
_PSI_X: Final = invert2(power2(XI, (P - 1) // 3))
_PSI_Y: Final = invert2(power2(XI, (P - 1) // 2))
"""Twist, Frobenius and untwist come to these factors."""

_SIZE: Final = 48
_COMPRESSED: Final = 0x80
_INFINITY: Final = 0x40
_LARGER: Final = 0x20

G2: Final[Point] = (
    (
        0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)
"""The generator of G2."""


def decode_g1(data: bytes) -> Point:
    """Return the point of G1 that 48 bytes encode. Raises PointRefused."""
    numbers, larger = _split(data, 1)
    point = _lift((numbers[0], 0), B, larger=larger)
    if not is_in_g1(point):
        raise PointRefused("not in the subgroup")
    return point


def decode_g2(data: bytes) -> Point:
    """Return the point of G2 that 96 bytes encode. Raises PointRefused."""
    numbers, larger = _split(data, 2)
    point = _lift((numbers[1], numbers[0]), TWIST_B, larger=larger)
    if not is_in_g2(point):
        raise PointRefused("not in the subgroup")
    return point


def is_in_g1(point: Point) -> bool:
    """Whether a point of E has order r: (βx, y) is -x² times it (Scott, eprint 2021/1130)."""
    x, y = point
    multiple = multiply_point(multiply_point(point, X), X)
    return multiple == (scale2(x, _BETA), negate2(y))


def is_in_g2(point: Point) -> bool:
    """Whether a point of E' has order r: its Frobenius image is x times it (as above)."""
    x, y = point
    image = (multiply2(conjugate2(x), _PSI_X), multiply2(conjugate2(y), _PSI_Y))
    return multiply_point(point, X) == negate_point(image)


def add_points(a: Point | None, b: Point | None) -> Point | None:
    """Return the sum of two points of one curve."""
    if a is None or b is None:
        return a or b
    if a[0] != b[0]:
        slope = multiply2(subtract2(b[1], a[1]), invert2(subtract2(b[0], a[0])))
    elif a[1] != b[1] or a[1] == (0, 0):
        return None
    else:
        slope = tangent_slope(a)
    return third_point(a, b, slope)


def tangent_slope(point: Point) -> Fp2:
    """Return the slope of the tangent at a point whose y is not zero."""
    x, y = point
    return multiply2(scale2(square2(x), 3), invert2(add2(y, y)))


def third_point(a: Point, b: Point, slope: Fp2) -> Point:
    """Return the sum of two points by the slope of the line through them."""
    x = subtract2(square2(slope), add2(a[0], b[0]))
    return (x, subtract2(multiply2(slope, subtract2(a[0], x)), a[1]))


def multiply_point(point: Point | None, factor: int) -> Point | None:
    """Return a multiple of a point; the factor is above 0."""
    total: Point | None = None
    for bit in f"{factor:b}":
        total = add_points(total, total)
        if bit == "1":
            total = add_points(total, point)
    return total


def negate_point(point: Point) -> Point:
    """Return the point's inverse."""
    return (point[0], negate2(point[1]))


def _split(data: bytes, parts: int) -> tuple[list[int], bool]:
    """Return the parts of an encoded x, and whether the larger y is meant. Raises PointRefused."""
    if len(data) != parts * _SIZE:
        raise PointRefused(f"expected {parts * _SIZE} bytes")
    flags = data[0]
    if not flags & _COMPRESSED:
        raise PointRefused("not compressed")
    if flags & _INFINITY:
        raise PointRefused("the point at infinity signs nothing")
    plain = bytes([flags & 0x1F]) + data[1:]
    numbers = [
        int.from_bytes(plain[start : start + _SIZE], "big") for start in range(0, len(plain), _SIZE)
    ]
    if max(numbers) >= P:
        raise PointRefused("a coordinate is not below the field's prime")
    return numbers, bool(flags & _LARGER)


def _lift(x: Fp2, b: Fp2, *, larger: bool) -> Point:
    """Return the point with this x and the larger or smaller y. Raises PointRefused."""
    y = root2(add2(multiply2(square2(x), x), b))
    if y is None or (b == B and y[1]):
        raise PointRefused("not on the curve")
    if _is_larger(y) != larger:
        y = negate2(y)
    return (x, y)


def _is_larger(y: Fp2) -> bool:
    """Whether y is the larger one of y and -y, compared by its second part first."""
    return (y[1], y[0]) > (-y[1] % P, -y[0] % P)
