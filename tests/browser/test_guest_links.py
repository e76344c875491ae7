"""From the director's desk to a hand: whom a link or a round's page leads to a seat, plays it."""

from __future__ import annotations

import pytest

from games.selectors.seats import own_view
from tests.api.directors import Director
from tests.browser.test_every_page import serious
from tests.browser.test_leagues import sit_down
from tests.browser.test_play import WAIT, pass_three, play_on

ONE_HAND = {"hands": 1, "target": None, "tie": "share"}


@pytest.fixture
def league(site, worker):
    """A round of one table: a guest among three computer players."""
    league = Director("cumulative", people=1, computers=3, rules=[ONE_HAND], sources="seats")
    (table,) = league.drawn()["tables"]
    league.game = table["games"][0]["game"]
    (league.seat,) = [one["seat"] for one in table["seats"] if one["name"] == "guest 0"]
    league.desk = f"/desk/{league.url.rpartition('/')[2]}"
    return league


@pytest.fixture
def guest(chromium):
    """A browser of somebody else, which knows nothing of the director's."""
    context = chromium.new_context()
    yield context.new_page()
    context.close()


def link_of(screen, league):
    """Make the guest's link at the desk, as its director does."""
    page = screen.open(league.desk)
    sit_down(page, league)
    page.click("text=Make the links")
    page.wait_for_selector("code.secret")
    assert page.inner_text("li b") == "guest 0"
    return page.inner_text("code.secret")


def choose(page):
    """Wait for thirteen cards, and return them."""
    page.wait_for_selector("#pass", timeout=WAIT)
    cards = page.locator(".own button")
    assert cards.count() == 13
    return sorted(cards.evaluate_all("all => all.map((one) => one.dataset.card)"))


def test_a_link_from_the_desk_opens_the_guest_s_seat_and_a_hand_begins(screen, league, guest):
    guest.goto(link_of(screen, league))
    held = choose(guest)
    view = own_view(league.game, league.seat)
    assert held == sorted(view["cards"]["holding"])
    assert "yours was drawn by this browser" in guest.inner_text("#checked")
    names = guest.locator(".seat:not(.own) .who b").all_inner_texts()
    assert sorted(names) == ["computer 0", "computer 1", "computer 2"]
    assert serious(guest) == []
    pass_three(guest)
    guest.wait_for_selector(".own button[aria-disabled=false]", timeout=WAIT)
    play_on(guest, times=1)
    view = own_view(league.game, league.seat)
    assert len(view["cards"]["holding"]) == 12
    assert guest.locator("#broken").is_hidden()


def test_the_round_s_page_leads_back_to_the_seat(screen, league, guest):
    guest.goto(link_of(screen, league))
    held = choose(guest)
    guest.goto(f"{screen.site}{league.url}/rounds/1")
    guest.click("text=guest 0: table 1")
    assert choose(guest) == held


def test_who_has_no_token_yet_is_asked_for_it_at_the_right_seat(screen, league):
    page = screen.open(f"{league.url}/rounds/1")
    page.click("text=guest 0: table 1")
    page.wait_for_selector("#secret:focus")
    assert page.input_value("#game") == league.game
    assert page.input_value("#seat") == str(league.seat)
    given = league.post(f"{league.url}/games/{league.game}/seats/{league.seat}", {})
    page.keyboard.type(given.json()["token"])
    page.keyboard.press("Enter")
    choose(page)
