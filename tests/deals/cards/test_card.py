import pytest

from deals.cards.card import CARDS, CODES, Card, Rank, Suit, parse_card
from deals.cards.errors import UnknownCard


def test_the_deck_order_is_clubs_diamonds_hearts_spades_each_from_the_two():
    assert " ".join(CODES[:14]) == "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D"
    assert CODES[26] == "2H"
    assert CODES[51] == "AS"
    assert list(CARDS) == sorted(CARDS) == list(range(52))


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_card_reads_back_from_its_code(card):
    assert parse_card(str(card)) is card
    assert str(card) == f"{card.rank}{card.suit}"


def test_a_card_knows_its_rank_and_suit():
    queen = parse_card("QS")
    assert (queen.rank, queen.suit) == (Rank.QUEEN, Suit.SPADES)
    assert repr(queen) == "Card('QS')"
    assert Card(49) == queen == 49


@pytest.mark.parametrize("text", ["", "qs", "QS ", " QS", "10C", "1C", "SQ", "XX", "Q\u2660"])
def test_other_text_is_no_card(text):
    with pytest.raises(UnknownCard) as raised:
        parse_card(text)
    assert raised.value.text == text
    assert raised.value.code == "unknown-card"
