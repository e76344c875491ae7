"""Codes as a record has them: text, and a sequence of codes for whoever asks."""

import pytest

from games.records.codes import WrittenCodes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("2C TD", ("2C", "TD")),
        (" 2C  10D ", ("2C", "TD")),
        ("10", ("10",)),
        ("", ()),
        ("X", ("X",)),
    ],
)
def test_they_are_split_at_spaces_and_10_is_a_ten(text, codes):
    written = WrittenCodes(text)
    assert written == codes
    assert written == WrittenCodes(" ".join(codes))
    assert ([*written], len(written), hash(written)) == ([*codes], len(codes), hash(codes))
    assert repr(written) == repr(codes)
    assert written[:1] == codes[:1]
    assert bool(written) == bool(codes)


def test_they_are_no_list_and_not_their_text():
    assert WrittenCodes("2C") != ["2C"]
    assert WrittenCodes("2C") != "2C"
    assert WrittenCodes("2C 3C")[1] == "3C"
