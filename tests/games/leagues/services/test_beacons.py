"""Rounds and boards from the beacon: committed, waited for, drawn from that round and no other."""

from datetime import timedelta

import pytest

from deals.fairness.entries import parse_entry
from deals.fairness.times import parse_time
from deals.models import Deal, Entry, Job
from deals.selectors.deals import deal_proof
from deals.services.keys import service_keys
from deals.services.log import open_log
from games.leagues.models import Board
from games.leagues.services.drawing import seat_round
from games.leagues.services.errors import RoundNotOpen, RoundOpen
from games.selectors.games import game_summary
from games.services.rounds import fetch_beacon
from games.verifier.options import Options
from games.verifier.verify import verify_value
from tests.cast import Clock
from tests.rounds import DUE, NUMBER, ROUNDS, drand_node
from tests.season import Boards, Season
from tests.seatings import bundle_of


@pytest.fixture
def node(settings):
    """A drand node that has nothing out; give it rounds."""
    with drand_node(settings) as rounds:
        yield rounds


@pytest.fixture
def early(db, keys):
    """A clock before the round that was published; the log is as old."""
    clock = Clock(DUE - timedelta(hours=1))
    open_log(now=clock.time)
    return clock


def draw(season):
    """Draw so that the commitment waits for the round that we have."""
    season.clock.time = DUE - timedelta(seconds=76) - timedelta(milliseconds=1250)
    season.draw()


def seat(season, now):
    season.clock.time = max(season.clock.time, now)
    return seat_round(Job.objects.get(kind="seat_round", state="queued").id, now=now)


def test_a_round_waits_for_its_beacon_and_is_drawn_from_it(early, node):
    season = Season(people=8, lots="beacon", clock=early)
    draw(season)
    assert season.round().state == "drawing"
    with pytest.raises(RoundOpen):
        season.draw()
    with pytest.raises(RoundNotOpen):
        season.close()
    (hint,) = seat(season, DUE + timedelta(seconds=2))
    assert hint.kind == "seat_round"
    assert season.round().state == "drawing"
    node[NUMBER] = ROUNDS[NUMBER]
    seat(season, DUE + timedelta(seconds=30))
    assert season.round().state == "open"
    assert len(season.tables()) == 2
    season.checked(None)
    proof = deal_proof(season.round().deal)
    assert (proof["round"]["number"], verify_value(proof, Options()).verdict) == (NUMBER, "ok")
    seat_round(Job.objects.filter(kind="seat_round").first().id, now=DUE + timedelta(days=1))
    assert len(season.tables()) == 2


@pytest.mark.parametrize(("notice", "steps"), [(60, []), (30, [5])])
def test_a_beacons_round_that_was_committed_too_late_proves_no_seating(
    early, node, monkeypatch, notice, steps
):
    season = Season(people=8, lots="beacon", clock=early)
    with monkeypatch.context() as hurried:
        hurried.setattr("deals.fairness.beacon.NOTICE", timedelta(seconds=notice))
        early.time = DUE - timedelta(seconds=notice + 16) - timedelta(milliseconds=1250)
        season.draw()
    node[NUMBER] = ROUNDS[NUMBER]
    seat(season, DUE + timedelta(seconds=30))
    report = verify_value(bundle_of(season), Options(key=service_keys().log.verifier_key))
    assert [one.step for one in report.findings] == steps
    assert report.strength == (None if steps else "server-only")


def test_a_draw_whose_round_is_lost_is_void_and_drawn_from_another(early, node):
    season = Season(people=4, lots="beacon", clock=early)
    draw(season)
    first = season.round().deal
    (hint,) = seat(season, DUE + timedelta(days=1, seconds=5))
    assert Deal.objects.get(number=first).reason == "beacon-lost"
    second = Deal.objects.get(number=season.round().deal)
    assert (second.purpose, second.state) == (f"lots/{season.id}/1", "waiting")
    assert Job.objects.get(id=hint.job).due > DUE + timedelta(days=1)


def test_boards_wait_for_one_round_at_all_tables(early, node):
    league = Boards(sources="beacon", clock=early)
    draw(league)
    board = Board.objects.get()
    (entry,) = Entry.objects.filter(kind="round")
    assert parse_time(parse_entry(entry.text).time) <= DUE - timedelta(seconds=60)
    assert {game_summary(game, seat=0)["phase"] for game in league.games()} == {"waiting"}
    node[NUMBER] = ROUNDS[NUMBER]
    for job in Job.objects.filter(kind="fetch_beacon"):
        fetch_beacon(job.id, now=DUE + timedelta(seconds=5))
    phases = {game_summary(game, seat=0)["phase"] for game in league.games()}
    assert phases == {"passing"}
    assert Deal.objects.get(number=board.deal).state == "dealt"
