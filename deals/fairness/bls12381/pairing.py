"""The optimal ate pairing of BLS12-381, as far as a signature needs it.

Asked is whether a product of pairings is 1. The Miller loop runs over the bits of the curve's
parameter. A line with slope λ through the point (s, t) of the twist has at the point (x, y) of E
the value λ·s - t - λ·x·w² + y·w³, but for a factor that the last power takes to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from deals.fairness.bls12381.fields import (
    ONE12,
    Fp2,
    Fp12,
    X,
    conjugate12,
    frobenius12,
    invert2,
    invert12,
    multiply2,
    multiply12,
    multiply_sparse,
    scale2,
    square12,
    subtract2,
)
from deals.fairness.bls12381.points import Point, tangent_slope, third_point

_BITS: Final = f"{X:b}"[1:]


def is_product_one(pairs: Sequence[tuple[Point, Point]]) -> bool:
    """Whether the product of the pairings e(P, Q) is 1, for pairs of points of G1 and G2."""
    return _final_power(_miller_loop(pairs)) == ONE12


def _miller_loop(pairs: Sequence[tuple[Point, Point]]) -> Fp12:
    value = ONE12
    running = [twisted for _, twisted in pairs]
    for bit in _BITS:
        value = square12(value)
        for place, (point, twisted) in enumerate(pairs):
            now = running[place]
            slope = tangent_slope(now)
            value = _times_line(value, now, slope, point)
            now = third_point(now, now, slope)
            if bit == "1":
                slope = _slope(now, twisted)
                value = _times_line(value, now, slope, point)
                now = third_point(now, twisted, slope)
            running[place] = now
    # The parameter is negative.
    return conjugate12(value)


def _slope(a: Point, b: Point) -> Fp2:
    return multiply2(subtract2(b[1], a[1]), invert2(subtract2(b[0], a[0])))


def _times_line(value: Fp12, through: Point, slope: Fp2, at: Point) -> Fp12:
    x, y = at[0][0], at[1][0]
    constant = subtract2(multiply2(slope, through[0]), through[1])
    return multiply_sparse(value, constant, scale2(slope, -x), y)


def _final_power(value: Fp12) -> Fp12:
    """Return the value to the power of 3·(p¹² - 1)/r.

    3·(p⁴ - p² + 1)/r = (x - 1)²·(x + p)·(x² + p² - 1) + 3 (Hayashida, Hayasaka, Teruya, 2020).
    """
    value = multiply12(conjugate12(value), invert12(value))
    value = multiply12(frobenius12(frobenius12(value)), value)
    a = multiply12(_power_x(value), conjugate12(value))
    a = multiply12(_power_x(a), conjugate12(a))
    a = multiply12(_power_x(a), frobenius12(a))
    b = multiply12(_power_x(_power_x(a)), frobenius12(frobenius12(a)))
    b = multiply12(b, conjugate12(a))
    return multiply12(b, multiply12(square12(value), value))


def _power_x(value: Fp12) -> Fp12:
    """Return an element of norm 1 to the power of the curve's parameter."""
    result = value
    for bit in _BITS:
        result = square12(result)
        if bit == "1":
            result = multiply12(result, value)
    return conjugate12(result)
