"""Deals for tables with real cards, through the API and on paper."""

import re

import pytest

from tests.api.guests import Guests, is_problem
from tests.api.test_document import check, shape_of

NAMES = ["Anna", "=Ben <b>", "Cara", "Dan"]


@pytest.fixture
def sheet(log):
    return Guests(kind="sheet", rules={"preset": "scoresheet"}, players=NAMES)


def deal(sheet, hand=1, token=None, **more):
    body = {"for": f"table/{sheet.game}/hand/{hand}"} | more
    return sheet.post("/deals", body, sheet.token if token is None else token)


def slip(sheet, number, place, token=None):
    return sheet.get(f"/deals/{number}/slips/{place}", sheet.token if token is None else token)


def test_a_proven_deal_is_made_and_its_slips_are_read_by_who_keeps_the_sheet(sheet):
    made = deal(sheet)
    assert (made.status_code, made["Location"]) == (201, "/api/v1/deals/1")
    check(made.json(), shape_of("post", "/deals", "201"))
    assert made.json()["state"] == "dealt"
    slips = [slip(sheet, 1, place) for place in range(4)]
    for given in slips:
        check(given.json(), shape_of("get", "/deals/{number}/slips/{place}", "200"))
        assert given["Cache-Control"] == "private, no-store"
    cards = {card for given in slips for card in given.json()["cards"]}
    assert len(cards) == 52
    is_problem(slip(sheet, 1, 4), 404, "not-found")


def test_nobody_else_reads_a_slip_or_deals(sheet, settings):
    deal(sheet)
    other = Guests(kind="sheet", players=NAMES)
    is_problem(slip(sheet, 1, 0, other.token), 403, "forbidden")
    is_problem(sheet.get("/deals/1/slips/0"), 401, "token-needed")
    is_problem(deal(sheet, 2, other.token), 403, "forbidden")
    is_problem(sheet.post("/deals", {"for": f"table/{sheet.game}/hand/2"}), 401, "token-needed")


def test_before_the_row_no_public_answer_holds_a_card_of_the_deal(sheet):
    deal(sheet)
    holding = slip(sheet, 1, 0).json()["cards"]
    is_problem(sheet.get("/deals/1/proof"), 403, "embargoed")
    public = b"".join(
        sheet.get(path).content
        for path in ("/deals/1", "/deals", sheet.url, f"{sheet.url}/events", f"{sheet.url}/record")
    ).decode()
    named = {"QS"}  # by the rules, whoever holds it
    assert not any(re.search(rf"\b{card}\b", public) for card in {*holding} - named)
    assert "seed" not in sheet.get("/deals/1").json()


def test_the_row_reveals_the_deal_to_everybody(sheet):
    deal(sheet)
    dealt = slip(sheet, 1, 2).json()["cards"]
    row = {"points": [5, 0, 8, 13]}
    assert sheet.post(f"{sheet.url}/rows", row, sheet.token).status_code == 201
    proof = sheet.get("/deals/1/proof").json()
    assert proof["hands"][2].split() == dealt
    assert sheet.post("/verify", proof).json()["verdict"] == "ok"


def test_a_void_makes_room_for_another_deal(sheet):
    deal(sheet)
    is_problem(deal(sheet), 409, "deal-stands")
    is_problem(
        sheet.post("/deals/1/void", {}, Guests(kind="sheet", players=NAMES).token), 403, "forbidden"
    )
    void = sheet.post("/deals/1/void", {}, sheet.token)
    assert (void.status_code, void.json()["state"], void.json()["reason"]) == (
        200,
        "void",
        "director",
    )
    check(void.json(), shape_of("post", "/deals/{number}/void", "200"))
    is_problem(slip(sheet, 1, 0), 409, "not-dealt")
    is_problem(sheet.post("/deals/1/void", {}, sheet.token), 409, "contributions-closed")
    assert deal(sheet).json()["deal"] == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"for": "game/x/hand/1"}, "invalid-body"),
        ({}, "invalid-body"),
        ({"sources": "seats"}, "invalid-body"),
        ({"deck": "5"}, "invalid-deal"),
        ({"hand": 21}, "invalid-deal"),
    ],
)
def test_what_can_not_be_dealt_is_refused_with_its_place(sheet, body, code):
    asked = {"for": f"table/{sheet.game}/hand/{body.pop('hand', 1)}"} if body else {}
    refused = sheet.post("/deals", asked | body, sheet.token)
    assert is_problem(refused, 422, code)["errors"]


def test_a_game_that_is_dealt_by_the_service_has_no_slips(guests):
    body = {"for": f"table/{guests.game}/hand/1"}
    is_problem(guests.post("/deals", body, guests.token), 409, "not-a-sheet")
    is_problem(guests.get("/deals/1/slips/0", guests.token), 404, "not-found")
    assert guests.client.get("/deals/1/slips").status_code == 404


def page(sheet, token):
    return sheet.client.post("/deals/1/slips", {"token": token})


def test_the_page_asks_for_the_token_and_prints_a_slip_for_each_seat(sheet):
    deal(sheet)
    asked = sheet.client.get("/deals/1/slips")
    assert asked.status_code == 200
    assert 'type="password"' in asked.content.decode()
    printed = page(sheet, sheet.token)
    text = printed.content.decode()
    assert printed["Cache-Control"] == "private, no-store"
    assert "=Ben &lt;b&gt;" in text
    assert "pages/slips.css" in text
    slips = re.findall(r"<section.*?</section>", text, re.DOTALL)
    assert len(slips) == 4
    for place, section in enumerate(slips):
        holding = slip(sheet, 1, place).json()["cards"]
        rows = re.findall(r'<tr class="(.)">.*?<td>(.*?)</td>', section)
        shown = [rank + suit for suit, ranks in rows for rank in ranks.split() if rank != "\u2013"]
        assert shown == holding
        assert "13 cards" in section


def test_the_page_shows_nothing_without_the_right_token(sheet):
    deal(sheet)
    is_problem(page(sheet, ""), 401, "token-invalid")
    is_problem(page(sheet, Guests().token), 403, "forbidden")
    sheet.post("/deals/1/void", {}, sheet.token)
    is_problem(page(sheet, sheet.token), 409, "not-dealt")
    assert sheet.client.put("/deals/1/slips").status_code == 405
