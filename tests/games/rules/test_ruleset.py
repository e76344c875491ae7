"""Rule sets: JSON, presets, the canonical line, and what is refused by name."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals.cards.card import parse_card
from games.rules.errors import InvalidRules
from games.rules.passing import CYCLES, Direction
from games.rules.presets import PRESETS
from games.rules.ruleset import (
    SETTINGS,
    HeartWorth,
    Moon,
    Opening,
    RuleSet,
    Spare,
    Tie,
    format_rules_line,
    parse_rules,
    parse_rules_line,
    rules_to_json,
)
from tests.games.rules.strategies import rule_sets

STANDARD = (
    "players=4 spare=strip pass_count=3 passing=left,right,across,hold opening=low_club "
    "first_trick_safe=yes hearts_must_break=yes queen_breaks_hearts=no queen_may_lead=yes "
    "heart_for_queen=no hearts=one spades=QS=13 jack=- ten_of_clubs_doubles=no no_tricks=0 "
    "moon=add moon_needs_jack=yes sun=no target=100 hands=- tie=play_on brink_holds=no"
)


def test_the_standard_is_written_as_the_specification_has_it():
    assert format_rules_line(RuleSet()) == STANDARD
    assert parse_rules_line(STANDARD) == RuleSet() == parse_rules({})


def test_there_are_22_settings_in_one_order():
    assert len(SETTINGS) == 22
    assert tuple(rules_to_json(RuleSet())) == SETTINGS
    assert tuple(part.partition("=")[0] for part in STANDARD.split(" ")) == SETTINGS


def test_json_has_numbers_booleans_null_lists_and_an_object():
    plain = json.loads(json.dumps(rules_to_json(RuleSet(target=None, hands=16))))
    assert plain["players"] == 4
    assert plain["first_trick_safe"] is True
    assert plain["passing"] == ["left", "right", "across", "hold"]
    assert plain["spades"] == {"QS": 13}
    assert plain["jack"] is None
    assert plain["target"] is None
    assert plain["hands"] == 16


@settings(deadline=None)
@given(rule_sets())
def test_what_is_written_is_read_again(rules):
    assert parse_rules(json.loads(json.dumps(rules_to_json(rules)))) == rules
    assert parse_rules_line(format_rules_line(rules)) == rules


def test_every_setting_can_be_written():
    rules = RuleSet(
        players=6,
        spare=Spare.KITTY,
        passing=(Direction.LEFT2, Direction.RIGHT2),
        opening=Opening.DEALERS_LEFT,
        hearts=HeartWorth.RANK,
        spades=tuple((parse_card(code), 7) for code in ("QS", "KS", "AS")),
        jack=parse_card("TD"),
        no_tricks=-5,
        moon=Moon.AUTO,
        sun=True,
        target=None,
        hands=16,
        brink_holds=True,
    )
    assert format_rules_line(rules) == (
        "players=6 spare=kitty pass_count=3 passing=left2,right2 opening=dealers_left "
        "first_trick_safe=yes hearts_must_break=yes queen_breaks_hearts=no queen_may_lead=yes "
        "heart_for_queen=no hearts=rank spades=QS=7,KS=7,AS=7 jack=TD ten_of_clubs_doubles=no "
        "no_tricks=-5 moon=auto moon_needs_jack=yes sun=yes target=- hands=16 tie=play_on "
        "brink_holds=yes"
    )


@pytest.mark.parametrize("name", ["standard", "windows", "black-lady", "chase-the-lady"])
def test_the_standard_has_other_names(name):
    assert parse_rules({"preset": name}) == RuleSet()


SCORESHEET = {"moon": Moon.SUBTRACT, "queen_breaks_hearts": True, "tie": Tie.SHARE}


@pytest.mark.parametrize(
    ("name", "differs"),
    [
        ("scoresheet", SCORESHEET),
        ("omnibus", {"jack": parse_card("JD")}),
        ("short", {"target": 50}),
        ("no-pass", {"passing": CYCLES["none"]}),
        ("turbo", {**SCORESHEET, "ten_of_clubs_doubles": True}),
        ("spot", {**SCORESHEET, "hearts": HeartWorth.RANK}),
        ("new-moon", {**SCORESHEET, "target": 50}),
        (
            "black-maria",
            {
                "passing": (Direction.RIGHT,),
                "opening": Opening.DEALERS_LEFT,
                "first_trick_safe": False,
                "hearts_must_break": False,
                "spades": tuple(zip(map(parse_card, ("QS", "KS", "AS")), (13, 10, 7), strict=True)),
            },
        ),
        (
            "openspiel",
            {
                "queen_breaks_hearts": True,
                "moon_needs_jack": False,
                "target": None,
                "hands": 1,
                "tie": Tie.SHARE,
            },
        ),
    ],
)
def test_presets_are_what_differs(name, differs):
    assert parse_rules({"preset": name}) == RuleSet(**differs)


def test_a_presets_passing_counts_as_a_cycles_name():
    for name, preset in PRESETS.items():
        assert set(preset) <= set(SETTINGS)
        for players in (3, 4, 5, 6):
            passing = parse_rules({"preset": name, "players": players}).passing
            assert (Direction.ACROSS in passing) == (
                preset.get("passing", "standard") == "standard" and players % 2 == 0
            )


@pytest.mark.parametrize(
    ("name", "odd", "even"),
    [
        ("standard", "left right hold", "left right across hold"),
        ("no-hold", "left right", "left right across"),
        ("alternate", "left right", "left right"),
        ("always-left", "left", "left"),
        ("none", "hold", "hold"),
    ],
)
def test_cycles_leave_across_out_for_an_odd_number(name, odd, even):
    for players in (3, 4, 5, 6):
        passing = parse_rules({"players": players, "passing": name}).passing
        assert " ".join(passing) == (odd if players % 2 else even)


@pytest.mark.parametrize("way", ["left2", "right2"])
def test_two_seats_on_needs_five(way):
    for players in (3, 4):
        with pytest.raises(InvalidRules) as caught:
            parse_rules({"players": players, "passing": [way]})
        assert caught.value.setting == "passing"
    for players in (5, 6):
        assert parse_rules({"players": players, "passing": [way]}).passing == (Direction(way),)


def test_single_settings_stand_over_a_preset():
    rules = parse_rules({"moon": "add", "preset": "scoresheet", "target": 50})
    assert rules == RuleSet(queen_breaks_hearts=True, tie=Tie.SHARE, target=50)


def test_a_cycles_name_is_written_out():
    assert parse_rules({"passing": "no-hold"}).passing == CYCLES["no-hold"]


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("players", 7),
        ("players", 2),
        ("players", "4"),
        ("spare", "burn"),
        ("pass_count", 5),
        ("pass_count", -1),
        ("pass_count", True),
        ("passing", []),
        ("passing", ["left2"]),
        ("passing", "left"),
        ("opening", None),
        ("first_trick_safe", 1),
        ("hearts_must_break", "yes"),
        ("hearts", 1),
        ("spades", {"KS": 10}),
        ("jack", "QD"),
        ("no_tricks", 5),
        ("no_tricks", -11),
        ("moon", "none"),
        ("target", 26),
        ("target", 0),
        ("target", 505),
        ("hands", 0),
        ("hands", 101),
        ("tie", "win"),
        ("brink_holds", None),
        ("quuen_may_lead", True),
        ("preset", "home"),
        ("preset", ["standard"]),
    ],
)
def test_what_is_unknown_or_out_of_range_is_refused_with_its_name(setting, value):
    with pytest.raises(InvalidRules) as caught:
        parse_rules({setting: value})
    assert caught.value.setting == setting
    assert caught.value.code == "invalid-rules"


@pytest.mark.parametrize("source", [None, [], "standard", 4, True])
def test_rules_are_an_object(source):
    with pytest.raises(InvalidRules) as caught:
        parse_rules(source)
    assert caught.value.setting == "rules"


def test_across_with_an_odd_number_of_players_is_contradictory():
    with pytest.raises(InvalidRules) as caught:
        parse_rules({"players": 5, "passing": ["across"]})
    assert caught.value.setting == "passing"


def test_a_game_needs_an_end():
    with pytest.raises(InvalidRules) as caught:
        parse_rules({"target": None})
    assert caught.value.setting == "hands"
    assert parse_rules({"target": None, "hands": 3}).hands == 3


def test_settings_that_mean_nothing_are_accepted():
    assert not parse_rules({"moon_needs_jack": False}).moon_needs_jack
    assert parse_rules({"brink_holds": True, "target": None, "hands": 4}).brink_holds


@pytest.mark.parametrize(
    ("old", "new", "setting"),
    [
        ("players=4", "players=04", "players"),
        ("players=4 ", "", "players"),
        ("players=4 ", "players=4  ", "spare"),
        ("spare=strip pass_count=3", "pass_count=3 spare=strip", "spare"),
        ("spades=QS=13", "spades=QS=013", "spades"),
        ("passing=left,right,across,hold", "passing=standard", "passing"),
        ("passing=left,right,across,hold", "passing=left,right,", "passing"),
        ("sun=no", "sun=false", "sun"),
        ("target=100 ", "", "target"),
        (" brink_holds=no", "", "brink_holds"),
        ("brink_holds=no", "brink_holds=no\n", "brink_holds"),
        ("brink_holds=no", "brink_holds=no ", "rules"),
        ("brink_holds=no", "brink_holds", "brink_holds"),
        ("target=100", "target=-", "hands"),
    ],
)
def test_a_line_that_is_not_canonical_is_refused_with_the_setting(old, new, setting):
    with pytest.raises(InvalidRules) as caught:
        parse_rules_line(STANDARD.replace(old, new))
    assert caught.value.setting == setting


def test_spades_out_of_order_are_not_canonical():
    line = STANDARD.replace("QS=13", "KS=10,QS=13")
    with pytest.raises(InvalidRules, match="expected to be written QS=13,KS=10"):
        parse_rules_line(line)


@settings(deadline=None)
@given(st.text())
def test_no_text_breaks_the_line_parser(text):
    with pytest.raises(InvalidRules):
        parse_rules_line(text)


@pytest.mark.parametrize(
    ("players", "spare", "code"),
    [
        (4, "strip", "4"),
        (4, "kitty", "4"),
        (3, "strip", "3"),
        (5, "strip", "5"),
        (6, "kitty", "6+kitty"),
    ],
)
def test_the_deck_follows_from_players_and_spare(players, spare, code):
    assert RuleSet(players=players, spare=Spare(spare)).deck.code == code


def test_penalty_cards_are_a_table():
    assert sum(RuleSet().worths.values()) == 26
    assert sum(RuleSet(hearts=HeartWorth.RANK).worths.values()) == 117
    maria = tuple(zip(map(parse_card, ("QS", "KS", "AS")), (13, 10, 7), strict=True))
    assert sum(RuleSet(spades=maria).worths.values()) == 43


def test_the_cycle_runs_over_the_whole_game():
    ways = [RuleSet().direction(number) for number in range(1, 10)]
    assert " ".join(ways) == "left right across hold left right across hold left"


def test_on_the_brink_a_hand_is_held_and_the_cycle_is_not_shifted():
    rules = RuleSet(brink_holds=True)
    assert rules.direction(2, totals=(99, 3, 4, 5)) is Direction.HOLD
    assert rules.direction(3, totals=(98, 3, 4, 5)) is Direction.ACROSS
    assert RuleSet().direction(2, totals=(99, 3, 4, 5)) is Direction.RIGHT
    unended = RuleSet(brink_holds=True, target=None, hands=4)
    assert unended.direction(2, totals=(99, 3, 4, 5)) is Direction.RIGHT


def test_without_cards_to_pass_every_hand_is_a_hold_hand():
    assert {RuleSet(pass_count=0).direction(number) for number in range(1, 6)} == {Direction.HOLD}
