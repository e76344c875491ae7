"""Contributions: each seat's K, then each seat's nonce."""

from tests.api.guests import Guests, is_problem


def test_every_seat_commits_and_then_opens(table):
    table.contribute()
    assert table.deal["state"] == "dealt"
    assert table.summary["phase"] == "passing"


def test_a_commitment_is_answered_by_its_event_and_a_receipt(table):
    answer = table.commit(0)
    assert answer.status_code == 201
    event = answer.json()["event"]
    assert event["line"].endswith(f" contribute 0 {table.commitment(0)} seat")
    assert f"head {event['head']}\n" in answer.json()["receipt"]


def test_a_contribution_needs_the_seats_own_token(table):
    path = f"/deals/{table.deal['deal']}/contributions"
    body = {"seat": 0, "commitment": "0" * 64}
    is_problem(table.post(path, body), 401, "token-needed")
    is_problem(table.post(path, body, table.tokens[1]), 403, "forbidden")
    is_problem(table.post(path, body, table.token), 403, "forbidden")
    opening = {"nonce": "1" * 64, "head": "0" * 64}
    is_problem(table.put(f"{path}/0", opening), 401, "token-needed")
    is_problem(table.put(f"{path}/0", opening, table.tokens[1]), 403, "forbidden")


def test_a_seat_of_another_game_may_not_contribute(table):
    others = Guests()
    others.sit()
    path = f"/deals/{table.deal['deal']}/contributions"
    body = {"seat": 0, "commitment": "0" * 64}
    is_problem(table.post(path, body, others.tokens[0]), 403, "forbidden")


BAD_COMMITMENTS = [
    ({}, ["/commitment", "/seat"]),
    ({"seat": "0", "commitment": "0" * 64}, ["/seat"]),
    ({"seat": 6, "commitment": "0" * 64}, ["/seat"]),
    ({"seat": 0, "commitment": "0" * 63}, ["/commitment"]),
    ({"seat": 0, "commitment": "0" * 65}, ["/commitment"]),
    ({"seat": 0, "commitment": "A" * 64}, ["/commitment"]),
    ({"seat": 0, "commitment": "0x" + "0" * 62}, ["/commitment"]),
    ({"seat": 0, "commitment": "0" * 64 + "\r"}, ["/commitment"]),
    ({"seat": 0, "commitment": "\uff10" * 64}, ["/commitment"]),
    ({"seat": 0, "commitment": 0}, ["/commitment"]),
    ({"seat": 0, "commitment": "0" * 64, "nonce": "1" * 64}, ["/nonce"]),
]


def test_a_body_that_does_not_fit_is_told_where(table):
    path = f"/deals/{table.deal['deal']}/contributions"
    for body, pointers in BAD_COMMITMENTS:
        problem = is_problem(table.post(path, body, table.tokens[0]), 422, "invalid-body")
        assert sorted({place["pointer"] for place in problem["errors"]}) == pointers, body
    for body in ({}, {"nonce": "1" * 64}, {"nonce": None, "head": []}, {"nonce": "G" * 64}):
        is_problem(table.put(f"{path}/0", body, table.tokens[0]), 422, "invalid-body")


def test_a_deal_that_is_not_there_is_not_found(table):
    body = {"seat": 0, "commitment": "0" * 64}
    is_problem(table.post("/deals/999/contributions", body, table.tokens[0]), 404, "not-found")
    opening = {"nonce": "1" * 64, "head": "0" * 64}
    is_problem(table.put("/deals/999/contributions/0", opening, table.tokens[0]), 404, "not-found")


def test_a_commitment_before_the_seats_are_taken_is_early(guests):
    token = guests.take(0).json()["token"]
    body = {"seat": 0, "commitment": "0" * 64}
    refused = guests.post(f"/deals/{guests.deal['deal']}/contributions", body, token)
    is_problem(refused, 409, "too-early")


def test_a_commitment_stands_once(table):
    assert table.commit(0).status_code == 201
    is_problem(table.commit(0), 409, "already-contributed")


def test_another_seats_commitment_can_not_be_copied(table):
    table.commit(0)
    body = {"seat": 1, "commitment": table.commitment(0)}
    refused = table.post(f"/deals/{table.deal['deal']}/contributions", body, table.tokens[1])
    is_problem(refused, 409, "already-contributed")


def test_a_nonce_before_the_last_commitment_is_early(table):
    head = table.commit(0).json()["event"]["head"]
    is_problem(table.open(0, head), 409, "too-early")


def test_a_nonce_for_another_chain_is_refused(table):
    table.commit_all()
    is_problem(table.open(0, "0" * 64), 409, "stale-head")


def test_a_nonce_must_open_its_commitment(table):
    table.commit_all()
    body = {"nonce": "1" * 64, "head": table.committed_head}
    path = f"/deals/{table.deal['deal']}/contributions/0"
    is_problem(table.put(path, body, table.tokens[0]), 422, "does-not-open")


def test_a_nonce_stands_once(table):
    table.commit_all()
    assert table.open(0).status_code == 200
    is_problem(table.open(0), 409, "already-contributed")


def test_a_commitment_after_the_deal_is_frozen_is_late(passing):
    is_problem(passing.commit(0), 409, "contributions-closed")


def test_contributions_answer_their_own_methods_alone(table):
    path = f"/deals/{table.deal['deal']}/contributions"
    for method in ("get", "put", "delete"):
        refused = table.post(path, {}, table.tokens[0], method=method)
        is_problem(refused, 405, "method-not-allowed")
    for method in ("get", "post", "delete"):
        refused = table.post(f"{path}/0", {}, table.tokens[0], method=method)
        is_problem(refused, 405, "method-not-allowed")
