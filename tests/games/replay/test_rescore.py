"""A recorded game under other rules: scores again, acts listed, nothing altered."""

from dataclasses import replace
from pathlib import Path

import pytest

from deals.cards.card import CODES
from games.records.entry import Adjusted, PlayedHand, SheetRow, Substitution
from games.records.openspiel import parse_openspiel
from games.records.record import Record, Start
from games.replay.replay import replay_record
from games.replay.rescore import OtherDeck, rescore_record
from games.rules.row import Row
from games.rules.ruleset import Moon, Opening, RuleSet, parse_rules

RECORDS = Path(__file__).parents[2] / "records"
GAMES = [
    parse_openspiel(line.partition("|")[0], "x")
    for line in (RECORDS / "xinxin-250.txt").read_text().splitlines()[:120]
]
SUITS = tuple(tuple(CODES[at : at + 13]) for at in (0, 13, 26, 39))
BY_RANK = tuple(code for trick in zip(*SUITS, strict=True) for code in trick)
HOLD = RuleSet(pass_count=0)
# Seat 0 leads clubs, the others discard: diamonds, hearts, spades; all tricks are its.
MOON = PlayedHand(dealt=SUITS, played=BY_RANK)
ROW = SheetRow(Row((5, 0, 8, 13)))


def record(*hands, rules=HOLD, start=None):
    return Record("x", rules, ("A", "B", "C", "D"), hands, start=start)


def rescore(*hands, rules=HOLD, start=None, **other):
    return rescore_record(record(*hands, rules=rules, start=start), replace(rules, **other))


def acts(counted):
    return [(act.rule, act.hand, act.ply, act.seat) for act in counted.forbidden]


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_under_its_own_rules_a_game_comes_out_the_same(game):
    again, played = rescore_record(game, game.rules), replay_record(game)
    assert again.forbidden == ()
    assert (again.hands, again.totals, again.winners) == (
        played.hands,
        played.totals,
        played.winners,
    )
    assert (again.ranks, again.finished) == (played.ranks, played.finished)


def test_every_listed_play_is_what_the_other_rules_would_have_refused():
    freer = {"first_trick_safe": False, "hearts_must_break": False}
    listed = 0
    for game in GAMES:
        free = replace(game, rules=replace(game.rules, **freer))
        counted = rescore_record(free, replace(game.rules, queen_may_lead=False))
        for act in counted.forbidden:
            assert act.rule == "queen_lead"
            listed += 1
        assert counted.totals == replay_record(game).totals
    assert listed


def test_scores_are_counted_again():
    assert rescore(MOON, ROW).totals == (5, 26, 34, 39)
    assert rescore(MOON, ROW, moon=Moon.SUBTRACT).totals == (-21, 0, 8, 13)
    assert rescore(MOON, sun=True).totals == (0, 52, 52, 52)


def test_plays_that_the_other_rules_forbid_are_listed_with_their_place():
    cards = list(BY_RANK)
    free = replace(HOLD, first_trick_safe=False)
    # The hearts' holder has nothing but hearts, so the first trick is no fault of it; the spades'
    # holder plays the queen where it could play another.
    cards[3], cards[43] = "QS", "2S"
    assert acts(rescore(replace(MOON, played=tuple(cards)), rules=free, first_trick_safe=True)) == [
        ("first_trick", 1, 3, 3)
    ]


def test_another_opener_and_another_opening_card_are_listed():
    counted = rescore(MOON, opening=Opening.DEALERS_LEFT)
    assert acts(counted) == [("opening_lead", 1, 0, 0)]
    cards = list(BY_RANK)
    cards[0], cards[4] = "3C", "2C"
    any_club = replace(HOLD, opening=Opening.ANY_CLUB)
    counted = rescore(replace(MOON, played=tuple(cards)), rules=any_club, opening=Opening.LOW_CLUB)
    assert acts(counted) == [("opening_lead", 1, 0, 0)]


