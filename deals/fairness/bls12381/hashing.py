"""From messages to points of G1: BLS12381G1_XMD:SHA-256_SSWU_RO_ (RFC 9380, section 8.8.1)."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from deals.fairness.bls12381.fields import P, X
from deals.fairness.bls12381.isogeny import OTHER_CURVE, map_point
from deals.fairness.bls12381.points import Point, add_points, multiply_point

_A, _B = OTHER_CURVE
_Z: Final = 11
_ELEMENT_SIZE: Final = 64
_DIGEST_SIZE: Final = 32
_BLOCK_SIZE: Final = 64
_EFFECTIVE_COFACTOR: Final = X + 1
_LONGEST_TAG: Final = 255


def hash_to_g1(message: bytes, tag: bytes) -> Point | None:
    """Return the point of a message under a domain separation tag of 1 to 255 bytes.

    None is the point at infinity, for which nobody knows a message.
    """
    stretched = expand_message(message, tag, 2 * _ELEMENT_SIZE)
    first, second = (
        int.from_bytes(stretched[start : start + _ELEMENT_SIZE], "big") % P
        for start in (0, _ELEMENT_SIZE)
    )
    total = add_points(_map_to_curve(first), _map_to_curve(second))
    return multiply_point(total, _EFFECTIVE_COFACTOR)


def expand_message(message: bytes, tag: bytes, size: int) -> bytes:
    """Return `size` uniform bytes, at most 8160 (RFC 9380, 5.3.1: expand_message_xmd)."""
    suffix = tag + bytes([len(tag)])
    first = sha256(bytes(_BLOCK_SIZE) + message + size.to_bytes(2, "big") + b"\0" + suffix).digest()
    blocks = [sha256(first + b"\1" + suffix).digest()]
    for number in range(2, -(-size // _DIGEST_SIZE) + 1):
        mixed = bytes(one ^ other for one, other in zip(first, blocks[-1], strict=True))
        blocks.append(sha256(mixed + bytes([number]) + suffix).digest())
    return b"".join(blocks)[:size]


def _map_to_curve(u: int) -> Point | None:
    """Return a point of E for an element of Fp: simplified SWU, then the isogeny (6.6.2, 6.6.3)."""
    point = map_point(*map_to_other(u))
    return point and ((point[0], 0), (point[1], 0))


def map_to_other(u: int) -> tuple[int, int]:
    """Return a point of the isogenous curve for an element of Fp (6.6.2)."""
    square = _Z * u * u % P
    below = (square * square + square) % P
    # No u makes `below` zero but 0 and the roots of -1/Z.
    ratio = -(1 + pow(below, -1, P)) if below else pow(_Z, -1, P)
    x = _B * ratio * pow(_A, -1, P) % P
    y = _root(x)
    if y * y % P != _right_side(x):
        x = square * x % P
        y = _root(x)
    return (x, y if y & 1 == u & 1 else -y % P)


def _right_side(x: int) -> int:
    return (x**3 + _A * x + _B) % P


def _root(x: int) -> int:
    """Return the y of the isogenous curve for this x, if it has one."""
    return pow(_right_side(x), (P + 1) // 4, P)
