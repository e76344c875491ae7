"""POST /games/{id}/passes: works, whose, methods, bad input, missing, repeated."""

import hashlib
import uuid

from tests.api.guests import is_problem


def test_a_pass_is_hashed_in_the_chain_and_opened_to_its_seat_alone(passing):
    cards = passing.view(2)["cards"]["holding"][:3]
    answer = passing.give(2, cards).json()
    digest = hashlib.sha256(answer["opening"].encode()).hexdigest()
    assert answer["event"]["line"].endswith(f" pass 2 {digest}")
    assert f"cards {' '.join(cards)}\n" in answer["opening"]


def test_the_last_pass_exchanges_all(passing):
    before = {seat: passing.view(seat)["cards"]["holding"] for seat in range(4)}
    passing.pass_cards()
    for seat in range(4):
        cards = passing.view(seat)["cards"]
        assert cards["received"] == before[(seat - 1) % 4][-3:]
        assert len(cards["holding"]) == 13


def test_nobody_sees_what_comes_before_all_have_passed(passing):
    for seat in (0, 1, 2):
        passing.give(seat)
    assert [passing.view(seat)["cards"]["received"] for seat in range(4)] == [None] * 4
    assert passing.view(3)["cards"]["passed"] == [0, 1, 2]


def test_a_pass_needs_the_seats_token(passing):
    path = f"{passing.url}/passes"
    is_problem(passing.post(path, {"cards": []}), 401, "token-needed")
    is_problem(passing.post(path, {"cards": []}, "hearts_" + "x" * 43), 401, "token-invalid")
    is_problem(passing.post(path, {"cards": []}, passing.token), 403, "forbidden")
    other = f"/games/{uuid.uuid4()}/passes"
    is_problem(passing.post(other, {"cards": []}, passing.tokens[0]), 403, "forbidden")


def test_passes_answer_post_alone(table):
    for method in ("get", "put", "delete", "patch"):
        refused = table.post(f"{table.url}/passes", {}, table.tokens[0], method=method)
        is_problem(refused, 405, "method-not-allowed")


BAD_BODIES = [
    ({}, ["/cards"]),
    ({"cards": None}, ["/cards"]),
    ({"cards": "2C 3C 4C"}, ["/cards"]),
    ({"cards": {"0": "2C"}}, ["/cards"]),
    ({"cards": ["2C", "xx", 3]}, ["/cards/1", "/cards/2"]),
    ({"cards": ["2C"] * 14}, ["/cards"]),
    ({"cards": [["2C"]]}, ["/cards/0"]),
    ({"cards": [], "salt": "00"}, ["/salt"]),
]


def test_a_body_that_does_not_fit_is_told_where(table):
    for body, pointers in BAD_BODIES:
        refused = table.post(f"{table.url}/passes", body, table.tokens[0])
        problem = is_problem(refused, 422, "invalid-body")
        assert sorted({place["pointer"] for place in problem["errors"]}) == pointers, body


def test_an_illegal_pass_is_told_the_rule(passing):
    own, other = (passing.view(seat)["cards"]["holding"] for seat in (0, 1))
    for cards, rule in [
        (own[:2], "pass_count"),
        ([], "pass_count"),
        ([own[0], own[0], own[1]], "pass_count"),
        ([*own[:2], other[0]], "pass_not_held"),
    ]:
        path = f"{passing.url}/passes"
        refused = passing.post(path, {"cards": cards}, passing.tokens[0])
        assert is_problem(refused, 422, "illegal-pass")["rule"] == rule


def test_a_seat_passes_once(passing):
    assert passing.give(0).status_code == 201
    is_problem(passing.give(0), 409, "already-passed")


def test_a_pass_after_the_exchange_is_late(playing):
    problem = is_problem(playing.give(0), 409, "wrong-phase")
    assert problem["phase"] == "playing"
