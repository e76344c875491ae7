"""The fields of BLS12-381: Fp2 = Fp[u]/(u²+1), Fp6 = Fp2[v]/(v³-ξ), Fp12 = Fp6[w]/(w²-v), ξ = 1+u.

Elements are tuples of reduced numbers, so that equality is `==`. Nothing here is secret, so nothing
has to take constant time. (draft-irtf-cfrg-pairing-friendly-curves-11, section 4.2.1.)
"""

from __future__ import annotations

from typing import Final, TypeAlias

Fp2: TypeAlias = tuple[int, int]
Fp6: TypeAlias = tuple[Fp2, Fp2, Fp2]
Fp12: TypeAlias = tuple[Fp6, Fp6]

X: Final = 0xD201000000010000
"""The curve's parameter is -X."""
ORDER: Final = X**4 - X**2 + 1
"""The order of the groups, r."""
P: Final = (X + 1) ** 2 * ORDER // 3 - X
"""The field's prime, 381 bits."""

ZERO2: Final[Fp2] = (0, 0)
ONE2: Final[Fp2] = (1, 0)
XI: Final[Fp2] = (1, 1)
_ZERO6: Final[Fp6] = (ZERO2, ZERO2, ZERO2)
_ONE6: Final[Fp6] = (ONE2, ZERO2, ZERO2)
ONE12: Final[Fp12] = (_ONE6, _ZERO6)


def add2(a: Fp2, b: Fp2) -> Fp2:
    """Return a + b."""
    return ((a[0] + b[0]) % P, (a[1] + b[1]) % P)


def subtract2(a: Fp2, b: Fp2) -> Fp2:
    """Return a - b."""
    return ((a[0] - b[0]) % P, (a[1] - b[1]) % P)


def negate2(a: Fp2) -> Fp2:
    """Return -a."""
    return (-a[0] % P, -a[1] % P)


def multiply2(a: Fp2, b: Fp2) -> Fp2:
    """Return a·b."""
    a0, a1 = a
    b0, b1 = b
    low, high = a0 * b0, a1 * b1
    return ((low - high) % P, ((a0 + a1) * (b0 + b1) - low - high) % P)


def square2(a: Fp2) -> Fp2:
    """Return a²."""
    a0, a1 = a
    return ((a0 + a1) * (a0 - a1) % P, 2 * a0 * a1 % P)


def scale2(a: Fp2, k: int) -> Fp2:
    """Return k·a for a k of Fp."""
    return (a[0] * k % P, a[1] * k % P)


def conjugate2(a: Fp2) -> Fp2:
    """Return a to the power of p."""
    return (a[0], -a[1] % P)


def invert2(a: Fp2) -> Fp2:
    """Return 1/a; a is not zero."""
    a0, a1 = a
    inverse = pow(a0 * a0 + a1 * a1, -1, P)
    return (a0 * inverse % P, -a1 * inverse % P)


def power2(a: Fp2, exponent: int) -> Fp2:
    """Return a to a power of at least 0."""
    result = ONE2
    for bit in f"{exponent:b}":
        result = square2(result)
        if bit == "1":
            result = multiply2(result, a)
    return result


