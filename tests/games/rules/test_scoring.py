"""Points, the moon found from cards, what it does by each rule, doubling, bonuses."""

import json
from pathlib import Path

import pytest

from deals.cards.card import CARDS, Suit, parse_card
from deals.cards.holding import Holding, parse_holding
from games.rules.errors import MoonChoiceMissing, MoonChoiceUnasked, WrongPhase
from games.rules.game import start_game
from games.rules.hand import start_hand
from games.rules.ruleset import HeartWorth, Moon, RuleSet, parse_rules
from games.rules.scoring import (
    Haul,
    count_haul,
    hand_haul,
    moon_question,
    moon_scores,
    score_hand,
    score_haul,
)

VECTORS = Path(__file__).parents[2] / "vectors"
CASES = json.loads((VECTORS / "scoring.json").read_text())
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
QUEEN, TEN = parse_card("QS"), parse_card("TC")


def taken(*texts):
    return [parse_holding(text).bits for text in texts]


def score(rules, *texts, winners=(0, 1, 2, 3), **options):
    haul = count_haul(rules, taken(*texts), winners)
    found = score_haul(rules, haul, **options)
    return found.points, found.scores, found.shooter


def omnibus(**settings):
    return parse_rules({"jack": "JD", **settings})


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_vectors_agree(case):
    rules = parse_rules({"passing": "standard", **case["rules"]})
    hearts = iter(card for card in CARDS if card.suit is Suit.HEARTS)
    piles = [Holding(next(hearts) for _ in range(count)).bits for count in case["hearts"]]
    jack = rules.jack if rules.jack is not None else parse_card("JD")
    for card, name in ((QUEEN, "queen"), (jack, "jack"), (TEN, "ten")):
        if case[name] is not None:
            piles[case[name]] |= 1 << card
    haul = count_haul(rules, piles, range(rules.players))
    found = score_haul(rules, haul)
    assert [*found.points] == case["points"]
    assert [*found.scores] == case["scores"]
    assert found.shooter == case["shooter"]


def test_three_hearts_and_the_queen_and_two_hearts_and_eight():
    piles = ("2H 3H 4H", "5H 6H QS", "7H 8H 9H TH JH QH KH AH 2C", "3C 4D")
    assert score(RuleSet(), *piles) == ((3, 15, 8, 0), (3, 15, 8, 0), None)


def test_three_hearts_and_the_queen_are_sixteen_and_no_moon():
    piles = ("2H 3H 4H QS", "5H 6H 7H 8H 9H TH JH QH KH AH", "", "")
    assert score(RuleSet(), *piles) == ((16, 10, 0, 0), (16, 10, 0, 0), None)


def test_hearts_0_9_3_1_with_the_queen_at_seat_2_are_no_moon():
    piles = ("", "2H 3H 4H 5H 6H 7H 8H 9H TH", "JH QH KH QS", "AH")
    assert score(RuleSet(), *piles) == ((0, 9, 16, 1), (0, 9, 16, 1), None)


@pytest.mark.parametrize(
    ("moon", "scores"),
    [
        (Moon.ADD, (26, 26, 0, 26)),
        (Moon.SUBTRACT, (0, 0, -26, 0)),
        (Moon.OFF, (0, 0, 26, 0)),
    ],
)
def test_the_moon_by_each_rule_and_the_shooter_is_named(moon, scores):
    rules = RuleSet(moon=moon)
    assert score(rules, "2C", "", f"{HEARTS} QS", "") == ((0, 0, 26, 0), scores, 2)


def test_all_hearts_without_the_queen_are_no_moon():
    assert score(RuleSet(), HEARTS, "QS", "", "")[2] is None


