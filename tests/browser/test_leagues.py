"""Leagues in a real browser: looked at, directed by keyboard and without script, printed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api.directors import Director
from tests.browser.test_every_page import MOST_BYTES, serious
from tests.cast import Clock
from tests.season import Boards

NAMES = ["Anna", "Ben", "Cara", "Dan", "Eva", "Fritz", "Gerda", "Hans"]


@pytest.fixture
def league(site):
    """Eight guests who have played a round with real cards."""
    league = Director("cumulative")
    league.people = [league.entered(name=name) for name in NAMES]
    league.play_all(league.drawn())
    league.close()
    league.desk = f"/desk/{league.url.rpartition('/')[2]}"
    return league


@pytest.fixture
def boards(site):
    """A league of computer players who have played two boards."""
    boards = Boards(boards=2, clock=Clock(timezone.now() + timedelta(minutes=1)))
    boards.draw()
    boards.move()
    boards.count()
    boards.close()
    return boards


def sit_down(page, league):
    page.fill("#token", league.token)
    page.press("#token", "Enter")
    page.wait_for_selector(".act")


def pages_of(league, boards):
    same_deal = f"/leagues/{boards.id}"
    return [
        "/leagues",
        f"/clubs/{league.club}",
        league.url,
        f"{league.url}?at=9",
        f"{league.url}/history",
        f"{league.url}/cards",
        f"{league.url}/cards?of=tables",
        f"{league.url}/rounds/1",
        f"{league.url}/rounds/1/slips",
        same_deal,
        f"{same_deal}/rounds/1",
        f"{same_deal}/rounds/1/boards/1",
        f"/verify?league={boards.id}&round=1",
        league.desk,
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_leagues_are_accessible_light_and_fit_a_phone(screen, league, boards, scheme):
    page = screen.page
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    sit_down(screen.open(league.desk), league)
    answers = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108
    for path in pages_of(league, boards):
        answers.clear()
        screen.open(path).wait_for_load_state("networkidle")
        assert sum(len(answer.body()) for answer in answers if answer.ok) < MOST_BYTES, path
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert serious(page) == [], path


def test_from_the_front_page_to_a_board_and_its_check(screen, boards):
    page = screen.open("/")
    page.click("header nav >> text=Leagues")
    page.click("main a >> text=Season")
    page.click("text=Round 1")
    page.click("text=Board 2")
    assert page.locator("table.scores tbody tr").count() == 2
    assert page.locator(".holdings section").count() == 4
    assert page.context.cookies() == []
    page.click("text=check it in your browser")
    page.wait_for_selector(".verdict.ok")


def test_standings_of_a_past_moment_by_the_form(screen, league):
    page = screen.open(league.url)
    page.fill("#at", "8")
    page.press("#at", "Enter")
    page.wait_for_selector(".note")
    assert page.url.endswith("#standings")
    assert set(page.locator("table.scores").first.locator("td:nth-child(3)").all_inner_texts()) == {
        "0"
    }
    page.click("text=How it stands now")
    page.wait_for_selector("#standings:text-is('Standings')")


def test_a_director_draws_a_round_and_closes_it_by_keys_alone(screen, league):
    page = screen.open(league.desk)
    sit_down(page, league)
    page.focus("#draw button")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=status]:has-text('round 2 is drawn')")
    page.focus("#close-override")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.type("late-evening")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=status]:has-text('round 2 is closed')")
    page.reload()
    assert len(league.get(f"{league.url}/rounds").json()["rounds"]) == 2


def test_what_is_refused_is_told_and_the_form_keeps_what_was_typed(screen, league):
    page = screen.open(league.desk)
    sit_down(page, league)
    page.fill("#enter-name", "x" * 3)
    page.check("#enter-computer")
    page.fill("#enter-reason", "Not A Code")
    page.click("#enter button")
    page.wait_for_selector("[role=alert]")
    assert page.input_value("#enter-name") == "xxx"
    assert page.is_checked("#enter-computer")
    assert "code of a-z" in page.inner_text("#enter-reason_error")
    assert "enter-reason_error" in page.get_attribute("#enter-reason", "aria-describedby")
    page.click("[role=alert] >> text=To the form")
    assert page.url.endswith("#enter")
    screen.complaints.clear()  # The browser reports every refusal of a request.


def test_the_desk_works_without_script(chromium, site, league):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + league.desk)
    sit_down(page, league)
    page.click("#draw button")
    page.fill("#enter-name", "Zoe")
    page.click("#enter button")
    assert "Zoe comes in" in page.inner_text("[role=status]")
    page.select_option("#withdraw-entrant", label="9 Zoe")
    page.fill("#withdraw-reason", "tired")
    page.click("#withdraw button")
    assert "Zoe leaves" in page.inner_text("[role=status]")
    page.fill("#correct-totals", "13 0 13 0")
    page.fill("#correct-reason", "misread")
    page.click("#correct button")
    assert "came to 13 0 13 0" in page.inner_text("[role=status]")
    page.click("#close button")
    assert "Still on: table 1 (1), table 2 (1)." in page.inner_text("[role=alert]")
    context.close()


def test_the_tokens_cookie_is_out_of_reach(screen, league):
    page = screen.open(league.desk)
    sit_down(page, league)
    assert league.token not in page.content()
    assert "hearts_desk" not in page.evaluate("document.cookie")
    (cookie,) = [one for one in page.context.cookies() if one["name"] == "hearts_desk"]
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/desk/")
    assert cookie["expires"] == -1
    page.click("text=Sign out")
    page.wait_for_selector("#token")
    assert [one["name"] for one in page.context.cookies()] == ["csrftoken"]


def test_standings_are_printed_without_the_form(screen, league):
    page = screen.open(league.url)
    page.emulate_media(media="print")
    assert page.locator("form").is_hidden()
    assert page.locator("table.scores").first.is_visible()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_cards_and_slips_are_printed_and_none_is_cut_in_two(screen, league, paper):
    height = {"A4": 297, "Letter": 279.4}[paper] - 28
    for path in ("cards", "cards?of=tables", "rounds/1/slips"):
        page = screen.open(f"{league.url}/{path}")
        page.emulate_media(media="print")
        assert page.locator("header").is_hidden()
        assert page.locator("h1").is_hidden()
        card = page.locator(".cut").first
        assert card.evaluate("(one) => getComputedStyle(one).breakInside") == "avoid"
        assert card.bounding_box()["height"] < height / 25.4 * 96
        assert page.pdf(format=paper).startswith(b"%PDF")
        page.emulate_media(media="screen")
