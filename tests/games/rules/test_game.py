"""Totals, the end rule, ties and ranks."""

import pytest

from games.rules.errors import GameOver
from games.rules.game import rank_totals, start_game
from games.rules.ruleset import RuleSet, Tie

SHARE = RuleSet(tie=Tie.SHARE)


def game(*rows, rules=SHARE):
    score = start_game(rules)
    for row in rows:
        score = score.add_hand(row)
    return score


def test_a_new_game_is_open_with_all_at_nought():
    new = start_game(RuleSet())
    assert (new.totals, new.hands_played, new.finished, new.winners) == ((0,) * 4, 0, False, ())


def test_exactly_the_target_ends_the_game():
    assert not game((99, 1, 2, 3)).finished
    ended = game((100, 1, 2, 3))
    assert ended.finished
    assert ended.winners == (1,)


def test_only_totals_after_a_whole_hand_count_and_they_may_go_back():
    assert game((90, 10, 0, 0), (-26, 0, 0, 0), (26, 0, 0, 0)).totals == (90, 10, 0, 0)


def test_no_hand_follows_the_end():
    ended = game((100, 1, 2, 3))
    with pytest.raises(GameOver) as caught:
        ended.add_hand((0, 0, 0, 26))
    assert caught.value.rule == "after_end"


def test_a_number_of_hands_ends_the_game():
    rules = RuleSet(target=None, hands=2, tie=Tie.SHARE)
    assert not game((1, 2, 3, 20), rules=rules).finished
    assert game((1, 2, 3, 20), (1, 2, 3, 20), rules=rules).winners == (0,)


def test_who_shares_the_lowest_total_shares_the_win():
    assert game((106, 20, 45, 20)).winners == (1, 3)


def test_a_shared_lowest_total_plays_on():
    tied = game((106, 20, 45, 20), rules=RuleSet())
    assert not tied.finished
    assert tied.winners == ()
    assert tied.add_hand((0, 13, 0, 13)).finished is False
    assert tied.add_hand((0, 13, 1, 12)).winners == (3,)


def test_other_equal_totals_are_no_tie():
    assert game((106, 45, 45, 20), rules=RuleSet()).winners == (3,)


def test_a_total_that_falls_below_the_target_keeps_the_game_going():
    tied = game((106, 20, 45, 20), rules=RuleSet())
    assert not tied.add_hand((-26, 5, 6, 7)).finished


def test_a_tie_carries_past_the_number_of_hands():
    rules = RuleSet(target=None, hands=1)
    tied = game((13, 13, 0, 0), rules=rules)
    assert not tied.finished
    assert tied.add_hand((0, 0, 26, 0)).winners == (3,)


def test_an_adjustment_counts_at_once_and_can_open_a_game_again():
    ended = game((100, 1, 2, 3))
    open_again = ended.adjust((-1, 0, 0, 0))
    assert not open_again.finished
    assert open_again.hands_played == 1
    assert open_again.adjust((1, 0, 0, 0)).winners == (1,)


def test_an_adjustment_is_one_number_a_seat():
    with pytest.raises(ValueError, match="shorter"):
        start_game(RuleSet()).adjust((1, 2, 3))


@pytest.mark.parametrize("totals", [(-26, 4, 13, 20), (140, 126, 130, 99)])
def test_a_game_goes_on_from_any_totals(totals):
    begun = start_game(SHARE, totals=totals, hands=5)
    assert begun.totals == totals
    assert begun.hands_played == 5
    assert begun.finished == (max(totals) >= 100)


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        ((20, -11, 4, 13), (4, 1, 2, 3)),
        ((5, 5, 7, 9), (1, 1, 3, 4)),
        ((9, 5, 7, 5), (4, 1, 3, 1)),
        ((0, 0, 0, 0), (1, 1, 1, 1)),
        ((8, 15, 16, 13), (1, 3, 4, 2)),
    ],
)
def test_ranks_share_places(totals, ranks):
    assert rank_totals(totals) == ranks
    assert start_game(SHARE, totals=totals, hands=1).ranks == ranks


@pytest.mark.parametrize(
    ("moon_row", "more", "last"),
    [
        ((0, -26, 0, 0), (0, 0, -26, 0), (20, -11, 4, 13)),
        ((26, 0, 26, 26), (26, 26, 0, 26), (72, 41, 56, 65)),
    ],
)
def test_the_worked_example(moon_row, more, last):
    played = game((5, 0, 8, 13), moon_row, (13, 4, 9, 0), (2, 11, 13, 0), more, rules=RuleSet())
    assert played.totals == last
    assert not played.finished
