"""Deals: listing, seeing, and the proof that stays shut while the hand is on."""

from tests.api.guests import Guests, is_problem


def test_a_deal_shows_its_commitment_and_no_card(passing):
    deal = passing.deal
    assert (deal["state"], deal["for"]) == ("dealt", f"game/{passing.game}/hand/1")
    assert [given["by"] for given in deal["contributions"]] == ["seat"] * 4
    assert None not in [given["nonce"] for given in deal["contributions"]]
    assert deal["entries"]["freeze"] is not None
    assert deal["entries"]["end"] is None


def test_deals_come_in_pages_by_number(guests):
    for _ in range(4):
        Guests()
    seen, cursor = [], ""
    while cursor is not None:
        page = guests.get(f"/deals?limit=2&state=committed{cursor and f'&cursor={cursor}'}").json()
        seen += [deal["deal"] for deal in page["deals"]]
        cursor = page["next"]
    assert seen == [1, 2, 3, 4, 5]
    assert guests.get("/deals?state=revealed").json() == {"deals": [], "next": None}


def test_a_query_that_does_not_fit_is_told_which(guests):
    for query in ("state=lost", "state=", "cursor=", "cursor=LTE", "limit=a", "reason=x"):
        problem = is_problem(guests.get(f"/deals?{query}"), 400, "invalid-query")
        assert problem["errors"][0]["pointer"] == query.partition("=")[0]


def test_a_deal_that_is_not_there_is_not_found(guests):
    for number in ("0", "2", "01", "-1", "9" * 18, "9" * 40, "9" * 5000, "x", "1%00"):
        for path in ("", "/proof"):
            is_problem(guests.get(f"/deals/{number}{path}"), 404, "not-found")


def test_a_proof_is_shut_while_the_hand_is_on(playing):
    refused = playing.get(f"/deals/{playing.deal['deal']}/proof", playing.tokens[0])
    assert "reveal" in is_problem(refused, 403, "embargoed")["waits_for"]


def test_a_proof_is_public_and_stays_as_it_is_after_the_hand(playing):
    number = playing.deal["deal"]
    playing.play_hand()
    proof = playing.get(f"/deals/{number}/proof")
    assert proof["Cache-Control"] == "public, max-age=31536000, immutable"
    assert proof.json()["format"] == "hearts-deal/1"
    verified = playing.post("/verify", proof.json())
    assert verified.json()["verdict"] == "ok"


def test_a_deal_answers_get_alone_and_the_list_takes_new_ones_too(guests):
    ways = {"/deals": ("put", "delete")}
    for path in ("/deals", "/deals/1", "/deals/1/proof"):
        for method in ways.get(path, ("post", "put", "delete")):
            refused = guests.post(path, {}, method=method)
            is_problem(refused, 405, "method-not-allowed")


def test_a_deal_that_waits_for_the_beacon_says_for_which_round(log):
    guests = Guests(sources="beacon")
    guests.sit()
    deal = guests.deal
    assert (deal["state"], guests.summary["phase"]) == ("waiting", "waiting")
    assert deal["beacon"].endswith(f"@{deal['round']['number']}")
    assert (deal["round"]["signature"], deal["round"]["randomness"]) == (None, None)
    assert deal["round"]["due"] > guests.summary["created"]
    is_problem(guests.commit(0), 409, "contributions-closed")
    (found,) = guests.get("/deals?state=waiting").json()["deals"]
    assert found["deal"] == deal["deal"]
