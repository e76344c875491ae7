import pytest

from deals.fairness.errors import StatementMalformed
from deals.fairness.seat_line import SeatLine, check_seats_ascend, parse_seat_line

K, NONCE = "0a" * 32, "0b" * 32


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"0 {K} {NONCE}", SeatLine(0, K, NONCE)),
        (f"3 {K} -", SeatLine(3, K)),
        ("12 - -", SeatLine(12)),
    ],
)
def test_a_seat_line_reads_back(text, line):
    assert parse_seat_line(text) == line
    assert str(line) == text


@pytest.mark.parametrize(
    "text",
    [
        f"0 - {NONCE}",
        "0 -",
        "0",
        "",
        f"00 {K} {NONCE}",
        f"0 {K} {NONCE} ",
        f"0  {K} {NONCE}",
        f"0 {K.upper()} {NONCE}",
        f"0 {K}0 {NONCE}",
        f"0 {K[1:]} {NONCE}",
        f"0 {K} {NONCE}\n",
        "-1 - -",
    ],
)
def test_another_text_is_no_seat_line(text):
    assert parse_seat_line(text) is None


def test_the_seats_ascend_from_0():
    check_seats_ascend([SeatLine(0), SeatLine(1), SeatLine(2)])


@pytest.mark.parametrize("seats", [[1, 2], [0, 0], [0, 2], [1, 0]])
def test_seats_out_of_order_missing_or_twice_are_refused(seats):
    with pytest.raises(StatementMalformed, match="ascending"):
        check_seats_ascend([SeatLine(seat) for seat in seats])
