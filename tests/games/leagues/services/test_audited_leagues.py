"""Leagues in audits: of everything, each night, by the command, and of one on demand."""

import json

import pytest
from django.core.management import call_command

from deals.models import Job
from games.leagues.models import Standing
from games.leagues.services.errors import UnknownLeague
from games.leagues.services.league_runs import audit_league, request_league_run
from games.models import AuditRun, Game
from games.selectors.audit_runs import run_findings
from games.services.audit_chunks import audit_chunk, close_failed_chunks
from games.services.audit_runs import plan_audit, schedule_nightly
from tests.archives import audit_all, do_all
from tests.season import Boards, Season, with_a_round_played

pytestmark = pytest.mark.usefixtures("log")


@pytest.fixture
def season():
    return with_a_round_played(Season(people=8))


def spoil(season):
    Standing.objects.filter(entrant=season.people[0]).update(sum="9/2")


def test_an_audit_of_everything_audits_every_league(season):
    other = Season(people=4)
    run = audit_all(now=season.clock())
    assert (run.state, run.total, run.done, run.wrong) == ("done", 4, 4, 0)
    spoil(season)
    other.draw()
    run = audit_all(now=season.clock())
    assert (run.state, run.total, run.done, run.wrong, run.repaired) == ("done", 5, 5, 1, 0)
    (finding,) = run_findings(run.id)
    assert (finding["league"], finding["entrant"]) == (str(season.id), season.people[0])
    assert (finding["step"], finding["rule"], finding["game"]) == (11, "stored_standings", None)
    run = audit_all(repair=True, now=season.clock())
    assert (run.wrong, run.repaired) == (1, 1)
    assert audit_all(now=season.clock()).wrong == 0
    season.checked(None)


def test_each_night_the_leagues_are_audited_too(season, settings):
    settings.HEARTS_AUDIT_HOUR, settings.HEARTS_AUDIT_SPREAD = 0, 0
    spoil(season)
    do_all(schedule_nightly(now=season.clock()), now=season.clock())
    run = AuditRun.objects.exclude(slot="").get()
    assert (run.state, run.total, run.done, run.wrong) == ("done", 3, 3, 1)


def test_the_command_audits_leagues_without_a_worker(season, capsys):
    spoil(season)
    with pytest.raises(SystemExit) as status:
        call_command("audit", "--all")
    assert status.value.code == 1
    (finding,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert finding["league"] == str(season.id)


def test_one_league_is_audited_with_its_games_on_demand(season):
    other = Season(people=4)
    spoil(other)
    run, hint = request_league_run(season.id, repair=False, now=season.clock())
    do_all([hint], now=season.clock())
    row = AuditRun.objects.get(id=run)
    assert (row.state, row.total, row.done, row.wrong) == ("done", 3, 3, 0)
    with pytest.raises(UnknownLeague):
        request_league_run(season.club, repair=False, now=season.clock())


def test_a_league_without_games_is_audited():
    season = Season(people=4)
    spoil(season)
    run, hint = request_league_run(season.id, repair=True, now=season.clock())
    do_all([hint], now=season.clock())
    row = AuditRun.objects.get(id=run)
    assert (row.state, row.total, row.done, row.wrong, row.repaired) == ("done", 1, 1, 1, 1)


def test_games_of_shut_boards_are_left_out_and_nothing_of_them_is_told():
    league = Boards(boards=1)
    league.draw()
    first, _ = league.games()
    league.play_game(first)
    Game.objects.filter(id=first).update(totals=[26, 0, 0, 0])
    run, hint = request_league_run(league.id, repair=False, now=league.clock())
    do_all([hint], now=league.clock())
    row = AuditRun.objects.get(id=run)
    assert (row.state, row.total) == ("done", 1)
    details = [finding["detail"] for finding in run_findings(run)]
    assert details == ["a shut board came to something else than the league saw"]


def test_a_part_that_is_done_twice_counts_once(season):
    run, hint = request_league_run(season.id, repair=False, now=season.clock())
    do_all([hint], now=season.clock())
    job = Job.objects.get(kind="audit_league")
    Job.objects.filter(id=job.id).update(state="queued", due=season.clock())
    assert audit_league(job.id, now=season.clock()) == ()
    assert AuditRun.objects.get(id=run).done == 3


def test_a_league_that_nobody_can_audit_ends_its_run_as_failed(season):
    run, hint = request_league_run(season.id, repair=False, now=season.clock())
    hints = plan_audit(hint.job, now=season.clock())
    (chunk,) = [one for one in hints if one.kind == "audit_chunk"]
    audit_chunk(chunk.job, now=season.clock())
    Job.objects.filter(kind="audit_league").update(state="failed")
    close_failed_chunks(now=season.clock())
    assert AuditRun.objects.get(id=run).state == "failed"
