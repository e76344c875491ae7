"""Cards read in columns: every text that is no list of cards is told from one that is."""

import pytest

from deals.cards.card import CARDS
from games.rules.card_bytes import join_codes, read_cards


def test_all_cards_are_read_in_their_order():
    text = " ".join(map(str, CARDS))
    assert read_cards(text, count=52) == bytes(range(52))
    assert read_cards("QS 2C AH", count=3) == bytes(
        [CARDS.index(card) for code in ("QS", "2C", "AH") for card in CARDS if str(card) == code]
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2C",
        "2C 3C 4C",
        "2C  3C",
        "2C-3C",
        "2C 1C",
        "2C 3X",
        "2c 3c",
        "C2 C3",
        "2C 3\u0421",
        "2C 3C ",
    ],
)
def test_what_is_no_two_cards_is_none(text):
    assert read_cards(text, count=2) is None


def test_a_rank_without_its_suit_is_no_card():
    assert join_codes(b"2A", b"CS") == bytes([0, 51])
    assert join_codes(b"2S", b"CA") is None
