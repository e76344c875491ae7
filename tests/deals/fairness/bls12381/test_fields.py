"""The tower of fields: its laws, on numbers that nobody picked."""

from hashlib import sha256

import pytest

from deals.fairness.bls12381.fields import (
    ONE12,
    ORDER,
    XI,
    P,
    conjugate2,
    conjugate12,
    frobenius12,
    invert2,
    invert12,
    multiply2,
    multiply12,
    multiply_sparse,
    power2,
    root2,
    square2,
    square12,
)


def number(name):
    return (
        int.from_bytes(sha256(name.encode()).digest() + sha256(b"2" + name.encode()).digest()) % P
    )


def pair(name):
    return (number(f"{name}0"), number(f"{name}1"))


def element(name):
    return tuple(tuple(pair(f"{name}{i}{j}") for j in range(3)) for i in range(2))


def test_prime_and_order_are_those_of_the_curve():
    assert (
        int(
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf"
            "6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
            16,
        )
        == P
    )
    assert ORDER == 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_squares_inverses_and_powers_agree_with_products(name):
    a, b, z = element(name), element(f"{name}'"), pair(name)
    assert square12(a) == multiply12(a, a)
    assert multiply12(a, invert12(a)) == ONE12
    assert multiply12(a, b) == multiply12(b, a)
    assert square2(z) == multiply2(z, z) == power2(z, 2)
    assert multiply2(z, invert2(z)) == (1, 0)
    assert conjugate2(z) == power2(z, P)


def test_the_frobenius_is_a_homomorphism_of_order_twelve():
    a, b = element("a"), element("b")
    assert frobenius12(multiply12(a, b)) == multiply12(frobenius12(a), frobenius12(b))
    six = a
    for _ in range(6):
        six = frobenius12(six)
    assert six == conjugate12(a) != a


def test_a_sparse_product_is_a_product():
    a, one, v, vw = element("a"), pair("one"), pair("v"), number("vw")
    zero = (0, 0)
    assert multiply_sparse(a, one, v, vw) == multiply12(a, ((one, v, zero), (zero, (vw, 0), zero)))


@pytest.mark.parametrize("z", [pair("z"), (number("z"), 0), (0, number("z")), XI, (0, 0)])
def test_a_square_has_its_roots(z):
    root = root2(square2(z))
    assert root in {z, tuple(-part % P for part in z)}


def test_every_number_of_the_prime_field_has_a_root_above_it():
    for n in (2, 3, 5, 7, P - 1):
        assert square2(root2((n, 0))) == (n, 0)


def test_what_is_no_square_has_no_root():
    assert root2(XI) is None
