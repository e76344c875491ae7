"""Every setting alone: changed, it changes only what it names."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from deals.cards.card import parse_card
from games.rules.game import start_game
from games.rules.hand import start_hand
from games.rules.ruleset import SETTINGS, HeartWorth, Moon, Opening, RuleSet, Spare, Tie
from games.rules.scoring import count_haul, hand_haul, score_haul
from tests.games.rules.strategies import all_states, hands, rule_sets

# What each setting may change: legal cards, who is first, what a hand gives, what a game comes to.
PLAY = {"opening", "first_trick_safe", "hearts_must_break", "queen_breaks_hearts"}
PLAY |= {"queen_may_lead", "heart_for_queen"}
SCORE = {"jack", "ten_of_clubs_doubles", "no_tricks", "moon", "moon_needs_jack", "sun"}
WORTH = {"hearts", "spades"}
END = {"target", "hands", "tie"}
PASS = {"pass_count", "passing", "brink_holds"}
DECK = {"players", "spare"}


def test_every_setting_belongs_to_something():
    groups = (PLAY, SCORE, WORTH, END, PASS, DECK)
    assert sorted(name for group in groups for name in group) == sorted(SETTINGS)


def changed(rules, other, names):
    return replace(rules, **{name: getattr(other, name) for name in names})


@settings(max_examples=50, deadline=None)
@given(hands(), rule_sets())
def test_settings_of_scores_and_ends_change_no_legal_card(dealt, other):
    hand, picks = dealt
    rules = changed(hand.rules, other, SCORE | END)
    again = replace(hand, rules=rules)
    for one, two in zip(all_states(hand, picks), all_states(again, picks), strict=True):
        assert one.legal_cards(one.turn or 0) == two.legal_cards(two.turn or 0)
        assert one.holdings == two.holdings


@settings(max_examples=50, deadline=None)
@given(hands(), rule_sets())
def test_settings_of_plays_passes_and_ends_change_no_score(dealt, other):
    hand, picks = dealt
    *_, over = all_states(hand, picks)
    haul, game = hand_haul(over), start_game(hand.rules)
    rules = changed(hand.rules, other, PLAY | PASS if other.players == hand.rules.players else PLAY)
    choice = "add" if hand.rules.moon is Moon.CHOICE and haul.shooter is not None else None
    one = score_haul(hand.rules, haul, game, choice=choice)
    taken = [cards.bits for cards in over.taken]
    winners = [trick.winner for trick in over.tricks]
    again = count_haul(rules, taken, winners)
    assert again == haul
    assert score_haul(rules, again, game, choice=choice) == one


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("moon", Moon.OFF),
        ("moon", Moon.SUBTRACT),
        ("moon_needs_jack", False),
        ("sun", True),
        ("no_tricks", -5),
        ("ten_of_clubs_doubles", True),
    ],
)
@settings(max_examples=15, deadline=None)
@given(hands(players=4, moon=Moon.ADD, sun=False, no_tricks=0, ten_of_clubs_doubles=False))
def test_settings_of_scores_change_no_point(name, value, dealt):
    hand, picks = dealt
    *_, over = all_states(hand, picks)
    rules = replace(hand.rules, **{name: value})
    assert hand_haul(replace(over, rules=rules)).points == hand_haul(over).points


def test_the_settings_of_a_whole_deal_are_those_of_its_deck():
    assert RuleSet(players=3).deck.size == 17
    assert RuleSet(players=3, spare=Spare.KITTY).deck.kitty == 1
    assert RuleSet(players=6, spare=Spare.KITTY).deck.kitty == 4
    assert RuleSet(players=6).whole == 26
    assert RuleSet(players=6, hearts=HeartWorth.RANK).whole == 117


def test_a_bonus_card_takes_ten_off_the_sum_of_points():
    assert RuleSet().point_sum == 26
    assert RuleSet(jack=parse_card("TD")).point_sum == 16


def test_the_end_rule_is_asked_of_target_hands_and_ties():
    game = start_game(RuleSet(target=None, hands=1))
    assert not game.after_hand((13, 13, 0, 0)).finished
    assert replace(game.after_hand((13, 13, 0, 0)), rules=RuleSet(hands=1, tie=Tie.SHARE)).finished


def test_dealers_left_opens_by_the_hands_number():
    rules = RuleSet(players=5, opening=Opening.DEALERS_LEFT, pass_count=0)
    cards = [*rules.deck.cards]
    dealt = [type(rules.deck.cards)(cards[seat::5]) for seat in range(5)]
    turns = [start_hand(rules, number, dealt).turn for number in range(1, 8)]
    assert turns == [1, 2, 3, 4, 0, 1, 2]
