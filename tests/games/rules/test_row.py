"""Rows of a score sheet: the order of the checks, what decides, what scores."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.errors import (
    AmbiguousRow,
    BadSum,
    ImpossibleRow,
    MoonChoiceMissing,
    MoonChoiceUnasked,
    RowMisshapen,
)
from games.rules.game import start_game
from games.rules.row import Row, can_share, score_row
from games.rules.ruleset import Moon, parse_rules
from games.rules.scoring import hand_haul, score_haul
from tests.games.rules.strategies import hands, play_out


def score(points, rules=None, **extras):
    found = score_row(Row(tuple(points), **extras), start_game(parse_rules(rules or {})))
    return found.scores, found.shooter


def refused(error, points, rules=None, **extras):
    with pytest.raises(error) as caught:
        score(points, rules, **extras)
    return caught.value


@pytest.mark.parametrize(
    ("rules", "points", "needed"),
    [
        ({}, (5, 0, 8, 14), 26),
        ({"preset": "omnibus"}, (5, 0, 8, 13), 16),
        ({"preset": "spot"}, (26, 0, 0, 0), 117),
        ({"preset": "black-maria"}, (26, 0, 0, 0), 43),
    ],
)
def test_a_bad_sum_tells_what_there_is_and_what_is_needed(rules, points, needed):
    error = refused(BadSum, points, rules)
    assert (error.rule, error.found, error.needed) == ("bad_sum", sum(points), needed)
    assert str(needed) in str(error)


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ({}, (9, 5, 8, 4)),
        ({}, (27, -1, 0, 0)),
        ({"preset": "omnibus"}, (-11, 13, 14, 0)),
        ({"preset": "spot"}, (1, 116, 0, 0)),
        ({"preset": "black-maria"}, (9, 11, 11, 12)),
    ],
)
def test_a_row_that_no_cards_make_is_impossible(rules, points):
    assert refused(ImpossibleRow, points, rules).rule == "impossible_row"


def test_three_hearts_the_queen_and_two_eight_and_nothing():
    assert score((3, 15, 8, 0)) == ((3, 15, 8, 0), None)
    assert score((0, 26, 0, 0)) == ((26, 0, 26, 26), 1)


@pytest.mark.parametrize("seat", range(4))
def test_sixteen_alone_under_omnibus_is_ambiguous_and_the_jack_decides(seat):
    points = [0, 0, 0, 0]
    points[seat] = 16
    assert refused(AmbiguousRow, points, {"preset": "omnibus"}).extras == ("jack",)
    other = (seat + 1) % 4
    moon = tuple(0 if place == seat else 26 for place in range(4))
    assert score(points, {"preset": "omnibus"}, jack=seat) == (moon, seat)
    assert score(points, {"preset": "omnibus"}, jack=other) == (tuple(points), None)


def test_other_rows_under_omnibus_need_no_jack():
    assert score((3, 5, 8, 0), {"preset": "omnibus"}) == ((3, 5, 8, 0), None)


def test_a_shooter_that_stays_open_with_equal_scores_is_nobody():
    off = {"preset": "omnibus", "moon": "off"}
    assert score((16, 0, 0, 0), off) == ((16, 0, 0, 0), None)
    assert score((16, 0, 0, 0), off, jack=0) == ((16, 0, 0, 0), 0)


def test_where_the_ten_doubles_it_must_be_told():
    turbo = {"preset": "turbo"}
    assert refused(AmbiguousRow, (5, 0, 8, 13), turbo).extras == ("ten",)
    assert score((5, 0, 8, 13), turbo, ten=3)[0] == (5, 0, 8, 26)
    assert score((26, 0, 0, 0), turbo, ten=0)[0] == (-52, 0, 0, 0)


def test_a_moon_where_all_the_tricks_count_double_needs_to_say_so():
    sun = {"sun": True}
    assert refused(AmbiguousRow, (26, 0, 0, 0), sun).extras == ("sun",)
    assert score((26, 0, 0, 0), sun, sun=True)[0] == (0, 52, 52, 52)
    assert score((26, 0, 0, 0), sun, sun=False)[0] == (0, 26, 26, 26)
    assert score((25, 1, 0, 0), sun)[0] == (25, 1, 0, 0)


def test_who_took_no_trick_must_be_told_where_it_counts():
    bonus = {"no_tricks": -5}
    assert refused(AmbiguousRow, (5, 0, 8, 13), bonus).extras == ("no_tricks",)
    assert score((5, 0, 8, 13), bonus, no_tricks=())[0] == (5, 0, 8, 13)
    assert score((5, 0, 8, 13), bonus, no_tricks=(1,))[0] == (5, -5, 8, 13)
    assert score((5, 2, 6, 13), bonus)[0] == (5, 2, 6, 13)
    assert score((26, 0, 0, 0), bonus)[0] == (0, 26, 26, 26)


def test_several_extras_can_decide():
    both = {"no_tricks": -5, "ten_of_clubs_doubles": True}
    assert refused(AmbiguousRow, (5, 0, 8, 13), both).extras == ("ten", "no_tricks")
    sun = {"sun": True, "no_tricks": -5, "moon": "off"}
    assert refused(AmbiguousRow, (26, 0, 0, 0), sun).extras == ("sun", "no_tricks")


@pytest.mark.parametrize(
    ("rules", "points", "extras"),
    [
        ({"sun": True}, (5, 0, 8, 13), {"sun": True}),
        ({"sun": True, "preset": "omnibus"}, (16, 0, 0, 0), {"sun": True, "jack": 1}),
        ({"sun": True, "preset": "turbo"}, (26, 0, 0, 0), {"sun": True, "ten": 1}),
        ({"no_tricks": -5}, (5, 0, 8, 13), {"no_tricks": (0,)}),
        ({"no_tricks": -5, "preset": "turbo"}, (5, 0, 8, 13), {"no_tricks": (1,), "ten": 1}),
        ({"no_tricks": -5, "preset": "omnibus"}, (5, 0, -2, 13), {"no_tricks": (2,), "jack": 2}),
        ({"no_tricks": -5, "sun": True}, (26, 0, 0, 0), {"no_tricks": (1,), "sun": True}),
        ({"preset": "omnibus"}, (-7, 13, 10, 0), {"jack": 2}),
    ],
)
def test_an_extra_that_contradicts_the_points_makes_the_row_impossible(rules, points, extras):
    refused(ImpossibleRow, points, rules, **extras)


def test_an_extra_that_no_setting_needs_is_not_used():
    extras = {"jack": 3, "ten": 0, "sun": True, "no_tricks": (0, 2)}
    assert score((5, 0, 8, 13), **extras) == ((5, 0, 8, 13), None)


def test_a_moon_waits_for_its_choice():
    choice = {"moon": "choice"}
    error = refused(MoonChoiceMissing, (0, 26, 0, 0), choice)
    assert (error.rule, error.shooter) == ("moon_choice_missing", 1)
    assert score((0, 26, 0, 0), choice, moon_choice="add")[0] == (26, 0, 26, 26)
    assert score((0, 26, 0, 0), choice, moon_choice="subtract")[0] == (0, -26, 0, 0)
    assert refused(MoonChoiceMissing, (0, 26, 0, 0), choice, moon_choice="both").shooter == 1


def test_nobody_else_chooses():
    for points, rules in (((5, 0, 8, 13), {"moon": "choice"}), ((0, 26, 0, 0), {})):
        error = refused(MoonChoiceUnasked, points, rules, moon_choice="add")
        assert error.rule == "moon_choice_unasked"


def test_the_checks_come_in_their_order():
    choice = {"moon": "choice", "sun": True}
    refused(BadSum, (0, 25, 0, 0), choice, moon_choice="add")
    refused(ImpossibleRow, (9, 5, 8, 4), choice, moon_choice="add")
    refused(MoonChoiceUnasked, (5, 0, 8, 13), choice, moon_choice="add")
    refused(MoonChoiceMissing, (0, 26, 0, 0), choice)
    assert refused(AmbiguousRow, (0, 26, 0, 0), choice, moon_choice="add").extras == ("sun",)


def test_an_answer_says_that_it_was_a_moon_and_without_it_the_jack_decides():
    rules = {"preset": "omnibus", "moon": "choice"}
    assert refused(AmbiguousRow, (16, 0, 0, 0), rules).extras == ("jack",)
    assert score((16, 0, 0, 0), rules, moon_choice="add") == ((0, 26, 26, 26), 0)


@pytest.mark.parametrize(
    "row",
    [
        Row((26, 0, 0)),
        Row((26, 0, 0, 0, 0)),
        Row((26, 0, 0, 0), jack=4),
        Row((26, 0, 0, 0), ten=-1),
        Row((26, 0, 0, 0), no_tricks=(1, 7)),
    ],
)
def test_a_row_is_one_number_a_seat_and_names_seats_that_are_there(row):
    with pytest.raises(RowMisshapen) as caught:
        score_row(row, start_game(parse_rules({})))
    assert caught.value.rule is None


def test_cards_are_shared_out_exactly_when_some_way_does():
    worths = (5, 3, 2)
    ways = set()
    for takers in product(range(3), repeat=3):
        sums = [0, 0, 0]
        for worth, taker in zip(worths, takers, strict=True):
            sums[taker] += worth
        ways.add(tuple(sums))
    for sums in product(range(-1, 12), repeat=3):
        if sum(sums) == 10:
            assert can_share(worths, sums) == (sums in ways)


def test_ranks_of_hearts_are_shared_out_quickly():
    spot = parse_rules({"preset": "spot", "players": 6})
    worths = sorted(spot.worths.values(), reverse=True)
    assert can_share(worths, (20, 20, 20, 20, 20, 17))
    assert not can_share(worths, (1, 20, 20, 20, 20, 36))
    assert not can_share(worths, (3, 3, 27, 28, 28, 28))


@settings(max_examples=60, deadline=None)
@given(hands(), st.data())
def test_the_row_of_a_played_hand_scores_as_the_hand_did(played, data):
    hand, picks = played
    rules = hand.rules
    haul = hand_haul(play_out(hand, picks))
    asked = rules.moon is Moon.CHOICE and haul.shooter is not None
    choice = data.draw(st.sampled_from(["add", "subtract"])) if asked else None
    row = Row(
        haul.points,
        jack=haul.jack,
        ten=haul.ten,
        sun=haul.is_sun if rules.sun else None,
        no_tricks=haul.trickless if rules.no_tricks else None,
        moon_choice=choice,
    )
    game = start_game(rules)
    assert score_row(row, game) == score_haul(rules, haul, game, choice=choice)
