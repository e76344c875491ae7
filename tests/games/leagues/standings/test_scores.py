"""What a game and a board come to, and the places in the standings."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.leagues.standings.boards import board_scores, matchpoints, score_board
from games.leagues.standings.games import place_points, score_game
from games.leagues.standings.ranking import rank_entrants
from games.leagues.standings.tally import Running, Tally

VECTORS = json.loads((Path(__file__).parents[3] / "vectors" / "matchpoints.json").read_text())
TOTALS = st.lists(st.integers(-200, 200), min_size=3, max_size=6)


@pytest.mark.parametrize("board", VECTORS["boards"], ids=lambda board: f"{len(board['points'])}")
def test_matchpoints_are_those_of_the_vectors(board):
    won = matchpoints(board["points"])
    assert won == (None if board["matchpoints"] is None else tuple(board["matchpoints"]))
    scores = board_scores(board["points"])
    if won is None:
        assert scores is None
    else:
        assert board["top"] == 2 * (len(board["points"]) - 1)
        assert scores == tuple(Fraction(one, board["top"]) for one in won)


@given(st.lists(st.integers(-26, 52), min_size=2, max_size=12))
def test_matchpoints_count_the_others_one_by_one(points):
    assert matchpoints(points) == tuple(
        sum((2 * (other > own)) + (other == own) for other in points) - 1 for own in points
    )


@given(st.lists(st.integers(0, 26), min_size=2, max_size=12))
def test_the_scores_of_a_board_sum_to_half_of_its_results(points):
    assert sum(board_scores(points)) == Fraction(len(points), 2)


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ([3, 15, 8, 104], "4 2 3 1"),
        ([20, 3, 3, 0], "1 5/2 5/2 4"),
        ([7, 7, 7, 7], "5/2 5/2 5/2 5/2"),
        ([5, 5, 5], "2 2 2"),
        ([1, 2, 3, 4, 5, 6], "6 5 4 3 2 1"),
        ([9, 9, 9, 1, 9], "5/2 5/2 5/2 5 5/2"),
        ([-26, 0, 0, 26], "4 5/2 5/2 1"),
    ],
)
def test_equal_places_share_their_points(totals, points):
    assert " ".join(map(str, place_points(totals))) == points


@given(TOTALS)
def test_place_points_sum_to_the_same_at_every_table_of_a_size(totals):
    count = len(totals)
    assert sum(place_points(totals)) == Fraction(count * (count + 1), 2)
    assert sum(part.tally.firsts for part in score_game(totals)) == 1


def test_a_board_compares_seat_with_seat_and_takes_the_difference_to_the_others():
    first, second, third = score_board([[13, 0, 13, 0], [0, 26, 0, 0], [13, 0, 13, 0]])
    assert [part.tally.sum for part in first] == [
        Fraction(1, 4),
        Fraction(3, 4),
        Fraction(1, 4),
        Fraction(1, 2),
    ]
    assert [part.tally.sum for part in second] == [1, 0, 1, Fraction(1, 2)]
    assert [part.tally.points for part in second] == [13, -26, 13, 0]
    assert first == third


def test_a_board_that_one_table_has_played_compares_nobody():
    assert [part.tally for part in score_board([[13, 0, 13, 0]])[0]] == [Tally()] * 4
    assert score_board([]) == ()


@given(st.lists(st.tuples(TOTALS, st.sampled_from([1, -1]))))
def test_a_running_tally_is_the_sum_of_its_parts_in_any_order(results):
    running, tally = Running(), Tally()
    for totals, sign in results:
        part = score_game(totals)[0]
        running.add(part, sign=sign)
        tally = tally + part.tally if sign == 1 else tally - part.tally
    assert running.tally == tally


def test_what_is_nothing_has_no_mean():
    assert (Tally().mean, Tally().mean_firsts, Tally().mean_points) == (None, None, None)


def lines(kind, **tallies):
    return [(line.entrant, line.rank, line.ahead_by) for line in rank_entrants(kind, tallies)]


def test_the_mean_decides_and_not_the_sum():
    assert lines("cumulative", a=Tally(3, Fraction(9), 3), b=Tally(1, Fraction(4), 1)) == [
        ("b", 1, "mean"),
        ("a", 2, None),
    ]


def test_what_decided_a_tie_is_shown():
    assert lines(
        "swiss",
        a=Tally(2, Fraction(5), 2, Fraction(0), Fraction(30)),
        b=Tally(2, Fraction(5), 2, Fraction(1), Fraction(80)),
        c=Tally(2, Fraction(5), 2, Fraction(0), Fraction(20)),
    ) == [("b", 1, "firsts"), ("c", 2, "points"), ("a", 3, None)]


def test_who_is_equal_in_all_shares_a_place_and_the_next_is_skipped():
    same = Tally(2, Fraction(5), 2, Fraction(1), Fraction(30))
    assert lines(
        "cumulative", a=same, b=Tally(1, Fraction(1), 1), c=same, d=Tally(2, Fraction(2), 2)
    ) == [
        ("a", 1, None),
        ("c", 1, "mean"),
        ("b", 3, None),
        ("d", 3, None),
    ]


def test_of_boards_the_difference_to_the_others_decides():
    assert lines(
        "same-deal",
        a=Tally(2, Fraction(1), 2, Fraction(0), Fraction(-3)),
        b=Tally(4, Fraction(2), 4, Fraction(0), Fraction(8)),
        c=Tally(2, Fraction(1)),
    ) == [("b", 1, "difference"), ("c", 2, "difference"), ("a", 3, None)]


def test_who_has_not_played_has_no_place():
    assert lines("cumulative", a=Tally(), b=Tally(1, Fraction(1), 1)) == [
        ("b", 1, None),
        ("a", None, None),
    ]


def test_the_values_are_shown_as_people_count_them():
    (line,) = rank_entrants(
        "cumulative", {"a": Tally(2, Fraction(5), 2, Fraction(1), Fraction(31))}
    )
    assert dict(line.values) == {
        "mean": Fraction(5, 2),
        "firsts": Fraction(1, 2),
        "points": Fraction(31, 2),
    }
