"""POST /games/{id}/plays: works, whose, methods, bad input, missing, repeated, raced."""

import uuid

from tests.api.guests import Guests, is_problem


def test_the_seat_on_turn_plays_a_legal_card(playing):
    view = playing.turn
    card = view["cards"]["legal_cards"][0]
    played = playing.play(view["seat"], card, view["seq"])
    assert played.status_code == 201
    answer = played.json()
    assert answer["event"]["seq"] == view["seq"] + 1
    assert answer["event"]["line"].endswith(
        f"play {view['seat']} {view['cards']['legal_cards'][0]}"
    )
    assert answer["event"]["head"] == playing.summary["head"]
    assert f"seq {answer['event']['seq']}\nhead {answer['event']['head']}" in answer["receipt"]
    assert played["Cache-Control"] == "private, no-store"


def test_a_play_needs_a_token(table):
    refused = table.post(f"{table.url}/plays", {"card": "2C", "expected_seq": 1})
    is_problem(refused, 401, "token-needed")
    assert refused["WWW-Authenticate"] == 'Bearer realm="hearts"'


def test_the_creators_token_plays_for_no_seat(table):
    body = {"card": "2C", "expected_seq": 1}
    is_problem(table.post(f"{table.url}/plays", body, table.token), 403, "forbidden")


def test_a_seat_of_another_game_may_not_play(table):
    others = Guests()
    others.sit()
    body = {"card": "2C", "expected_seq": 1}
    is_problem(table.post(f"{table.url}/plays", body, others.tokens[0]), 403, "forbidden")


def test_plays_answer_post_alone(table):
    for method in ("get", "put", "delete", "patch"):
        refused = table.post(f"{table.url}/plays", {}, table.tokens[0], method=method)
        is_problem(refused, 405, "method-not-allowed")
        assert refused["Allow"] == "POST, OPTIONS"


def test_a_deletion_is_told_why_it_can_not_be(table):
    refused = table.post(f"{table.url}/plays", {}, table.tokens[0], method="delete")
    assert "stays" in refused.json()["detail"]


BAD_BODIES = [
    ({}, ["/card"]),
    ({"card": None, "expected_seq": 1}, ["/card"]),
    ({"card": "2c", "expected_seq": 1}, ["/card"]),
    ({"card": "1C", "expected_seq": 1}, ["/card"]),
    ({"card": "2C\n", "expected_seq": 1}, ["/card"]),
    ({"card": "2C\0", "expected_seq": 1}, ["/card"]),
    ({"card": 2, "expected_seq": 1}, ["/card"]),
    ({"card": "2C", "expected_seq": "1"}, ["/expected_seq"]),
    ({"card": "2C", "expected_seq": True}, ["/expected_seq"]),
    ({"card": "2C", "expected_seq": 1.0}, ["/expected_seq"]),
    ({"card": "2C", "expected_seq": -1}, ["/expected_seq"]),
    ({"card": "2C", "expected_seq": 10**30}, ["/expected_seq"]),
    ({"card": "2C", "expected_seq": None}, ["/expected_seq"]),
    ({"card": "2C", "expected_seq": 1, "seat": 2, "a/b~": 0}, ["/a~1b~0", "/seat"]),
    ([], [""]),
    (None, [""]),
    ("2C", [""]),
]


def test_a_body_that_does_not_fit_is_told_where(table):
    for body, pointers in BAD_BODIES:
        refused = table.post(f"{table.url}/plays", body, table.tokens[0])
        problem = is_problem(refused, 422, "invalid-body")
        assert sorted({place["pointer"] for place in problem["errors"]}) == pointers, body


def test_a_play_must_say_which_state_it_is_for(table):
    refused = table.post(f"{table.url}/plays", {"card": "2C"}, table.tokens[0])
    is_problem(refused, 428, "expected-seq-missing")


def test_a_token_says_nothing_of_a_game_that_is_not_there(table):
    body = {"card": "2C", "expected_seq": 1}
    refused = table.post(f"/games/{uuid.uuid4()}/plays", body, table.tokens[0])
    is_problem(refused, 403, "forbidden")
    is_problem(table.post("/games/42/plays", body, table.tokens[0]), 404, "not-found")


def test_a_play_before_the_cards_are_passed_waits(passing):
    problem = is_problem(passing.play(0, "2C"), 409, "wrong-phase")
    assert problem["phase"] == "passing"


def test_another_seat_is_told_whose_turn_it_is(playing):
    turn = playing.summary["turn"]
    other = (turn + 1) % 4
    problem = is_problem(playing.play(other, "2C"), 409, "not-your-turn")
    assert problem["turn"] == turn


def test_a_play_for_an_earlier_state_is_told_the_current_seq(playing):
    view = playing.turn
    refused = playing.play(view["seat"], view["cards"]["legal_cards"][0], view["seq"] - 1)
    assert is_problem(refused, 409, "stale")["seq"] == view["seq"]


def test_the_same_play_again_is_stale(playing):
    view = playing.turn
    card = view["cards"]["legal_cards"][0]
    assert playing.play(view["seat"], card, view["seq"]).status_code == 201
    is_problem(playing.play(view["seat"], card, view["seq"]), 409, "stale")


def test_an_illegal_play_is_told_the_rule_and_the_seats_own_legal_cards(playing):
    view = playing.turn
    legal = view["cards"]["legal_cards"]
    wrong = next(card for card in view["cards"]["holding"] if card not in legal)
    problem = is_problem(playing.play(view["seat"], wrong), 422, "illegal-play")
    assert (problem["rule"], problem["legal_cards"]) == ("opening_lead", legal)


def test_a_card_that_is_not_held_is_answered_alike_whoever_holds_it(playing):
    view = playing.turn
    others = [seat for seat in range(4) if seat != view["seat"]]
    cards = [card for seat in others for card in playing.view(seat)["cards"]["holding"]]
    bodies = set()
    for card in cards:
        refused = playing.play(view["seat"], card, view["seq"])
        assert is_problem(refused, 422, "illegal-play")["rule"] == "not_held"
        bodies.add(refused.content.replace(f"plays {card}".encode(), b"plays ??"))
    assert len(bodies) == 1
