"""The page where people play: a whole hand in a real browser, its deal checked by the browser."""

from __future__ import annotations

import json
import re

import pytest

from api.policy import Kind
from api.tokens import Bearer, issue_token
from games.models import Game
from games.services.passing import record_pass
from games.services.playing import record_play
from games.services.rebuilding import stored_rows
from tests.browser.test_every_page import serious
from tests.cast import Party
from tests.moons import EASY, OPENER, find_moon, helpful_pass

WAIT = 60_000


def begin(screen, preset="standard", players=4, *, sources="seats", kitty=False):
    page = screen.open("/play")
    page.select_option("#preset", preset)
    page.select_option("#players", str(players))
    page.click("#more summary")
    page.select_option("#sources-of", sources)
    page.set_checked("#with-kitty", kitty)
    page.click("#start")
    page.wait_for_selector(".own button", timeout=WAIT)
    return page


def pass_three(page):
    for _ in range(3):
        page.locator(".own button[aria-pressed=false]").first.click()
    page.click("#pass")


def play_on(page, *, times=13):
    """Play the first card that may be played, by keys alone."""
    for _ in range(times):
        page.wait_for_selector(
            ".own button[aria-disabled=false], #outcome button, #broken:visible", timeout=WAIT
        )
        if page.locator("#outcome button").count() or page.locator("#broken:visible").count():
            return
        left = page.locator(".own button").count()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_selector(f".own button:nth-child({left})", state="detached", timeout=WAIT)


def test_a_hand_is_played_by_keys_and_the_browser_proves_its_deal(screen, worker):
    page = begin(screen)
    assert page.locator(".seat:not(.own) .card.back").count() == 39
    assert "before you see what you get" in page.inner_text("#say")
    pass_three(page)
    play_on(page)
    page.wait_for_selector("#outcome button", timeout=WAIT)
    page.keyboard.press("Enter")
    page.wait_for_selector("#outcome .verdict.ok", timeout=WAIT)
    assert page.locator("#outcome .steps .fine").count() == 10
    assert "not chosen without you" in page.inner_text("#outcome")
    assert page.locator("#checked li").count() == 4
    assert Game.objects.get().state == "finished"
    page.click("text=Replay it")
    page.wait_for_selector("#replay")


def test_the_front_page_leads_to_a_hand_in_one_click(screen, worker):
    page = screen.open("/")
    page.click("text=Play a hand")
    page.wait_for_selector(".own button", timeout=WAIT)
    assert page.url == f"{screen.site}/play"


def test_cards_that_may_not_be_played_are_inert(screen, worker):
    page = begin(screen)
    pass_three(page)
    page.wait_for_selector(".own button[aria-disabled=false]", timeout=WAIT)
    faint = page.locator(".own button[aria-disabled=true]")
    if faint.count():
        before = page.locator(".own button").count()
        faint.first.click(force=True)
        page.wait_for_timeout(300)
        assert page.locator(".own button").count() == before


def test_a_reload_goes_on_with_the_same_seat_and_nonce(screen, worker):
    page = begin(screen)
    held = page.locator(".own button").all_inner_texts()
    page.reload()
    page.click(".resume")
    page.wait_for_selector(".own button", timeout=WAIT)
    assert page.locator(".own button").all_inner_texts() == held
    pass_three(page)
    page.wait_for_selector(".own button[aria-disabled=false]", timeout=WAIT)


DROP_RECEIPTS = """() => {
  const all = JSON.parse(localStorage.getItem('hearts-seats'));
  for (const one of Object.values(all)) one.receipts = [];
  localStorage.setItem('hearts-seats', JSON.stringify(all));
}"""


@pytest.mark.parametrize(
    ("has_receipts", "said"),
    [(True, "for which you hold a receipt"), (False, "for which you sent your nonce")],
)
def test_a_chain_that_is_another_one_after_a_reload_stops_the_page(
    screen, worker, has_receipts, said
):
    """The server has the nonce by now, and could have drawn the others' again."""
    page = begin(screen)

    def with_another_k(text):
        value = json.loads(text)
        for event in value["events"]:
            event["line"] = re.sub(
                r"( contribute 1 )[0-9a-f]{64}", r"\g<1>" + "5" * 64, event["line"]
            )
        return json.dumps(value)

    lie_about(screen, r"/events\?", with_another_k)
    if not has_receipts:
        page.evaluate(DROP_RECEIPTS)
    page.reload()
    page.click(".resume")
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    assert said in page.inner_text("#broken")


def changed(value, **more):
    return {**value, **more}


def lie_about(screen, pattern, change):
    """Change what the server sends, on its way."""

    def lie(route):
        answer = route.fetch()
        if answer.ok and route.request.method == "GET":
            route.fulfill(response=answer, body=change(answer.text()))
        else:
            route.fulfill(response=answer)

    screen.page.route(re.compile(pattern), lie)


def with_seed(text):
    proof = json.loads(text)
    return json.dumps(changed(proof, seed="0" * 64))


def for_another_hand(text):
    deal = json.loads(text)
    texts = changed(deal["entry_texts"])
    texts["commit"] = texts["commit"].replace("/hand/1", "/hand/2")
    return json.dumps(changed(deal, entry_texts=texts))


def test_a_commitment_that_is_not_in_the_log_stops_the_page(screen, worker):
    lie_about(screen, r"/api/v1/deals/\d+$", for_another_hand)
    page = screen.open("/play")
    page.click("#start")
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    assert "FALSE. Step 2" in page.inner_text("#broken")
    assert page.locator(".own button").count() == 0


