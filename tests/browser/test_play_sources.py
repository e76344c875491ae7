"""Seats at tables whose cards do not come from the seats alone: server, beacon, boards, a kitty."""

from __future__ import annotations

import json
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from deals.models import Job
from games.leagues.services.counting import count_result
from games.models import Game
from games.services.rounds import fetch_beacon
from tests.api.directors import Director
from tests.browser.test_every_page import serious
from tests.browser.test_play import WAIT, begin, lie_about, pass_three, play_on
from tests.cast import Clock
from tests.rounds import DUE, NUMBER, ROUNDS, drand_node

ONE_HAND = {"hands": 1, "target": None, "tie": "share"}


def verify(page):
    page.wait_for_selector("#outcome button", timeout=WAIT)
    page.click("#outcome button")
    page.wait_for_selector("#outcome .verdict", timeout=WAIT)
    return page.inner_text("#outcome .verdict")


def test_of_a_server_table_the_page_says_what_nobody_can_check(screen, worker):
    page = begin(screen, sources="server")
    assert "whether the server tried other deals first" in page.inner_text("#sources")
    assert "before the first card was played" in page.inner_text("#checked")
    assert serious(page) == []
    pass_three(page)
    play_on(page)
    said = verify(page)
    assert page.locator("#outcome .verdict.ok").count() == 1
    assert "The seats added nothing" in said
    assert "not chosen without you" not in page.inner_text("main")
    assert "the committed seed alone gives index" in page.inner_text("#checked")
    game = Game.objects.get()
    assert (game.sources, game.state) == ("server", "finished")


def test_a_server_table_whose_commitment_is_for_another_hand_stops_the_page(screen, worker):
    def for_another_hand(text):
        return text.replace("/hand/1\\n", "/hand/2\\n")

    lie_about(screen, r"/api/v1/deals/\d+$", for_another_hand)
    page = screen.open("/play")
    page.click("#more summary")
    page.select_option("#sources-of", "server")
    page.click("#start")
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    assert "FALSE. Step 2" in page.inner_text("#broken")


@pytest.fixture
def early(monkeypatch):
    """It is just so long before the published round is due that a new deal waits for it."""
    clock = Clock(DUE - timedelta(seconds=75.75))
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.time)
    monkeypatch.setattr("tests.conftest.NOW", DUE - timedelta(seconds=76))
    return clock


@pytest.fixture
def node(early, settings):
    """A drand node that has nothing out; give it rounds."""
    with drand_node(settings) as rounds:
        yield rounds


def wait_for_round(screen, *, now):
    """A table that waits for the beacon, in a browser whose clock says `now`."""
    screen.page.clock.set_fixed_time(now)
    page = screen.open("/play")
    page.click("#more summary")
    page.select_option("#sources-of", "beacon")
    page.click("#start")
    page.wait_for_selector(f"#say:has-text('the beacon\\'s round {NUMBER}')", timeout=WAIT)
    return page


def publish(early, node):
    node[NUMBER] = ROUNDS[NUMBER]
    early.time = DUE + timedelta(seconds=1)
    fetch_beacon(Job.objects.get(kind="fetch_beacon", state="queued").id, now=early.time)


def test_a_beacons_round_is_waited_for_and_seen_before(early, node, screen, worker):
    page = wait_for_round(screen, now=DUE - timedelta(seconds=50))
    assert page.inner_text("#clock") == "in 50 seconds"
    assert page.locator(".own button").count() == 0
    assert "50 seconds before the round was due" in page.inner_text("#checked")
    assert serious(page) == []
    publish(early, node)
    page.wait_for_selector(".own button", timeout=WAIT)
    assert page.inner_text("#clock") == ""
    pass_three(page)
    play_on(page)
    said = verify(page)
    assert "saw the commitment before the beacon spoke for 1" in said
    assert page.locator("#outcome .steps .unmade").count() == 1
    assert "its signature is checked by the offline verifier" in page.inner_text("#checked")


def test_who_comes_after_the_beacon_spoke_is_told_so(early, node, screen, worker):
    page = wait_for_round(screen, now=DUE + timedelta(seconds=5))
    assert "it can't say of itself" in page.inner_text("#checked .open")


def test_another_round_than_the_committed_one_stops_the_page(early, node, screen, worker):
    def another(text):
        value = json.loads(text)
        for event in value["events"]:
            event["line"] = event["line"].replace(f" {NUMBER} ", f" {NUMBER + 1} ")
        return json.dumps(value)

    lie_about(screen, r"/events\?", another)
    page = wait_for_round(screen, now=DUE - timedelta(seconds=50))
    publish(early, node)
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    assert "FALSE. Step 5" in page.inner_text("#broken")


