"""A seat in company: people by links, what is kept and held to the chain, what is taken home."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from games.models import Game
from tests.browser.test_every_page import serious
from tests.browser.test_play import WAIT, begin, lie_about, pass_three, play_on

ROOT = Path(__file__).parents[2]


@contextmanager
def another_browser(chromium):
    """A browser of somebody else, which knows nothing of the first."""
    context = chromium.new_context()
    yield context.new_page()
    context.close()


def test_people_sit_down_by_links_and_each_browser_draws_its_own(screen, chromium):
    page = screen.open("/play")
    page.select_option("#players", "3")
    page.click("#more summary")
    page.select_option("#others", "human")
    page.click("#start")
    page.wait_for_selector("#say:has-text('Waiting for seat 1 and seat 2 to sit down')")
    links = page.locator("#invites input").evaluate_all("all => all.map(one => one.value)")
    assert serious(page) == []
    with another_browser(chromium) as first, another_browser(chromium) as second:
        for guest, link in zip((first, second), links, strict=True):
            guest.goto(link)
        for one in (page, first, second):
            one.wait_for_selector(".own button", timeout=WAIT)
            assert "yours was drawn by this browser" in one.inner_text("#checked")
            assert one.locator(".own button").count() == 17
        assert page.locator("#invites").is_hidden()
        pass_three(first)
        page.wait_for_selector("#say:has-text('Choose 3 cards')")
        pass_three(page)
        page.wait_for_selector("#say:has-text('Seat 2 is passing')")


def test_who_passed_by_keys_finds_the_next_card_under_them(screen, worker):
    page = begin(screen)
    for _ in range(3):
        page.locator(".own button[aria-pressed=false]").first.focus()
        page.keyboard.press("Space")
    page.focus("#pass")
    page.keyboard.press("Enter")
    page.wait_for_selector(".own button[aria-disabled=false]:focus", timeout=WAIT)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").count(" of ") == 1


def test_a_receipt_that_nobody_signed_stops_the_page(screen, worker):
    def forge(route):
        answer = route.fetch()
        value = answer.json()
        value["receipt"] = value["receipt"].replace("\nseq ", "\nseq 1", 1)
        route.fulfill(response=answer, body=json.dumps(value))

    screen.page.route("**/contributions", forge)
    page = screen.open("/play")
    page.click("#start")
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    assert "FALSE. Step 8" in page.inner_text("#broken")


def test_another_card_than_was_played_stops_the_page(screen, worker):
    def swap(route):
        answer = route.fetch()
        value = answer.json()
        card = value["event"]["line"].split(" ")[-1]
        other = "3C" if card == "2C" else "2C"
        value["event"]["line"] = value["event"]["line"].replace(f" {card}", f" {other}")
        route.fulfill(response=answer, body=json.dumps(value))

    page = begin(screen)
    pass_three(page)
    page.route("**/plays", swap)
    play_on(page, times=1)
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    assert "FALSE. Step 8" in page.inner_text("#broken")


def test_a_check_that_was_cut_off_is_made_again(screen, worker):
    """The line that asked for it is taken only once all of it was checked."""
    cut = []

    def once(route):
        cut.append(route.request.url)
        if len(cut) == 1:
            route.abort()
        else:
            route.continue_()

    screen.page.route("**/api/v1/deals/*/proof", once)
    page = begin(screen)
    pass_three(page)
    play_on(page)
    page.wait_for_selector("#outcome button", timeout=WAIT)
    assert len(cut) == 2
    assert "Deal 1 is proven" in page.inner_text("#checked")
    screen.complaints.clear()  # The browser reports the request that was cut.


def test_a_number_that_another_browser_drew_is_not_vouched_for(screen, chromium, worker):
    page = begin(screen)
    kept = json.loads(page.evaluate("localStorage.getItem('hearts-seats')"))
    ((_, seat),) = kept.items()
    with another_browser(chromium) as other:
        place = f"game={seat['game']}&seat={seat['seat']}&token={seat['token']}"
        other.goto(f"{screen.site}/play#{place}")
        other.wait_for_selector(".own button", timeout=WAIT)
        assert "was drawn elsewhere" in other.inner_text("#sources")
        assert other.locator("#broken").is_hidden()
    pass_three(page)
    play_on(page, times=1)


def test_a_seat_that_is_forgotten_is_gone(screen, worker):
    page = begin(screen)
    page.reload()
    page.click("text=Forget it")
    assert page.locator("#again").is_hidden()
    assert page.evaluate("localStorage.getItem('hearts-seats')") == "{}"


def test_a_league_seats_address_without_a_token_asks_for_it(screen, worker):
    page = begin(screen)
    kept = json.loads(page.evaluate("localStorage.getItem('hearts-seats')"))
    ((_, seat),) = kept.items()
    page.evaluate("localStorage.removeItem('hearts-seats')")
    page.goto("about:blank")
    page = screen.open(f"/play#game={seat['game']}&seat=0")
    assert page.input_value("#game") == seat["game"]
    assert page.evaluate("document.activeElement.id") == "secret"
    page.keyboard.type(seat["token"])
    page.keyboard.press("Enter")
    page.wait_for_selector(".own button", timeout=WAIT)


def test_a_table_tells_how_the_hand_before_went(screen, worker):
    page = screen.open("/play")
    page.select_option("#hands", "4")
    page.click("#start")
    page.wait_for_selector(".own button", timeout=WAIT)
    pass_three(page)
    play_on(page)
    page.wait_for_selector("#last:has-text('Hand 1 is over. Last trick: ')", timeout=WAIT)
    assert "Totals now You: " in page.inner_text("#last")
    page.wait_for_selector("#say:has-text('Choose 3 cards to pass right')", timeout=WAIT)


def taken_home(page, folder):
    """Do what the page says with the files that it gives: the offline verifier's answer."""
    for link in page.locator("#outcome details a[download]").all():
        with page.expect_download() as saved:
            link.click()
        saved.value.save_as(folder / saved.value.suggested_filename)
    said = page.locator("#outcome details pre").text_content().replace("\\\n", " ")
    program, *rest = shlex.split(said)
    assert program == "python3"
    found = [str(folder / one) if (folder / one).exists() else one for one in rest]
    return subprocess.run(
        [sys.executable, *found, "--json"], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_what_the_page_gives_is_what_the_offline_verifier_asks_for(screen, worker, tmp_path):
    page = begin(screen)
    pass_three(page)
    play_on(page)
    page.wait_for_selector("#outcome button", timeout=WAIT)
    page.click("#outcome button")
    page.wait_for_selector("#outcome details", timeout=WAIT)
    page.click("#outcome summary")
    assert serious(page) == []
    done = taken_home(page, tmp_path)
    report = json.loads(done.stdout)
    assert (done.returncode, report["verdict"], report["strength"]) == (0, "ok", "shared")
    receipts = (tmp_path / "receipts.txt").read_text().count("hearts/receipt/v1")
    assert receipts == 3 + 1 + 13  # seat, K, nonce; pass; plays
    assert Game.objects.get().state == "finished"


def test_the_game_that_all_are_shown_is_the_one_that_was_played(screen, worker):
    def of_another_chain(text):
        bundle = json.loads(text)
        bundle["events"][0] = bundle["events"][0].replace("computer ", "computer x")
        return json.dumps(bundle)

    page = begin(screen)
    pass_three(page)
    play_on(page)
    page.wait_for_selector("#outcome button", timeout=WAIT)
    lie_about(screen, r"/bundle$", of_another_chain)
    page.click("#outcome button")
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    assert "as it was played here" in page.inner_text("#broken")
