"""Seasons at random: whatever happens in whatever order, the rows are what the events fold to."""

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.leagues.models import Standing
from games.leagues.movements.errors import TooFewToSeat
from games.leagues.services.rebuilding import derived_league, rebuild_league, stored_league
from tests.season import Season

pytestmark = pytest.mark.usefixtures("log")
ROWS = [(0, 4, 9, 13), (26, 0, 0, 0), (3, 3, 3, 17), (13, 0, 0, 13)]


def act(season, draw, number):
    """One thing that a director may do between two results."""
    active = season.folded.active
    what = draw(st.sampled_from(["enter", "withdraw", "return", "penalise", "correct", "play"]))
    if what == "enter":
        season.people.append(season.enter(f"late {number}"))
    elif what == "withdraw" and len(active) > 5:
        season.withdraw(draw(st.sampled_from(active)))
    elif what == "return" and season.folded.left:
        season.come_back(draw(st.sampled_from(sorted(season.folded.left))))
    elif what == "penalise":
        season.penalise(draw(st.sampled_from(season.people)), draw(st.sampled_from(["1/3", "-2"])))
    elif what == "correct" and season.folded.played:
        game = draw(st.sampled_from(sorted(season.folded.played)))
        seats = len(season.folded.played[game].entrants)
        totals = draw(st.none() | st.tuples(*[st.integers(-26, 26)] * seats))
        season.correct(game, totals)


@settings(
    max_examples=5,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data(), st.sampled_from(["cumulative", "swiss"]))
def test_rows_are_what_the_events_fold_to_and_sit_outs_stay_even(data, kind):
    season = Season(kind, people=6)
    for number in range(5):
        act(season, data.draw, number)
        try:
            season.draw()
        except TooFewToSeat:
            break
        for game in season.games():
            if what := data.draw(st.sampled_from(["play", "void", ""])):
                row = data.draw(st.sampled_from(ROWS))
                season.play(game, *row) if what == "play" else season.void(game)
            act(season, data.draw, number)
        season.close(overrides=True)
        sat = [season.folded.sat[entrant] for entrant in season.folded.active]
        assert max(sat) - min(sat) <= 1
    counted = [game for game, played in season.folded.played.items() if played.totals]
    games = sum(line.tally.games for line in season.lines)
    assert games == sum(len(season.folded.played[game].entrants) for game in counted)
    seats = [tables for drawn in season.folded.rounds for tables in drawn.tables]
    assert all(len(set(table)) == 4 for table in seats)
    assert not rebuild_league(season.id, now=season.clock())


def test_rows_that_somebody_spoilt_are_rebuilt():
    season = Season(people=4)
    season.draw()
    season.play(season.games()[0], 0, 4, 9, 13)
    Standing.objects.filter(entrant=season.people[0]).update(sum="9/2")
    assert stored_league(season.id) != derived_league(season.id)
    assert rebuild_league(season.id, now=season.clock())
    season.checked(None)
    assert [line.tally.sum for line in season.lines] == [4, 3, 2, 1]


def test_an_added_result_takes_as_many_statements_at_the_end_as_at_the_start(
    django_assert_max_num_queries,
):
    season = Season(people=4)
    counts = []
    for _ in range(4):
        season.draw()
        (game,) = season.games()
        with django_assert_max_num_queries(200) as asked:
            season.count = lambda: None
            season.play(game, 0, 4, 9, 13)
            del season.count
        counts.append(len(asked))
        season.close()
    assert len(set(itertools.islice(counts, 1, None))) == 1
