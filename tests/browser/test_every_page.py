"""What holds for every page: accessible, light, wide enough, and without a complaint."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.services.accounts import create_account
from games.services.auditing import request_audit
from games.services.clubs import create_club
from tests.cast import Party

ONE_HAND = {"preset": "standard", "hands": 1, "target": None, "tie": "share"}
MOST_BYTES = 150_000
PATHS = [
    "/",
    "/play",
    "/games",
    "/games/GAME",
    "/games/GAME?at=0",
    "/games/GAME/sheet",
    "/deals/1",
    "/audits/AUDIT",
    "/verify",
    "/sheet",
    "/sheet/empty",
    "/fairness",
    "/rules",
    "/documents/event-chain",
    "/public-log",
    "/leagues",
    "/clubs",
    "/clubs/CLUB",
    "/api/v1/docs/",
    "/api/v1/docs/create_game",
    "/errors/",
    "/errors/stale",
]
DOORS = ["/account", "/account?next=/clubs", "/clubs/CLUB/join"]
"""Where one signs in: a form's secret lies in a cookie."""


@pytest.fixture
def known(site):
    """A finished game, an audit of it that nobody has begun, and a club."""
    party = Party(ONE_HAND)
    party.sit()
    party.play_game()
    audit = request_audit(party.game, now=party.clock()).job
    founder = create_account("founder", "four tables of hearts", now=party.clock())
    club = create_club("Club", owner=founder, now=party.clock())
    return {"GAME": str(party.game), "AUDIT": str(audit), "CLUB": str(club)}


def filled(path, known):
    for name, value in known.items():
        path = path.replace(name, value)
    return path


def serious(page):
    """What axe finds that keeps people out, with where it is."""
    return [
        (one["id"], node["target"])
        for one in Axe().run(page).response["violations"]
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_fault_of_accessibility(screen, known, scheme):
    screen.page.emulate_media(color_scheme=scheme)
    found = {}
    for path in [*PATHS, *DOORS]:
        page = screen.open(filled(path, known))
        page.wait_for_timeout(200)
        found[path] = serious(page)
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_every_page_is_light_and_fits_a_phone(screen, known):
    screen.page.set_viewport_size({"width": 360, "height": 740})
    sizes = []
    screen.page.on("response", lambda answer: sizes.append(answer))  # noqa: PLW0108
    for path in [*PATHS, *DOORS]:
        sizes.clear()
        page = screen.open(filled(path, known))
        page.wait_for_load_state("networkidle")
        weight = sum(len(answer.body()) for answer in sizes if answer.ok)
        assert weight < MOST_BYTES, (path, weight)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_no_page_sets_a_cookie_or_asks_another_host(screen, known):
    asked = []
    screen.page.on("request", lambda request: asked.append(request.url))
    for path in PATHS:
        screen.open(filled(path, known))
    assert screen.page.context.cookies() == []
    for path in DOORS:
        screen.open(filled(path, known))
    (secret,) = screen.page.context.cookies()
    assert (secret["name"], secret["httpOnly"], secret["sameSite"]) == ("csrftoken", True, "Lax")
    assert [url for url in asked if not url.startswith((screen.site, "data:"))] == []


def test_pages_can_be_walked_by_the_tab_key_and_show_the_focus(screen, known):
    for path in ("/", "/games", filled("/games/GAME", known)):
        page = screen.open(path)
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('main') !== null")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"
