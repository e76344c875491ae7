import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.cards.card import CARDS, Suit, parse_card
from deals.cards.errors import CardError, RepeatedCard, UnknownCard
from deals.cards.holding import Holding, parse_holding

card_sets = st.sets(st.sampled_from(CARDS))


@given(card_sets)
def test_a_holding_is_the_set_of_its_cards(cards):
    holding = Holding(cards)
    assert holding == cards
    assert hash(holding) == hash(frozenset(cards))
    assert list(holding) == sorted(cards)
    assert len(holding) == len(cards)
    assert all((card in holding) == (card in cards) for card in CARDS)


@given(card_sets)
def test_text_and_bits_read_back(cards):
    holding = Holding(cards)
    assert parse_holding(str(holding)) == holding
    assert Holding.from_bits(holding.bits) == holding


@given(card_sets, card_sets)
def test_operators_are_those_of_sets(first, second):
    assert Holding(first) | Holding(second) == first | second
    assert Holding(first) & Holding(second) == first & second
    assert Holding(first) - Holding(second) == first - second
    assert (Holding(first) <= Holding(second)) == (first <= second)


@given(card_sets)
def test_the_suits_part_a_holding(cards):
    holding = Holding(cards)
    parts = [holding.of_suit(suit) for suit in Suit]
    assert [card for part in parts for card in part] == list(holding)
    assert all(card.suit is suit for suit, part in zip(Suit, parts, strict=True) for card in part)


def test_cards_may_be_named_in_any_order_and_are_written_in_deck_order():
    assert str(parse_holding("QS AH 2C")) == "2C AH QS"
    assert repr(parse_holding("QS 2C")) == "Holding('2C QS')"
    assert not parse_holding("")


def test_what_is_no_card_is_in_no_holding():
    full = Holding(CARDS)
    assert "QS" not in full
    assert 52 not in full
    assert -1 not in full
    assert full != "2C"


def test_a_holding_is_frozen():
    holding = parse_holding("2C")
    with pytest.raises(AttributeError, match="frozen"):
        holding.bits = 0
    assert parse_card("2C") in holding


def test_a_card_named_twice_is_refused():
    with pytest.raises(RepeatedCard) as raised:
        parse_holding("2C QS 2C")
    assert raised.value.text == "2C"


@pytest.mark.parametrize("text", [" ", "2C ", " 2C", "2C  3C", "2C,3C", "2c"])
def test_other_text_is_no_holding(text):
    with pytest.raises(UnknownCard):
        parse_holding(text)


def test_the_errors_have_one_root():
    assert issubclass(UnknownCard, CardError)
    assert issubclass(RepeatedCard, CardError)


def test_a_holding_can_be_copied():
    hand = parse_holding("2C QS")
    assert copy.deepcopy([hand]) == [hand]
    assert copy.copy(hand) == hand
