"""People in a real browser: from nothing to a league that guests play, with and without script."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from api.pages.people.session import COOKIE
from tests.api.visitors import PASSWORD
from tests.browser.test_every_page import MOST_BYTES, serious


@pytest.fixture(autouse=True)
def _quick_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def sign_up(page, site, name, path="/account"):
    page.goto(site + path)
    page.fill("#sign-up-name", name)
    page.fill("#sign-up-password", PASSWORD)
    page.fill("#sign-up-again", PASSWORD)
    page.press("#sign-up-again", "Enter")


def found_club(page, name="Queen of Spades"):
    page.click("text=All clubs, and founding one")
    page.fill("#found-name", name)
    page.press("#found-name", "Enter")
    page.wait_for_selector("#invite-title")
    return page.url


def make_league(page, name="Winter"):
    page.click("text=Make a league")
    page.fill("#league-name", name)
    page.fill("#league-hands", "1")
    page.fill("#league-target", "0")
    page.select_option("#league-tie", "share")
    page.press("#league-name", "Enter")
    page.wait_for_selector("#enter-name")


def enter(page, name, **chosen):
    page.fill("#enter-name", name)
    if "member" in chosen:
        page.select_option("#enter-account", label=chosen["member"])
    page.press("#enter-name", "Enter")
    page.wait_for_selector(f"[role=status]:has-text('{name} comes in')")


def join(chromium, link, name):
    """Another person's browser, whose link was opened and used."""
    page = chromium.new_context().new_page()
    page.goto(link)
    page.wait_for_function("document.getElementById('sign-up-invitation').value")
    assert "#" not in page.url
    page.fill("#sign-up-name", name)
    page.fill("#sign-up-password", PASSWORD)
    page.fill("#sign-up-again", PASSWORD)
    page.press("#sign-up-again", "Enter")
    page.wait_for_selector("[role=status]:has-text('You are a member now')")
    return page


def opened(page, way, site):
    """Go to a seat's link: its token is sent in no address, and speaks for the seat."""
    asked, went = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("framenavigated", lambda frame: went.append(frame.url))
    way()
    page.wait_for_url(f"{site}/play**")
    (link,) = [url for url in went if "token=" in url]
    assert not any("token=" in url.partition("#")[0] for url in [*asked, link])
    given = {key: value[0] for key, value in parse_qs(urlsplit(link).fragment).items()}
    status = page.evaluate(SEE, given)
    assert status == 200
    return given


SEE = """({ game, seat, token }) => fetch(`/api/v1/games/${game}/seats/${seat}`,
    { headers: { Authorization: `Bearer ${token}` } }).then((answer) => answer.status)"""


def test_from_signing_up_to_a_guest_at_a_table(chromium, screen, site):
    page = screen.page
    sign_up(page, site, "anna")
    found_club(page)
    club = page.url
    page.press("#invite-days", "Enter")
    ben = join(chromium, page.inner_text("code.secret"), "ben")
    page.goto(club)
    make_league(page)
    for name in ("Zoe", "Yan", "Xena"):
        enter(page, name)
    enter(page, "Ben", member="ben")
    page.click("#draw button")
    page.wait_for_selector("[role=status]:has-text('round 1 is drawn')")
    page.click("text=Make the links")
    page.wait_for_selector("code.secret")
    links = dict(
        zip(page.locator("li b").all_inner_texts(), page.locator("code.secret").all_inner_texts(),
            strict=True)
    )  # fmt: skip
    assert set(links) == {"Zoe", "Yan", "Xena"}
    page.reload()
    page.wait_for_selector("[role=status]:has-text('made, and shown')")
    zoe = chromium.new_context().new_page()
    her = opened(zoe, lambda: zoe.goto(links["Zoe"]), site)
    ben.goto(f"{site}/account")
    his = opened(ben, lambda: ben.click("text=Play at table 1"), site)
    assert her["game"] == his["game"]
    assert her["seat"] != his["seat"]
    for other in (ben, zoe):
        other.context.close()