def test_passes_are_compared_by_count_and_way():
    passed = tuple(suit[:3] for suit in SUITS)
    # Passed left, seat 0 has three spades, seat 3 three hearts, seat 1 the low clubs.
    game = next(game for game in GAMES if game.hands[0].passed)
    own = game.rules
    assert passed
    assert acts(rescore_record(game, replace(own, pass_count=2)))[0] == (
        "pass_count",
        1,
        None,
        None,
    )
    assert acts(rescore_record(game, replace(own, pass_count=0)))[0] == (
        "pass_on_hold",
        1,
        None,
        None,
    )
    other = parse_rules({"passing": ["right"]}).passing
    if own.passing == other:
        other = parse_rules({"passing": ["left"]}).passing
    assert acts(rescore_record(game, replace(own, passing=other)))[0][0] == "pass_direction"
    assert acts(rescore(MOON, pass_count=3))[0] == ("pass_missing", 1, None, None)
    assert rescore(MOON, passing=other, pass_count=0).forbidden == ()


def test_hands_after_an_earlier_end_are_listed_and_do_not_count():
    counted = rescore(MOON, MOON, ROW, target=25)
    assert counted.totals == (0, 26, 26, 26)
    assert acts(counted) == [("after_end", 2, None, None), ("after_end", 3, None, None)]
    assert counted.winners == (0,)


def test_a_choice_that_was_not_asked_for_counts_as_it_did():
    assert rescore(MOON, rules=HOLD, moon=Moon.CHOICE).totals == (0, 26, 26, 26)
    subtract = replace(HOLD, moon=Moon.SUBTRACT)
    counted = rescore(MOON, rules=subtract, moon=Moon.CHOICE)
    assert counted.totals == (-26, 0, 0, 0)
    assert acts(counted) == [("moon_choice_missing", 1, None, 0)]
    assert rescore(MOON, rules=replace(HOLD, moon=Moon.OFF), moon=Moon.CHOICE).totals[1] == 26


def test_a_choice_that_the_other_rules_do_not_ask_for_is_listed():
    choice = replace(HOLD, moon=Moon.CHOICE)
    chosen = replace(MOON, moon_choice="subtract")
    counted = rescore(chosen, rules=choice, moon=Moon.ADD)
    assert counted.totals == (0, 26, 26, 26)
    assert acts(counted) == [("moon_choice_unasked", 1, None, None)]


def test_rows_are_counted_again_as_far_as_they_fit():
    moon = SheetRow(Row((0, 26, 0, 0)))
    assert rescore(moon, moon=Moon.SUBTRACT).totals == (0, -26, 0, 0)
    counted = rescore(ROW, ROW, ten_of_clubs_doubles=True)
    assert (counted.hands, acts(counted)) == ((), [("ambiguous_row", 1, None, None)])
    counted = rescore(moon, rules=replace(HOLD, moon=Moon.SUBTRACT), moon=Moon.CHOICE)
    assert counted.totals == (0, -26, 0, 0)
    assert acts(counted) == [("moon_choice_missing", 1, None, None)]
    assert rescore(moon, moon=Moon.CHOICE).totals == (26, 0, 26, 26)
    chosen = SheetRow(Row((0, 26, 0, 0), moon_choice="add"))
    counted = rescore(chosen, rules=replace(HOLD, moon=Moon.CHOICE), moon=Moon.OFF)
    assert counted.totals == (0, 26, 0, 0)
    assert acts(counted) == [("moon_choice_unasked", 1, None, None)]
    assert rescore(ROW, ROW, target=25, hands=1).totals == (5, 0, 8, 13)


def test_what_stands_among_the_hands_counts_too():
    among = (Adjusted((0, 0, 5, 0)), Substitution(1, "Eve"))
    counted = rescore(*among, ROW, start=Start(5, (20, -11, 4, 13)), moon=Moon.OFF)
    assert counted.totals == (25, -11, 17, 26)


def test_only_hands_that_are_good_by_their_own_rules_are_counted():
    assert rescore(ROW, replace(MOON, played=BY_RANK[:7]), ROW, moon=Moon.OFF).totals == (
        5,
        0,
        8,
        13,
    )


def test_another_deck_was_not_dealt():
    with pytest.raises(OtherDeck) as caught:
        rescore(ROW, players=5)
    assert (caught.value.played, caught.value.asked) == ("4", "5")