def test_another_seed_after_the_hand_is_called_false(screen, worker):
    lie_about(screen, r"/api/v1/deals/\d+/proof$", with_seed)
    page = begin(screen)
    pass_three(page)
    play_on(page)
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    assert "FALSE. Step 3" in page.inner_text("#broken")


def test_another_key_stops_the_page_which_says_what_to_do(screen, worker):
    page = screen.open("/play")
    page.evaluate("localStorage.setItem('hearts-log-key', 'hearts.localhost/log+00000000+AAAA')")
    page.click("#start")
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    said = page.inner_text("#broken")
    assert "hearts.localhost/log+00000000+AAAA" in said
    assert page.get_attribute("#room", "data-key") in said
    assert "Ask those who run this service" in said
    assert serious(page) == []
    assert Game.objects.count() == 0


def test_once_the_new_key_is_trusted_the_hand_begins(screen, worker):
    page = screen.open("/play")
    page.evaluate("localStorage.setItem('hearts-log-key', 'hearts.localhost/log+00000000+AAAA')")
    page.click("#start")
    page.wait_for_selector("#broken:visible", timeout=WAIT)
    page.focus("#broken button")
    page.keyboard.press("Enter")
    page.wait_for_selector(".own button", timeout=WAIT)
    assert page.locator("#broken").is_hidden()
    assert page.get_attribute("#room", "data-key") == page.evaluate(
        "localStorage.getItem('hearts-log-key')"
    )


def test_an_invite_in_the_address_takes_the_seat_and_is_gone_from_it(screen, worker):
    page = screen.open("/play")
    made = page.evaluate(
        """async () => (await fetch('/api/v1/games', { method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ rules: { hands: 1, target: null, tie: 'share' },
            seats: ['computer', 'computer', 'human', 'computer'] }) })).json()"""
    )
    invite = made["invites"][0]
    screen.page.goto("about:blank")
    page = screen.open(f"/play#game={made['game']['id']}&seat=2&invite={invite['invite']}")
    page.wait_for_selector(".own button", timeout=WAIT)
    assert page.get_attribute(".own", "data-seat") == "2"
    assert "p0" in page.get_attribute(".own", "class")
    assert "invite" not in page.url


def test_without_script_the_page_says_why_and_leads_to_games(chromium, site):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/play")
    page.click("noscript a")
    assert page.url.endswith("/games")
    context.close()


HELD = {3: 17, 4: 13, 5: 10, 6: 8}


@pytest.mark.parametrize("players", [3, 5, 6])
def test_a_hand_of_another_number_is_played_to_its_proof(screen, worker, players):
    page = begin(screen, players=players)
    assert page.locator(".seat").count() == players
    assert page.locator(".own button").count() == HELD[players]
    assert page.locator(".seat:not(.own) .card.back").count() == HELD[players] * (players - 1)
    pass_three(page)
    play_on(page, times=HELD[players])
    page.wait_for_selector("#outcome button", timeout=WAIT)
    page.keyboard.press("Enter")
    page.wait_for_selector("#outcome .verdict.ok", timeout=WAIT)
    assert len(Game.objects.get().totals) == players


MOON = EASY | {"moon": "choice", "hands": 1, "target": None, "tie": "share"}


@pytest.fixture
def shot(site):
    """A table of six whose opener has shot the moon and is asked; with his seat's token."""
    plays = None
    while plays is None:
        party = Party(MOON)
        party.sit()
        party.contribute()
        hand = stored_rows(party.game).hand
        plays = find_moon(hand)
    for seat in party.people:
        record_pass(party.game, seat, list(map(str, helpful_pass(hand, seat))), now=party.clock())
    for card in plays:
        summary = party.summary
        record_play(
            party.game, summary["turn"], str(card), expected_seq=summary["seq"], now=party.clock()
        )
    party.token = issue_token(
        Bearer(Kind.SEAT, game=party.game, seat=OPENER), now=party.clock()
    ).token
    return party


def sit_again(screen, party, seat):
    """A browser that was closed at a seat, and opens the page again."""
    kept = {
        "game": str(party.game),
        "seat": seat,
        "token": party.token,
        "nonces": {str(party.summary["deal"]): party.nonce(seat)},
        "receipts": [],
        "at": 1,
    }
    page = screen.open("/play")
    page.evaluate("(kept) => localStorage.setItem('hearts-seats', kept)", json.dumps({"one": kept}))
    page.reload()
    page.click(".resume")
    return page


@pytest.mark.parametrize(("choice", "own", "others"), [("add", 0, 26), ("subtract", -26, 0)])
def test_a_shooter_chooses_what_the_moon_does(screen, shot, choice, own, others):
    page = sit_again(screen, shot, OPENER)
    page.wait_for_selector("#ask [data-choice]", timeout=WAIT)
    assert page.locator("#ask button").all_inner_texts() == ["The others add 26", "I subtract 26"]
    assert "You shot the moon" in page.inner_text("#say")
    assert serious(page) == []
    page.focus(f"[data-choice={choice}]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#outcome button", timeout=WAIT)
    totals = Game.objects.get(id=shot.game).totals
    assert totals == [own if seat == OPENER else others for seat in range(6)]
    page.click("#outcome button")
    page.wait_for_selector("#outcome .verdict.ok", timeout=WAIT)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("width", [360, 1200])
def test_a_table_fits_the_screen(screen, worker, width, players):
    screen.page.set_viewport_size({"width": width, "height": 740})
    page = begin(screen, players=players)
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator(".own button").first.bounding_box()
    assert box["width"] >= 24
    assert box["height"] >= 44
