import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.fairness.integers import format_integer, parse_integer


@given(st.integers(min_value=0))
def test_a_number_reads_back(number):
    assert format_integer(number) == str(number)
    assert parse_integer(str(number)) == number


@pytest.mark.parametrize("digits", [999, 1000, 1001, 2000, 4300, 4301, 10_000])
def test_numbers_longer_than_int_and_str_convert_read_back(digits):
    number = 10**digits - 7
    text = format_integer(number)
    assert text == "9" * (digits - 1) + "3"
    assert parse_integer(text) == number
    assert parse_integer("1" + "0" * digits) == 10**digits
    assert format_integer(10**digits) == "1" + "0" * digits


def test_a_number_below_zero_is_written_though_never_read():
    assert format_integer(-5) == "-5"
    assert parse_integer("-5") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "00",
        "007",
        "+7",
        "-0",
        " 7",
        "7 ",
        "7\n",
        "1_000",
        "0x7",
        "7.0",
        "\u0667",
        "\u00b2",
        "1e3",
        "-",
    ],
)
def test_what_int_would_read_is_not_yet_canonical(text):
    assert parse_integer(text) is None