def root2(a: Fp2) -> Fp2 | None:
    """Return a square root, None where there is none (Adj and Rodríguez-Henríquez, 2012)."""
    half = power2(a, (P - 3) // 4)
    root = multiply2(half, a)
    if multiply2(half, root) == (P - 1, 0):
        root = multiply2((0, 1), root)
    else:
        unit = add2(ONE2, multiply2(half, root))
        root = multiply2(power2(unit, (P - 1) // 2), root)
    return root if square2(root) == a else None


def _times_xi(a: Fp2) -> Fp2:
    return ((a[0] - a[1]) % P, (a[0] + a[1]) % P)


def _add6(a: Fp6, b: Fp6) -> Fp6:
    return (add2(a[0], b[0]), add2(a[1], b[1]), add2(a[2], b[2]))


def _subtract6(a: Fp6, b: Fp6) -> Fp6:
    return (subtract2(a[0], b[0]), subtract2(a[1], b[1]), subtract2(a[2], b[2]))


def _negate6(a: Fp6) -> Fp6:
    return (negate2(a[0]), negate2(a[1]), negate2(a[2]))


def _times_v(a: Fp6) -> Fp6:
    return (_times_xi(a[2]), a[0], a[1])


def _multiply6(a: Fp6, b: Fp6) -> Fp6:
    a0, a1, a2 = a
    b0, b1, b2 = b
    m0, m1, m2 = multiply2(a0, b0), multiply2(a1, b1), multiply2(a2, b2)
    m12 = subtract2(multiply2(add2(a1, a2), add2(b1, b2)), add2(m1, m2))
    m01 = subtract2(multiply2(add2(a0, a1), add2(b0, b1)), add2(m0, m1))
    m02 = subtract2(multiply2(add2(a0, a2), add2(b0, b2)), add2(m0, m2))
    return (add2(m0, _times_xi(m12)), add2(m01, _times_xi(m2)), add2(m02, m1))


def _invert6(a: Fp6) -> Fp6:
    a0, a1, a2 = a
    c0 = subtract2(square2(a0), _times_xi(multiply2(a1, a2)))
    c1 = subtract2(_times_xi(square2(a2)), multiply2(a0, a1))
    c2 = subtract2(square2(a1), multiply2(a0, a2))
    norm = add2(multiply2(a0, c0), _times_xi(add2(multiply2(a2, c1), multiply2(a1, c2))))
    inverse = invert2(norm)
    return (multiply2(c0, inverse), multiply2(c1, inverse), multiply2(c2, inverse))


def multiply12(a: Fp12, b: Fp12) -> Fp12:
    """Return a·b."""
    low, high = _multiply6(a[0], b[0]), _multiply6(a[1], b[1])
    both = _multiply6(_add6(a[0], a[1]), _add6(b[0], b[1]))
    return (_add6(low, _times_v(high)), _subtract6(both, _add6(low, high)))


def square12(a: Fp12) -> Fp12:
    """Return a²."""
    a0, a1 = a
    cross = _multiply6(a0, a1)
    whole = _multiply6(_add6(a0, a1), _add6(a0, _times_v(a1)))
    return (_subtract6(whole, _add6(cross, _times_v(cross))), _add6(cross, cross))


def multiply_sparse(a: Fp12, one: Fp2, v: Fp2, vw: int) -> Fp12:
    """Return a·(one + v·v + vw·v·w): a line's value, with `vw` in Fp."""

    def by_low(c: Fp6) -> Fp6:
        c0, c1, c2 = c
        return (
            add2(multiply2(c0, one), _times_xi(multiply2(c2, v))),
            add2(multiply2(c1, one), multiply2(c0, v)),
            add2(multiply2(c2, one), multiply2(c1, v)),
        )

    def by_high(c: Fp6) -> Fp6:
        return _times_v((scale2(c[0], vw), scale2(c[1], vw), scale2(c[2], vw)))

    low, high = a
    return (
        _add6(by_low(low), _times_v(by_high(high))),
        _add6(by_low(high), by_high(low)),
    )


def conjugate12(a: Fp12) -> Fp12:
    """Return a to the power of p⁶; for an element of norm 1 that is 1/a."""
    return (a[0], _negate6(a[1]))


def invert12(a: Fp12) -> Fp12:
    """Return 1/a; a is not zero."""
    low, high = a
    inverse = _invert6(_subtract6(_multiply6(low, low), _times_v(_multiply6(high, high))))
    return (_multiply6(low, inverse), _negate6(_multiply6(high, inverse)))


def frobenius12(a: Fp12) -> Fp12:
    """Return a to the power of p."""
    (a0, a2, a4), (a1, a3, a5) = a
    g1, g2, g3, g4, g5 = _GAMMA
    return (
        (conjugate2(a0), multiply2(conjugate2(a2), g2), multiply2(conjugate2(a4), g4)),
        (
            multiply2(conjugate2(a1), g1),
            multiply2(conjugate2(a3), g3),
            multiply2(conjugate2(a5), g5),
        ),
    )


_GAMMA: Final = tuple(power2(XI, n * (P - 1) // 6) for n in range(1, 6))
"""w to the power of n·(p-1), for n = 1 … 5."""
