"""The tasks of leagues: they are told by name, and do what the service of the same name does."""

from uuid import uuid4

import pytest

from deals.models import Job
from deals.services.jobs import JobHint
from games import tasks as games_tasks
from games.leagues import tasks
from games.rules.row import Row
from games.services.sheets import write_row
from tests.season import Season


def test_hints_of_leagues_are_sent_by_the_names_of_their_tasks(monkeypatch):
    told = []
    monkeypatch.setattr(
        games_tasks.current_app, "send_task", lambda name, args, countdown: told.append(name)
    )
    games_tasks.wake([JobHint(kind, uuid4(), 0.5) for kind in ("count_result", "seat_round")])
    assert told == [tasks.count_result.name, tasks.seat_round.name]


def test_a_task_counts_a_result_and_another_finds_its_round_seated(log):
    season = Season(people=4)
    season.draw()
    write_row(season.games()[0], Row((0, 4, 9, 13)), now=season.clock())
    Job.objects.all().update(due=season.clock.time.replace(year=2020))
    tasks.count_result(str(Job.objects.get(kind="count_result").id))
    tasks.seat_round(str(Job.objects.get(kind="seat_round").id))
    tasks.count_result(str(uuid4()))
    tasks.seat_round(str(uuid4()))
    assert [line.tally.sum for line in season.lines] == [4, 3, 2, 1]
    assert not Job.objects.filter(kind__in=["count_result", "seat_round"], state="queued").exists()


@pytest.mark.parametrize("task", [tasks.count_result, tasks.seat_round])
def test_a_task_takes_an_id_only(task):
    with pytest.raises(ValueError, match="badly formed"):
        task("no id")
