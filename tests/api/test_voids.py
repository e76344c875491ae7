"""Voids and substitutions through the API: who may ask for which, and when."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api.guests import Guests, is_problem


@pytest.fixture
def later(monkeypatch):
    """The clock of all calls, once set to go on."""

    def go_on(**span):
        real = timezone.now()
        monkeypatch.setattr("django.utils.timezone.now", lambda: real + timedelta(**span))

    return go_on


def void(table, token, **body):
    return table.post(f"/deals/{table.summary['deal']}/void", body, token)


def substitute(table, token, **body):
    return table.post(f"{table.url}/substitutions", body, token)


def test_a_seat_voids_the_deal_for_another_that_is_late(table, later):
    table.commit(0)
    refused = is_problem(void(table, table.tokens[0]), 409, "wait-not-over")
    assert refused["until"] in refused["detail"]
    later(minutes=11)
    done = void(table, table.tokens[0], seat=1)
    assert done.status_code == 201
    assert " void - deal late-1 by " in done.json()["event"]["line"]
    assert done["Cache-Control"] == "private, no-store"
    number = table.summary["deal"]
    assert number == 2
    assert table.get("/deals/1").json()["reason"] == "late-1"
    (found,) = table.get("/deals?state=void&reason=late-1").json()["deals"]
    assert (found["deal"], found["reason"]) == (1, "late-1")
    assert table.get("/deals?reason=director").json()["deals"] == []


def test_a_deal_is_voided_by_its_own_game_only(table):
    other = Guests()
    is_problem(void(table, other.token), 403, "forbidden")
    is_problem(void(table, None), 401, "token-needed")
    is_problem(table.post("/deals/999/void", {}, table.token), 404, "not-found")
    is_problem(void(table, table.token, seat=6), 422, "invalid-body")
    is_problem(void(table, table.token, why="x"), 422, "invalid-body")
    for method in ("get", "put", "delete"):
        refused = table.post("/deals/1/void", {}, table.token, method=method)
        is_problem(refused, 405, "method-not-allowed")


def test_the_creator_voids_a_deal_at_once_and_a_late_one_for_its_seat(table, later):
    assert " void - deal director by " in void(table, table.token).json()["event"]["line"]
    is_problem(void(table, table.token, seat=0), 409, "wait-not-over")
    later(minutes=11)
    assert " late-0 by " in void(table, table.token, seat=0).json()["event"]["line"]


def test_a_hand_or_a_game_is_voided_by_its_creator_only(passing):
    path, body = f"{passing.url}/void", {"scope": "hand", "reason": "misdeal"}
    is_problem(passing.post(path, body, passing.tokens[0]), 403, "forbidden")
    is_problem(passing.post(path, body, Guests().token), 403, "forbidden")
    done = passing.post(path, body, passing.token)
    assert done.status_code == 201
    assert done.json()["event"]["line"].endswith(f" 1 void - hand misdeal by {passing.game}")
    for bad in ({}, {"scope": "deal"}, {"scope": "game", "reason": "Bad Word"}):
        is_problem(passing.post(path, bad, passing.token), 422, "invalid-body")
    assert passing.post(path, {"scope": "game"}, passing.token).status_code == 201
    assert passing.summary["state"] == "voided"
    is_problem(passing.post(path, {"scope": "hand"}, passing.token), 409, "hand-over")


def test_an_idle_seat_is_substituted_and_its_token_acts_no_more(passing, later):
    is_problem(substitute(passing, passing.tokens[0], seat=1), 409, "wait-not-over")
    later(minutes=11)
    done = substitute(passing, passing.tokens[0], seat=1)
    assert done.status_code == 201
    assert " substitute 1 computer thumb-1 idle by " in done.json()["event"]["line"]
    is_problem(passing.give(1, ["2C", "3C", "4C"]), 409, "seat-substituted")
    is_problem(passing.get(f"{passing.url}/seats/1", passing.tokens[1]), 409, "seat-substituted")
    is_problem(substitute(passing, passing.tokens[0], seat=1), 409, "seat-substituted")
    is_problem(substitute(passing, passing.tokens[1], seat=0), 409, "seat-substituted")


def test_a_substitution_is_asked_for_by_the_games_own_tokens(passing):
    is_problem(substitute(passing, Guests().token, seat=1), 403, "forbidden")
    is_problem(substitute(passing, None, seat=1), 401, "token-needed")
    is_problem(substitute(passing, passing.token, seat=5), 404, "not-found")
    assert substitute(passing, passing.token, seat=3, reason="gone-home").status_code == 201
