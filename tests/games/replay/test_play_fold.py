"""Plays judged one after the other are judged as the rules judge a whole hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.cards.card import CARDS
from deals.cards.holding import Holding
from games.replay.play_fold import PlayFold
from games.rules.errors import RulesError, WrongPhase
from games.rules.hand import Phase, start_hand
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet
from tests.games.rules.strategies import rule_sets

HOLD = RuleSet(pass_count=0)


def dealt(rules, dice):
    cards = [*rules.deck.cards]
    dice.shuffle(cards)
    places = []
    for size in rules.deck.sizes:
        places.append(Holding(cards[:size]))
        cards = cards[size:]
    hand = start_hand(rules, 1, places)
    if hand.direction is not Direction.HOLD:
        for seat in range(rules.players):
            hand = hand.give_cards(seat, Holding([*hand.dealt[seat]][: rules.pass_count]))
    return hand


def answer(play, seat, card):
    """What an act gives: its value, or the words of its refusal."""
    try:
        return play(seat, card)
    except RulesError as error:
        return type(error), str(error)


@given(rules=rule_sets(), dice=st.randoms(use_true_random=False), data=st.data())
def test_every_play_is_judged_as_the_hand_judges_it(rules, dice, data):
    hand = dealt(rules, dice)
    begun = data.draw(st.integers(0, 9))
    fold = None
    for ply in range(rules.players * rules.deck.size + 1):
        if ply >= begun and fold is None:
            fold = PlayFold(hand)
        if fold is not None:
            seat, card = dice.randrange(rules.players), dice.choice(CARDS)
            refused = answer(hand.play, seat, card)
            if isinstance(refused, tuple):
                assert answer(fold.play, seat, card) == refused
            assert fold.hand == hand
        if hand.turn is not None:
            card = dice.choice([*hand.legal_cards(hand.turn)])
            if fold is not None:
                fold.play(hand.turn, card)
            hand = hand.play(hand.turn, card)
    assert hand.phase is Phase.OVER
    assert fold.hand == hand


def test_no_play_comes_before_the_pass_is_over():
    hand = start_hand(RuleSet(), 1, [Holding(CARDS[seat::4]) for seat in range(4)])
    with pytest.raises(WrongPhase):
        PlayFold(hand)


def test_the_hand_is_the_one_that_it_began_with_until_a_card_is_played():
    hand = start_hand(HOLD, 1, [Holding(CARDS[seat::4]) for seat in range(4)])
    assert PlayFold(hand).hand is hand