def test_worths_are_data():
    piles = ("AH QS", "2H", "3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "")
    assert score(RuleSet(hearts=HeartWorth.RANK), *piles)[0] == (27, 2, 88, 0)
    maria = parse_rules({"preset": "black-maria"})
    assert score(maria, "KS 2H", "AS", f"{HEARTS[3:]} QS", "")[0] == (11, 7, 25, 0)
    assert score(maria, f"{HEARTS} QS", "KS", "AS", "")[2] is None
    assert score(maria, f"{HEARTS} QS KS AS", "", "", "")[1] == (0, 43, 43, 43)


@pytest.mark.parametrize(
    ("needs", "jack", "moon", "scores"),
    [
        (True, 0, "add", (0, 26, 26, 26)),
        (True, 0, "subtract", (-26, 0, 0, 0)),
        (True, 2, "add", (26, 0, -10, 0)),
        (True, 2, "subtract", (26, 0, -10, 0)),
        (False, 0, "add", (-10, 26, 26, 26)),
        (False, 0, "subtract", (-36, 0, 0, 0)),
        (False, 2, "add", (0, 26, 16, 26)),
        (False, 2, "subtract", (-26, 0, -10, 0)),
    ],
)
def test_the_jack_under_a_moon(needs, jack, moon, scores):
    piles = [f"{HEARTS} QS", "", "", ""]
    piles[jack] += " JD" if piles[jack] else "JD"
    found = score(omnibus(moon=moon, moon_needs_jack=needs), *piles)
    assert found[1] == scores
    assert found[2] == (0 if jack == 0 or not needs else None)


def test_the_ten_of_diamonds_is_a_bonus_card_where_the_rules_say_so():
    assert score(omnibus(jack="TD"), "TD", HEARTS, "QS", "JD")[0] == (-10, 13, 13, 0)


@pytest.mark.parametrize(
    ("moon", "ten", "scores"),
    [
        ("subtract", 0, (-52, 0, 0, 0)),
        ("subtract", 1, (-26, 0, 0, 0)),
        ("add", 0, (0, 26, 26, 26)),
        ("add", 2, (0, 26, 52, 26)),
        ("off", 0, (52, 0, 0, 0)),
    ],
)
def test_the_ten_of_clubs_doubles_the_final_score(moon, ten, scores):
    piles = [f"{HEARTS} QS", "", "", ""]
    piles[ten] += " TC" if piles[ten] else "TC"
    rules = parse_rules({"moon": moon, "ten_of_clubs_doubles": True})
    assert score(rules, *piles)[1] == scores


@pytest.mark.parametrize(
    ("winners", "scores"),
    [
        ((0,), (0, 52, 52, 52)),
        ((0, 0, 1), (0, 26, 26, 26)),
    ],
)
def test_a_moon_with_all_the_tricks_counts_double_under_sun(winners, scores):
    piles = (f"{HEARTS} QS", "2C", "", "")
    assert score(RuleSet(sun=True), *piles, winners=winners)[1] == scores
    assert score(RuleSet(), *piles, winners=winners)[1] == (0, 26, 26, 26)


def test_the_bonus_is_for_no_trick_and_not_for_no_points():
    rules = RuleSet(no_tricks=-5)
    piles = (HEARTS, "QS", "", "")
    assert score(rules, *piles, winners=(0, 1, 2))[1] == (13, 13, 0, -5)
    # One empty trick taken: no bonus.
    assert score(rules, *piles, winners=(0, 1, 2, 3))[1] == (13, 13, 0, 0)


def test_the_bonus_for_no_trick_is_not_paid_beside_a_moon_unless_moons_are_off():
    piles = (f"{HEARTS} QS", "", "", "")
    assert score(RuleSet(no_tricks=-5), *piles, winners=(0,))[1] == (0, 26, 26, 26)
    off = RuleSet(no_tricks=-5, moon=Moon.OFF)
    assert score(off, *piles, winners=(0, 1))[1] == (26, 0, -5, -5)


CHOICE = RuleSet(moon=Moon.CHOICE)
MOON = (f"{HEARTS} QS", "", "", "")


def test_the_shooter_chooses():
    assert score(CHOICE, *MOON, choice="add")[1] == (0, 26, 26, 26)
    assert score(CHOICE, *MOON, choice="subtract")[1] == (-26, 0, 0, 0)


@pytest.mark.parametrize("choice", [None, "both", "off"])
def test_without_an_answer_the_hand_waits(choice):
    with pytest.raises(MoonChoiceMissing) as caught:
        score(CHOICE, *MOON, choice=choice)
    assert (caught.value.rule, caught.value.shooter) == ("moon_choice_missing", 0)


@pytest.mark.parametrize(
    ("rules", "piles"),
    [(CHOICE, (HEARTS, "QS", "", "")), (RuleSet(), MOON), (RuleSet(moon=Moon.OFF), MOON)],
)
def test_nobody_else_is_asked(rules, piles):
    with pytest.raises(MoonChoiceUnasked) as caught:
        score(rules, *piles, choice="add")
    assert caught.value.rule == "moon_choice_unasked"


@pytest.mark.parametrize(
    ("settings", "totals", "hands", "scores"),
    [
        # Nobody reaches the target: add.
        ({}, (80, 70, 60, 50), 3, (0, 26, 26, 26)),
        # The target is reached, and seat 3 (76) stays lower than the shooter (80): subtract.
        ({}, (80, 76, 60, 50), 3, (-26, 0, 0, 0)),
        # It is reached, and nobody is lower: add, and a tie at the end is not asked.
        ({}, (10, 80, 60, 50), 3, (0, 26, 26, 26)),
        ({}, (76, 80, 60, 50), 3, (0, 26, 26, 26)),
        # The hands limit ends it.
        ({"hands": 4}, (80, 40, 20, 10), 3, (-26, 0, 0, 0)),
        ({"hands": 5}, (80, 40, 20, 10), 3, (0, 26, 26, 26)),
    ],
)
def test_auto_subtracts_where_adding_would_lose_the_game(settings, totals, hands, scores):
    rules = parse_rules({"moon": "auto", **settings})
    game = start_game(rules, totals=totals, hands=hands)
    assert score(rules, *MOON, game=game)[1] == scores


def test_auto_asks_after_sun_bonus_card_and_doubling():
    rules = omnibus(moon="auto", sun=True, moon_needs_jack=False, ten_of_clubs_doubles=True)
    piles = (f"{HEARTS} QS", "TC", "JD", "")
    # 52 each, seat 1 doubled, seat 2 less ten: 30 + 52 stays below 90, and 90 is the target.
    game = start_game(rules, totals=(90, -4, 0, 30), hands=1)
    assert score(rules, *piles, winners=(0,), game=game)[1] == (-52, 0, -10, 0)
    game = start_game(rules, totals=(90, -5, 0, 30), hands=1)
    assert score(rules, *piles, winners=(0,), game=game)[1] == (0, 104, 42, 52)


def test_auto_needs_to_know_the_game():
    rules = RuleSet(moon=Moon.AUTO)
    assert score(rules, HEARTS, "QS", "", "")[1] == (13, 13, 0, 0)
    with pytest.raises(TypeError, match="the game before"):
        score(rules, *MOON)


def played(rules, cards=None):
    """A hold hand in which seat 0 has all spades and hearts, or as dealt, and takes all."""
    dealt = cards or [Holding(CARDS[at : at + 13]) for at in (0, 13, 26, 39)]
    hand = start_hand(rules, 4, dealt)
    while hand.turn is not None:
        hand = hand.play(hand.turn, next(iter(hand.legal_cards(hand.turn))))
    return hand


def test_a_hand_is_scored_when_it_is_over():
    hand = start_hand(RuleSet(pass_count=0), 1, [Holding(CARDS[k::4]) for k in range(4)])
    for ask in (score_hand, moon_question, hand_haul):
        with pytest.raises(WrongPhase):
            ask(hand)
    over = played(RuleSet())
    assert score_hand(over).scores == (0, 26, 26, 26)
    sun = played(RuleSet(sun=True))
    assert hand_haul(sun).is_sun
    assert score_hand(sun).scores == (0, 52, 52, 52)


def test_the_question_shows_both_outcomes():
    asked = moon_question(played(CHOICE))
    assert (asked.shooter, asked.add, asked.subtract) == (0, (0, 26, 26, 26), (-26, 0, 0, 0))
    assert moon_question(played(RuleSet())) is None
    even = [Holding(CARDS[seat::4]) for seat in range(4)]
    assert moon_question(played(CHOICE, even)) is None


def test_no_moon_no_shares():
    haul = Haul((13, 13, 0, 0))
    for effect in Moon:
        assert moon_scores(RuleSet(), haul, effect) == (13, 13, 0, 0)
