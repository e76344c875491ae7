"""Seats: taking one, and seeing what it sees."""

import json
import uuid

from api.models import Token
from tests.api.guests import Guests, is_problem


def test_an_invite_gives_the_seat_and_a_token_once(guests):
    taken = guests.take(1)
    answer = taken.json()
    assert taken["Cache-Control"] == "private, no-store"
    assert answer["event"]["line"].endswith(f" 0 seat 1 human {answer['player']}")
    assert answer["token"].startswith("hearts_")
    is_problem(guests.take(1), 409, "seat-taken")


def test_a_token_is_kept_as_a_hash_only(guests):
    token = guests.take(1).json()["token"]
    row = Token.objects.get(seat=1)
    assert token.encode() not in bytes(row.digest)
    assert (row.kind, str(row.game_id), row.prefix) == ("seat", guests.game, token[:12])


def test_another_seats_invite_does_not_open_a_seat(guests):
    path = f"{guests.url}/seats/1"
    for invite in (guests.invites[2], "x", "\u00e9\u20ac", "\0"):
        refused = guests.post(path, {"invite": invite})
        assert refused.status_code in {403, 422}, invite
    is_problem(guests.post(path, {"invite": guests.invites[2]}), 403, "wrong-invite")
    assert guests.summary["seats"][1]["taken"] is False


def test_a_seat_or_game_that_is_not_there_is_not_found(guests):
    body = {"invite": guests.invites[0]}
    for path in (
        f"{guests.url}/seats/4",
        f"{guests.url}/seats/10",
        f"{guests.url}/seats/-1",
        f"{guests.url}/seats/0/",
        f"/games/{uuid.uuid4()}/seats/0",
        "/games/%00/seats/0",
    ):
        is_problem(guests.post(path, body), 404, "not-found")


def test_a_body_that_does_not_fit_is_told_where(guests):
    for body in ({}, {"invite": None}, {"invite": 5}, {"invite": ""}, {"invite": "x" * 201}):
        problem = is_problem(guests.post(f"{guests.url}/seats/0", body), 422, "invalid-body")
        assert {place["pointer"] for place in problem["errors"]} == {"/invite"}


def test_a_seat_sees_its_own_view_alone(passing):
    seen = passing.get(f"{passing.url}/seats/0", passing.tokens[0])
    assert seen.status_code == 200
    assert seen["Cache-Control"] == "private, no-store"
    is_problem(passing.get(f"{passing.url}/seats/1", passing.tokens[0]), 403, "forbidden")
    is_problem(passing.get(f"{passing.url}/seats/0", passing.token), 403, "forbidden")
    is_problem(passing.get(f"{passing.url}/seats/0"), 401, "token-needed")


def test_a_view_holds_no_card_of_another_seat(passing):
    views = [passing.view(seat) for seat in range(4)]
    for seat, view in enumerate(views):
        shown = json.dumps(view)
        others = [
            card for other in range(4) if other != seat for card in views[other]["cards"]["holding"]
        ]
        assert not [card for card in others if f'"{card}"' in shown]


def test_before_the_deal_there_are_no_cards(guests):
    token = guests.take(0).json()["token"]
    view = guests.get(f"{guests.url}/seats/0", token).json()
    assert (view["phase"], view["cards"]) == ("committed", None)


def test_a_seat_answers_get_and_post_alone(table):
    for method in ("put", "delete", "patch"):
        refused = table.post(f"{table.url}/seats/0", {}, table.tokens[0], method=method)
        is_problem(refused, 405, "method-not-allowed")
        assert refused["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_a_computer_player_needs_no_seat_to_be_taken(log):
    guests = Guests(seats=["human", "human", "computer", "computer"])
    assert sorted(guests.invites) == [0, 1]
    assert [seat["taken"] for seat in guests.summary["seats"]] == [False, False, True, True]
