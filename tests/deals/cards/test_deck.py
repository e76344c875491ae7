import pytest

from deals.cards.deck import DECKS, FULL
from deals.cards.holding import parse_holding

SIZES = {
    "4": (13, 13, 13, 13),
    "3": (17, 17, 17),
    "5": (10, 10, 10, 10, 10),
    "6": (8, 8, 8, 8, 8, 8),
    "3+kitty": (17, 17, 17, 1),
    "5+kitty": (10, 10, 10, 10, 10, 2),
    "6+kitty": (8, 8, 8, 8, 8, 8, 4),
}
MISSING = {"3": "2D", "5": "2C 2D", "6": "2C 3C 2D 3D"}


def test_there_are_seven_decks():
    assert DECKS.keys() == SIZES.keys()
    assert len(FULL) == 52


@pytest.mark.parametrize("code", SIZES)
def test_the_cards_of_a_deck_are_dealt_evenly_with_the_rest_as_kitty(code):
    deck = DECKS[code]
    assert deck.code == code
    assert deck.sizes == SIZES[code]
    assert sum(deck.sizes) == len(deck.cards)
    assert deck.seats * deck.size + deck.kitty == len(deck.cards)


@pytest.mark.parametrize("code", SIZES)
def test_a_stripped_deck_lacks_its_low_cards_and_no_others(code):
    assert FULL - DECKS[code].cards == parse_holding(MISSING.get(code, ""))
