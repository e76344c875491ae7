"""Many at once on one league: one round, each result once."""

import pytest

from deals.models import Deal, Job
from deals.services.jobs import add_job
from games.leagues.models import LeagueEvent, Round, TableGame
from games.leagues.services.counting import count_result
from games.leagues.services.drawing import draw_round
from games.leagues.services.errors import RoundOpen
from games.rules.row import Row
from games.services.sheets import write_row
from tests.real_parts import at_once
from tests.season import Season


@pytest.fixture
def season(committed_log):
    return Season(people=8)


def test_of_ten_who_draw_at_once_one_draws_one_round(season):
    def draw():
        return draw_round(season.id, season.because(), now=season.clock())

    done = at_once(*[draw] * 10)
    assert sum(isinstance(one, tuple) for one in done) == 1
    assert sum(isinstance(one, RoundOpen) for one in done) == 9
    assert Round.objects.filter(league=season.id).count() == 1
    assert Deal.objects.filter(purpose__startswith="lots/").count() == 1
    assert TableGame.objects.filter(table__round__league=season.id).count() == 2
    season.checked(None)


def test_results_that_workers_count_at_once_count_once_each(season):
    season.draw()
    for game in season.games():
        write_row(game, Row((0, 4, 9, 13)), now=season.clock())
    jobs = [job.id for job in Job.objects.filter(kind="count_result")]
    later = season.clock()
    assert len(jobs) == 2
    at_once(*[lambda job=job: count_result(job, now=later) for job in jobs * 4])
    assert LeagueEvent.objects.filter(league=season.id, kind="result").count() == 2
    season.checked(None)
    again = [add_job("count_result", game, now=later).job for game in season.games()]
    at_once(*[lambda job=job: count_result(job, now=later) for job in again])
    assert LeagueEvent.objects.filter(league=season.id, kind="result").count() == 2
