import hashlib
from itertools import permutations
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.cards.deck import DECKS
from deals.cards.holding import parse_holding
from deals.fairness.draw import draw_index
from deals.fairness.errors import IndexOutOfRange, NotADeal
from deals.fairness.numbering import (
    deal_count,
    rank_deal,
    rank_places,
    unrank_cards,
    unrank_deal,
    unrank_places,
)

COUNTS = {
    "4": (53644737765488792839237440000, 96),
    "3": (34469858696831179429500, 75),
    "5": (48334775757901219912115629238400, 106),
    "6": (2889253496242619386328267523990000, 112),
    "3+kitty": (1792432652235221330334000, 81),
    "5+kitty": (64091912654977017603465324370118400, 116),
    "6+kitty": (782193152770283133363720225432192750000, 130),
}
sizes_of_any_deal = st.lists(st.integers(0, 6), min_size=1, max_size=6)


def walk(index, sizes):
    """Deal as the specification says it, word for word: the second implementation."""
    left, placed = list(sizes), []
    deals = factorial(sum(sizes)) // prod(map(factorial, sizes))
    for n in range(sum(sizes), 0, -1):
        place = 0
        while index >= (share := deals * left[place] // n):
            index -= share
            place += 1
        placed.append(place)
        deals = share
        left[place] -= 1
    return placed


@pytest.mark.parametrize("code", DECKS)
def test_the_number_of_deals_is_that_of_the_specification(code):
    deals, bits = COUNTS[code]
    assert deal_count(DECKS[code].sizes) == deals
    assert (deals - 1).bit_length() == bits


@given(sizes_of_any_deal)
def test_the_number_of_deals_is_the_multinomial_coefficient(sizes):
    assert deal_count(sizes) == factorial(sum(sizes)) // prod(map(factorial, sizes))


def test_all_90_deals_of_six_cards_to_three_places_come_each_once():
    sizes = (2, 2, 2)
    deals = [tuple(unrank_places(index, sizes)) for index in range(90)]
    assert deal_count(sizes) == 90
    assert set(deals) == set(permutations([0, 0, 1, 1, 2, 2]))
    assert deals == sorted(deals)
    assert [rank_places(deal, sizes) for deal in deals] == list(range(90))


@given(sizes_of_any_deal, st.data())
def test_the_places_are_those_of_the_walk_in_the_specification(sizes, data):
    index = data.draw(st.integers(0, deal_count(sizes) - 1))
    assert unrank_places(index, sizes) == walk(index, sizes)
    assert rank_places(unrank_places(index, sizes), sizes) == index


@pytest.mark.parametrize("code", DECKS)
@given(data=st.data())
def test_ranking_undoes_unranking(code, data):
    deck = DECKS[code]
    index = data.draw(st.integers(0, deal_count(deck.sizes) - 1))
    holdings = unrank_deal(index, deck)
    assert rank_deal(holdings, deck) == index
    assert tuple(map(len, holdings)) == deck.sizes
    assert sorted(card for holding in holdings for card in holding) == list(deck.cards)


def test_the_first_deal_gives_the_first_cards_to_seat_0_and_the_last_deal_to_the_last_seat():
    deck = DECKS["3+kitty"]
    first = unrank_deal(0, deck)
    last = unrank_deal(deal_count(deck.sizes) - 1, deck)
    in_order = list(deck.cards)
    assert [card for holding in first for card in holding] == in_order
    assert [card for holding in reversed(last) for card in holding] == in_order


@pytest.mark.parametrize("index", [-1, 90, 10**30])
def test_there_is_no_deal_below_0_or_from_the_count_on(index):
    with pytest.raises(IndexOutOfRange) as raised:
        unrank_places(index, (2, 2, 2))
    assert raised.value.count == 90


def test_lots_and_other_cards_are_dealt_alike():
    assert unrank_cards(5, cards="abc", sizes=(1, 1, 1)) == [["c"], ["b"], ["a"]]
    assert unrank_cards(0, cards=[], sizes=()) == []


@pytest.mark.parametrize("cards", ["ab", "abcd"])
def test_as_many_cards_are_dealt_as_the_places_take(cards):
    with pytest.raises(NotADeal):
        unrank_cards(0, cards=cards, sizes=(1, 1, 1))


def test_every_card_comes_to_every_seat_equally_often():
    deals, sizes = 52_000, DECKS["4"].sizes
    seen = [[0] * 4 for _ in range(52)]
    for n in range(deals):
        key = hashlib.sha256(b"%d" % n).digest()
        for card, seat in enumerate(unrank_places(draw_index(key, sizes).index, sizes)):
            seen[card][seat] += 1
    expected = deals / 4
    chi_square = sum((times - expected) ** 2 for row in seen for times in row) / expected
    # 52 * 3 degrees of freedom less those bound by the hands' sizes: mean 153, deviation 17.5.
    assert 85 < chi_square < 230


def test_a_large_draw_of_lots_is_undone_too():
    sizes = (1,) * 300
    index = deal_count(sizes) // 3
    assert rank_places(unrank_places(index, sizes), sizes) == index


@pytest.mark.parametrize(
    "places", [[0, 0, 0, 1, 2, 2], [0, 1], [0, 0, 1, 1, 2, 3], [0, 0, 1, 1, 2, -1], []]
)
def test_places_of_other_sizes_have_no_index(places):
    with pytest.raises(NotADeal):
        rank_places(places, (2, 2, 2))


@pytest.mark.parametrize("change", ["twice", "missing", "swapped", "foreign"])
def test_holdings_that_are_not_the_deck_have_no_index(change):
    deck = DECKS["3"]
    first, second, third = unrank_deal(0, deck)
    card = next(iter(second))
    holdings = {
        "twice": (first | {card}, second, third),
        "missing": (first, second - {card}, third),
        "swapped": (first | {card}, second - {card}, third),
        "foreign": (first, (second - {card}) | parse_holding("2D"), third),
    }
    with pytest.raises(NotADeal):
        rank_deal(holdings[change], deck)
