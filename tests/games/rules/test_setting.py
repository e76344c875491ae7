"""The kinds of values: what is read, what is refused, what is written."""

import pytest

from deals.cards.card import parse_card
from games.rules.passing import CYCLES, Direction
from games.rules.ruleset import Moon
from games.rules.setting import Choice, Cycle, Misfit, PenaltySpades, write_json, write_text

QS, KS, AS = map(parse_card, ("QS", "KS", "AS"))


@pytest.mark.parametrize(
    ("value", "json_value", "text"),
    [
        (None, None, "-"),
        (True, True, "yes"),
        (False, False, "no"),
        (-10, -10, "-10"),
        (Moon.SUBTRACT, "subtract", "subtract"),
        (parse_card("JD"), "JD", "JD"),
        ((Direction.LEFT, Direction.HOLD), ["left", "hold"], "left,hold"),
        (((QS, 13), (AS, 7)), {"QS": 13, "AS": 7}, "QS=13,AS=7"),
    ],
)
def test_a_value_has_one_form_in_json_and_one_in_a_line(value, json_value, text):
    assert write_json(value) == json_value
    assert type(write_json(value)) is type(json_value)
    assert write_text(value) == text


@pytest.mark.parametrize("value", [None, parse_card("JD"), True, 4, Moon.OFF])
def test_a_choice_reads_what_is_written(value):
    choice = Choice([value])
    assert choice.read_json(write_json(value)) == value
    assert choice.read_text(write_text(value)) == value


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [], {}, 0, 3, 10**400, float("nan")])
def test_a_choice_of_numbers_takes_nothing_else(value):
    with pytest.raises(Misfit, match="expected 1 or 2"):
        Choice([1, 2]).read_json(value)


@pytest.mark.parametrize("text", ["", "01", "+1", " 1", "1 ", "\uff11", "yes"])
def test_a_number_has_one_text(text):
    with pytest.raises(Misfit):
        Choice([1, 2]).read_text(text)


@pytest.mark.parametrize(
    ("name", "four", "three"),
    [
        ("standard", "left right across hold", "left right hold"),
        ("no-hold", "left right across", "left right"),
        ("alternate", "left right", "left right"),
        ("always-left", "left", "left"),
        ("none", "hold", "hold"),
    ],
)
def test_a_cycles_name_leaves_across_out_for_an_odd_number_of_players(name, four, three):
    assert Cycle(players=4).read_json(name) == tuple(four.split())
    assert Cycle(players=6).read_json(name) == tuple(four.split())
    assert Cycle(players=3).read_json(name) == tuple(three.split())
    assert Cycle(players=5).read_json(name) == tuple(three.split())
    assert name in CYCLES


@pytest.mark.parametrize(
    ("players", "direction"),
    [(3, "across"), (5, "across"), (3, "left2"), (4, "left2"), (3, "right2"), (4, "right2")],
)
def test_an_impossible_direction_is_refused(players, direction):
    with pytest.raises(Misfit, match=f"{players} players can't pass {direction}"):
        Cycle(players=players).read_json(["left", direction])


@pytest.mark.parametrize(("players", "direction"), [(5, "left2"), (6, "right2"), (6, "across")])
def test_two_seats_on_needs_five_or_six_and_across_an_even_number(players, direction):
    assert Cycle(players=players).read_text(direction) == (direction,)


@pytest.mark.parametrize(
    "value",
    [[], "sideways", ["sideways"], [None], [["left"]], 3, None, {"left": 1}, ["left"] * 101],
)
def test_what_is_no_cycle_is_refused(value):
    with pytest.raises(Misfit):
        Cycle(players=4).read_json(value)


def test_a_cycle_may_be_long():
    assert len(Cycle(players=4).read_json(["left"] * 100)) == 100


def test_spades_come_in_their_order():
    spades = PenaltySpades()
    assert spades.read_json({"AS": 7, "QS": 13, "KS": 10}) == ((QS, 13), (KS, 10), (AS, 7))
    assert spades.read_text("QS=50") == ((QS, 50),)


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"KS": 10},
        {"QS": 0},
        {"QS": 51},
        {"QS": True},
        {"QS": "13"},
        {"QS": 13.0},
        {"QS": 13, "JS": 1},
        {"QS": 13, "KS": None},
        ["QS"],
        None,
        13,
    ],
)
def test_spades_need_the_queen_and_worths_from_1_to_50(value):
    with pytest.raises(Misfit):
        PenaltySpades().read_json(value)


@pytest.mark.parametrize("text", ["", "QS", "QS=", "QS=13,", "QS=013", "QS=13,QS", "13=QS"])
def test_spades_in_a_line_are_codes_and_worths(text):
    with pytest.raises(Misfit):
        PenaltySpades().read_text(text)
