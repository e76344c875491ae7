"""Movements: what can be played at all, and the checker's counts."""

import json
from itertools import permutations
from pathlib import Path

import pytest

from games.leagues.movements.errors import MovementFaulty
from games.leagues.movements.meetings import (
    Balance,
    check_balance,
    count_meetings,
    uneven_pairs,
)
from games.leagues.movements.movement import Movement, develop, parse_tables
from games.leagues.movements.stored import MOVEMENTS

VECTORS = json.loads((Path(__file__).parents[3] / "vectors" / "movements.json").read_text())
NAMES = [f"{vector['name']}" for vector in VECTORS["good"]]


def movement_of(vector):
    rounds = tuple(tuple(map(tuple, tables)) for tables in vector["rounds"])
    return Movement(1 + max(max(map(max, tables)) for tables in rounds), rounds)


def balance(movement, relation):
    return next(found for found in check_balance(movement) if found.relation == relation)


@pytest.mark.parametrize("vector", VECTORS["good"], ids=NAMES)
def test_a_good_movement_has_the_meetings_that_stand_beside_it(vector):
    found = balance(movement_of(vector), "table")
    met = {times: pairs for times, pairs in found.pairs.items() if times}
    assert met == dict(vector["same_table"])
    assert found.is_even
    assert uneven_pairs(movement_of(vector), "table") == ()


@pytest.mark.parametrize("vector", VECTORS["faulty"], ids=[v["name"] for v in VECTORS["faulty"]])
def test_a_faulty_movement_is_told_with_its_pairs(vector):
    found = balance(movement_of(vector), "table")
    assert {times: pairs for times, pairs in found.pairs.items() if times} == dict(
        vector["same_table"]
    )
    assert not found.is_even
    assert str(found) == "same table: 0 to 3 times, uneven"
    assert len(uneven_pairs(movement_of(vector), "table")) == 36 + 12


def test_the_whist_movement_has_everybody_across_once_and_at_either_side_twice():
    whist = movement_of(VECTORS["good"][1])
    assert dict(balance(whist, "across").pairs) == {1: 28}
    left = count_meetings(whist.rounds)["left"]
    assert {left[a, b] + left[b, a] for a, b in permutations(range(8), 2)} == {2}


SAID = {
    5: ["left: once", "across: once", "same table: 3 times", "same seat: never"],
    8: ["left: 0 to 2 times, uneven", "across: once", "same table: 3 times", "same seat: once"],
    12: [
        "left: 0 to 2 times, uneven",
        "across: once",
        "same table: 3 times",
        "same seat: twice",
    ],
    13: ["left: once", "across: once", "same table: 3 times", "same seat: twice"],
    16: [
        "left: 0 or 1 times",
        "across: 0 or 1 times",
        "same table: once",
        "same seat: once",
    ],
    17: [
        "left: once",
        "across: once",
        "same table: 3 times",
        "same seat: 2 to 4 times, uneven",
    ],
}


@pytest.mark.parametrize("players", SAID)
def test_our_movements_are_balanced_as_we_say_and_say_where_they_are_not(players):
    assert list(map(str, check_balance(MOVEMENTS[players]))) == SAID[players]


def test_there_is_no_movement_that_nobody_has_counted():
    assert MOVEMENTS.keys() == SAID.keys()


@pytest.mark.parametrize("players", SAID)
def test_in_our_movements_everybody_plays_and_sits_out_equally_often(players):
    movement = MOVEMENTS[players]
    sat = [
        player
        for number in range(1, len(movement.rounds) + 1)
        for player in movement.sitting_out(number)
    ]
    assert movement.players == players
    assert sorted(sat) == (list(range(players)) if players % 4 else [])


def test_a_developed_movement_goes_one_up_and_infinity_stays():
    movement = develop(parse_tables("∞ 0 1 2", infinity=3), 3)
    assert movement.rounds == (((3, 0, 1, 2),), ((3, 1, 2, 0),), ((3, 2, 0, 1),))


def test_at_a_table_of_three_nobody_sits_across():
    counts = count_meetings([((0, 1, 2), (3, 4, 5, 6))])
    assert counts["left"][2, 0] == 1
    assert {player for pair in counts["across"] for player in pair} == {3, 4, 5, 6}
    assert counts["seat"][0, 3] == 1
    assert counts["seat"][6, 0] == 0


def test_rounds_without_tables_have_no_meetings():
    assert not any(count_meetings([()]).values())


@pytest.mark.parametrize(
    ("rounds", "place", "detail"),
    [
        ((((0, 1, 2, 3),), ((0, 1, 2),), ((0, 1),)), (3, 1), "2 sit here"),
        ((((0, 1, 2, 3, 4, 5, 6),),), (1, 1), "7 sit here"),
        ((((0, 1, 2), (3, 4, 8)),), (1, 2), "there is no player 8"),
        ((((0, 1, -2),),), (1, 1), "there is no player -2"),
        ((((0, 1, 2), (2, 3, 4)),), (1, 2), "player 2 sits here and elsewhere"),
        ((((0, 1, 1),),), (1, 1), "player 1 sits here and elsewhere"),
    ],
)
def test_rounds_that_nobody_can_play_are_refused_at_their_place(rounds, place, detail):
    with pytest.raises(MovementFaulty) as refused:
        Movement(8, rounds)
    assert (refused.value.round, refused.value.table) == place
    assert refused.value.detail == detail


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ({1: 5}, "same seat: once"),
        ({4: 5}, "same seat: 4 times"),
        ({1: 5, 2: 5}, "same seat: 1 or 2 times"),
        ({0: 5, 3: 5}, "same seat: 0 to 3 times, uneven"),
    ],
)
def test_a_balance_is_said_in_words(pairs, said):
    assert str(Balance("seat", pairs)) == said
