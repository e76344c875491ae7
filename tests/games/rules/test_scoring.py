"""Points, and the moon found from cards."""

import pytest

from deals.cards.card import CARDS
from deals.cards.holding import Holding, parse_holding
from games.rules.errors import WrongPhase
from games.rules.hand import start_hand
from games.rules.ruleset import HeartWorth, Moon, RuleSet
from games.rules.scoring import HandScore, score_hand, score_taken

HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def taken(*texts):
    return [parse_holding(text).bits for text in texts]


def test_three_hearts_and_the_queen_and_two_hearts_and_eight():
    piles = taken("2H 3H 4H", "5H 6H QS", "7H 8H 9H TH JH QH KH AH 2C", "3C 4D")
    assert score_taken(RuleSet(), piles).points == (3, 15, 8, 0)
    assert score_taken(RuleSet(), piles).scores == (3, 15, 8, 0)


def test_three_hearts_and_the_queen_are_sixteen_and_no_moon():
    piles = taken("2H 3H 4H QS", "5H 6H 7H 8H 9H TH JH QH KH AH", "", "")
    assert score_taken(RuleSet(), piles) == HandScore((16, 10, 0, 0), (16, 10, 0, 0), None)


def test_hearts_0_9_3_1_with_the_queen_at_seat_2_are_no_moon():
    piles = taken("", "2H 3H 4H 5H 6H 7H 8H 9H TH", "JH QH KH QS", "AH")
    assert score_taken(RuleSet(), piles) == HandScore((0, 9, 16, 1), (0, 9, 16, 1), None)


@pytest.mark.parametrize(
    ("moon", "scores"),
    [
        (Moon.ADD, (26, 26, 0, 26)),
        (Moon.SUBTRACT, (0, 0, -26, 0)),
        (Moon.OFF, (0, 0, 26, 0)),
    ],
)
def test_the_moon_by_each_rule_and_the_shooter_is_named(moon, scores):
    piles = taken("2C", "", f"{HEARTS} QS", "")
    assert score_taken(RuleSet(moon=moon), piles) == HandScore((0, 0, 26, 0), scores, 2)


def test_all_hearts_without_the_queen_are_no_moon():
    assert score_taken(RuleSet(), taken(HEARTS, "QS", "", "")).shooter is None


def test_worths_are_data():
    piles = taken("AH QS", "2H", "3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "")
    assert score_taken(RuleSet(hearts=HeartWorth.RANK), piles).points == (27, 2, 88, 0)


def test_a_hand_is_scored_when_it_is_over():
    hand = start_hand(RuleSet(pass_count=0), 1, [Holding(CARDS[k::4]) for k in range(4)])
    with pytest.raises(WrongPhase):
        score_hand(hand)
