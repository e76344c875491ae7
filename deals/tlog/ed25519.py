"""Ed25519 signatures, verified only: RFC 8032, section 5.1.7, in plain Python.

For those who check a deal with nothing but Python at hand. Nothing here is secret, so nothing has
to take constant time. Points are in extended coordinates (X, Y, Z, T): x = X/Z, y = Y/Z, xy = T/Z.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, TypeAlias

from deals.tlog.errors import SignatureInvalid

Point: TypeAlias = tuple[int, int, int, int]

P: Final = 2**255 - 19
"""The field's prime."""
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The base point's order, L."""
D: Final = -121665 * pow(121666, -1, P) % P
"""The curve's constant: -x² + y² = 1 + d·x²·y²."""

_TWICE_D: Final = 2 * D % P
_ROOT_OF_MINUS_ONE: Final = pow(2, (P - 1) // 4, P)
_NEUTRAL: Final[Point] = (0, 1, 1, 0)
_WINDOW: Final = 5


def check_signature(public: bytes, message: bytes, signature: bytes) -> None:
    """Check a signature of 64 bytes by a public key of 32.

    Without the cofactor, so that no two verifiers disagree; S below the order and every point in
    its one canonical encoding. Raises SignatureInvalid.
    """
    if len(public) != 32 or len(signature) != 64:
        raise SignatureInvalid("a key has 32 bytes, a signature 64")
    key = _decode_point(public)
    s = int.from_bytes(signature[32:], "little")
    if s >= ORDER:
        raise SignatureInvalid("S is not below the order")
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    k = int.from_bytes(digest, "little") % ORDER
    # S·B = R + k·A; what is computed is R, and its bytes are compared.
    if _encode_point(_add_multiples(s, _BASE, k, _negate(key))) != signature[:32]:
        raise SignatureInvalid("the signature is not this key's over this message")


def _decode_point(data: bytes) -> Point:
    """Return the point of 32 bytes: y, and the lowest bit of x on top (RFC 8032, 5.1.3)."""
    number = int.from_bytes(data, "little")
    y, odd = number & (1 << 255) - 1, number >> 255
    if y >= P:
        raise SignatureInvalid("the key is no canonical point")
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P != u:
        x = x * _ROOT_OF_MINUS_ONE % P
    if v * x * x % P != u:
        raise SignatureInvalid("the key is no point of the curve")
    if x == 0 and odd:
        raise SignatureInvalid("the key is no canonical point")
    if x & 1 != odd:
        x = P - x
    return (x, y, 1, x * y % P)


def _encode_point(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")


def _negate(point: Point) -> Point:
    x, y, z, t = point
    return (-x % P, y, z, -t % P)


def _add(first: Point, second: Point) -> Point:
    """Return the sum (RFC 8032, 5.1.4)."""
    x1, y1, z1, t1 = first
    x2, y2, z2, t2 = second
    a = (y1 - x1) * (y2 - x2) % P
    b = (y1 + x1) * (y2 + x2) % P
    c = _TWICE_D * t1 * t2 % P
    d = 2 * z1 * z2
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _double(point: Point) -> Point:
    """Return the point added to itself (RFC 8032, 5.1.4)."""
    x, y, z, _ = point
    a, b = x * x, y * y
    h = a + b
    e = h - (x + y) * (x + y)
    g = a - b
    f = 2 * z * z + g
    e, f, g, h = e % P, f % P, g % P, h % P
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _add_multiples(first: int, a: Point, second: int, b: Point) -> Point:
    """Return first·a + second·b: one chain of doublings for both, by odd signed digits."""
    terms = [
        (_signed_digits(first), _odd_multiples(a)),
        (_signed_digits(second), _odd_multiples(b)),
    ]
    total = _NEUTRAL
    for place in reversed(range(max(len(digits) for digits, _ in terms))):
        total = _double(total)
        for digits, multiples in terms:
            digit = digits[place] if place < len(digits) else 0
            if digit > 0:
                total = _add(total, multiples[digit >> 1])
            elif digit < 0:
                total = _add(total, _negate(multiples[-digit >> 1]))
    return total


def _odd_multiples(point: Point) -> Sequence[Point]:
    """Return 1, 3, 5 … times the point, as far as a signed digit goes."""
    twice = _double(point)
    multiples = [point]
    for _ in range((1 << _WINDOW - 2) - 1):
        multiples.append(_add(multiples[-1], twice))
    return multiples


def _signed_digits(number: int) -> list[int]:
    """Return a number's digits to base 2, lowest first: odd ones of both signs, or 0 (its wNAF)."""
    digits: list[int] = []
    while number:
        digit = 0
        if number & 1:
            digit = number & (1 << _WINDOW) - 1
            if digit >> _WINDOW - 1:
                digit -= 1 << _WINDOW
            number -= digit
        digits.append(digit)
        number >>= 1
    return digits


_BASE: Final = _decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