@pytest.fixture
def evening(site, worker):
    """A guest among seven computer players, at a board that both tables play."""
    league = Director("same-deal", people=1, computers=7, rules=[ONE_HAND])
    drawn = league.drawn()
    for table in drawn["tables"]:
        for seat in table["seats"]:
            if seat["name"] == "guest 0":
                league.game, league.seat = table["games"][0]["game"], seat["seat"]
            else:
                league.other = table["games"][0]["game"]
    given = league.post(f"{league.url}/games/{league.game}/seats/{league.seat}", {})
    league.seat_token = given.json()["token"]
    return league


def sit_at_board(screen, league):
    back = f"{league.url}/rounds/1"
    page = screen.open(
        f"/play#game={league.game}&seat={league.seat}&token={league.seat_token}&back={back}"
    )
    page.wait_for_selector(".own button", timeout=WAIT)
    return page


def open_board(league):
    """What the worker does once the other table is done as well."""
    ends = time.monotonic() + 30
    while not Game.objects.filter(id=league.game, state="finished").exists():
        assert time.monotonic() < ends
        for job in Job.objects.filter(kind="count_result", state="queued"):
            count_result(job.id, now=timezone.now() + timedelta(seconds=5))
        time.sleep(0.1)


def test_a_board_of_a_league_is_played_shut_and_proven_when_it_opens(screen, evening):
    page = sit_at_board(screen, evening)
    assert "token" not in page.url
    assert "other tables play the same cards" in page.inner_text("#sources")
    names = page.locator(".seat:not(.own) .who b").all_inner_texts()
    assert all(name.startswith("computer ") for name in names)
    pass_three(page)
    play_on(page)
    page.wait_for_selector("#say:has-text('You have played this board')", timeout=WAIT)
    page.wait_for_selector("#last:has-text('Hand 1 is over. Last trick: ')", timeout=WAIT)
    assert page.get_attribute("#ask a", "href") == f"{evening.url}/rounds/1"
    assert serious(page) == []
    open_board(evening)
    page.wait_for_selector("#outcome button", timeout=WAIT)
    assert "The seats added nothing" in verify(page)
    assert page.locator("#outcome .verdict.ok").count() == 1
    page.click("text=Back to the round")
    assert page.url.endswith(f"{evening.url}/rounds/1")


def kitty_of(page):
    return page.locator("#kitty .card").evaluate_all("all => all.map(one => one.textContent)")


def test_a_kitty_is_seen_by_its_taker_alone_and_by_all_at_the_end(screen, worker):
    page = begin(screen, players=3, kitty=True)
    assert page.inner_text("#kitty").startswith("Kitty, for whoever takes the first trick")
    assert kitty_of(page) == [""]
    pass_three(page)
    page.wait_for_selector(".own button[aria-disabled=false]", timeout=WAIT)
    play_on(page, times=1)
    page.wait_for_selector("#last:has-text('taken by')", timeout=WAIT)
    shown = page.evaluate(VIEW_OF_SEAT)
    took = shown["cards"]["tricks"][0]["winner"] == 0
    assert (kitty_of(page) == [""]) != took
    said = page.inner_text("#kitty")
    assert ("You took the kitty" if took else "took the kitty; it is shown after") in said
    assert serious(page) == []
    play_on(page, times=17)
    page.wait_for_selector("#outcome button", timeout=WAIT)
    said = page.inner_text("#outcome")
    assert "took the first trick and with it the kitty: " in said
    verify(page)
    assert page.locator("#outcome .verdict.ok").count() == 1


VIEW_OF_SEAT = """async () => {
  const [kept] = Object.values(JSON.parse(localStorage.getItem('hearts-seats')));
  const headers = { Authorization: `Bearer ${kept.token}` };
  return (await fetch(`/api/v1/games/${kept.game}/seats/${kept.seat}`, { headers })).json();
}"""


def test_another_kitty_than_the_seat_was_shown_is_called_false(screen, worker):
    """The server shows its taker a card that is not the one that was dealt."""

    def with_kitty(text):
        view = json.loads(text)
        if view["cards"]:
            view["cards"]["kitty"] = ["2C"]
        return json.dumps(view)

    lie_about(screen, r"/seats/0$", with_kitty)
    page = begin(screen, players=3, kitty=True)
    pass_three(page)
    play_on(page, times=17)
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    assert "FALSE. Step 7" in page.inner_text("#broken")