def test_all_of_it_works_without_script(chromium, site):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_up(page, site, "anna")
    club = found_club(page)
    page.click("button[value=invite]")
    link = page.inner_text("code.secret")
    page.goto(club)
    make_league(page)
    enter(page, "Zoe")
    page.click("text=Your account")
    page.fill("#make-token-label", "robot")
    page.check("text=direct: make games")
    page.fill("#make-token-password", PASSWORD)
    page.press("#make-token-password", "Enter")
    assert page.inner_text("code.secret").startswith("hearts_")
    page.click("text=Sign out")
    path, _, invitation = link.partition("#invitation=")
    page.goto(path)
    assert "copy the invitation" in page.inner_text("main")
    page.fill("#sign-up-invitation", invitation)
    page.fill("#sign-up-name", "ben")
    page.fill("#sign-up-password", PASSWORD)
    page.fill("#sign-up-again", PASSWORD)
    page.press("#sign-up-again", "Enter")
    assert "You are a member now" in page.inner_text("[role=status]")
    page.click("summary:has-text('Leave')")
    page.click("text=Yes, leave the club")
    assert "has ended" in page.inner_text("[role=status]")
    context.close()


def test_what_is_wrong_is_told_at_its_field_to_all_senses(screen, site):
    page = screen.page
    sign_up(page, site, "anna")
    found_club(page)
    page.click("text=Make a league")
    page.fill("#league-name", "Winter")
    page.check("text=swiss:")
    page.check("#league-also >> text=three")
    page.fill("#league-target", "33")
    page.click("text=Make the league")
    page.wait_for_selector("[role=alert]")
    assert "multiple of five" in page.inner_text("#league-target_error")
    assert "league-target_error" in page.get_attribute("#league-target", "aria-describedby")
    assert page.get_attribute("#league-target", "aria-invalid") == "true"
    assert "tables of four" in page.inner_text("#league-players_error")
    assert page.input_value("#league-name") == "Winter"
    assert serious(page) == []
    screen.complaints.clear()  # The browser reports every refusal of a request.


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_people_are_accessible_light_and_fit_a_phone(screen, site, scheme):
    page = screen.page
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    sign_up(page, site, "anna")
    club = found_club(page).removeprefix(site).partition("?")[0]
    make_league(page)
    for name in ("Zoe", "Yan", "Xena", "Will"):
        enter(page, name)
    page.click("#draw button")
    page.wait_for_selector("text=Links for guests")
    desk = page.url.removeprefix(site)
    answers = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108
    of_club = (club, f"{club}/join", f"{club}/tokens", f"{club}/leagues/new")
    shown = ("/account", "/clubs", *of_club, desk)
    for path in shown:
        answers.clear()
        screen.open(path).wait_for_load_state("networkidle")
        assert sum(len(answer.body()) for answer in answers if answer.ok) < MOST_BYTES, path
        is_good(page, path)
    page.click("text=Make the links")
    page.wait_for_selector("code.secret")
    is_good(page, "links")
    page.goto(site + club)
    page.click("button[value=invite]")
    page.wait_for_selector("code.secret")
    is_good(page, "invitation")


def is_good(page, where):
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, where
    assert serious(page) == [], where


def test_the_cookie_is_out_of_reach_of_scripts_and_ends_with_the_browser(screen, site):
    page = screen.page
    sign_up(page, site, "anna")
    page.wait_for_selector("text=Sign out")
    assert page.evaluate("document.cookie") == ""
    (cookie,) = [one for one in page.context.cookies() if one["name"] == COOKIE]
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["expires"]) == (True, "Lax", -1)
    asked = page.evaluate("fetch('/api/v1/tokens').then((answer) => answer.status)")
    assert asked == 401
    screen.complaints.clear()  # The browser reports every refusal of a request.
    page.click("text=Sign out")
    page.wait_for_selector("#sign-in-name")
    assert [one["name"] for one in page.context.cookies()] == ["csrftoken"]
