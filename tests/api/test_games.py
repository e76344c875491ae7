"""Games: making, listing, seeing, taking away."""

import re
import uuid

from api.pagination import format_cursor
from deals.services.keys import service_keys
from games.models import Game
from games.verifier.options import Options
from games.verifier.verify import verify_value
from tests.api.guests import Guests, is_problem


def test_a_new_game_shows_its_secrets_and_its_first_commitment(guests):
    made = guests.post("/games", {"rules": {"preset": "standard", "target": 50}})
    answer = made.json()
    assert made.status_code == 201
    assert made["Location"] == f"/api/v1/games/{answer['game']['id']}"
    assert made["Cache-Control"] == "private, no-store"
    assert answer["game"]["rules"]["target"] == 50
    assert [given["seat"] for given in answer["invites"]] == [0, 1, 2, 3]
    assert answer["deal"]["for"] == f"game/{answer['game']['id']}/hand/1"
    assert answer["deal"]["state"] == "committed"
    assert guests.get(f"/games/{answer['game']['id']}").json() == answer["game"]


def test_secrets_are_shown_once(guests):
    shown = guests.get(guests.url).content + guests.get("/games").content
    for secret in (guests.token, *guests.invites.values()):
        assert secret.encode() not in shown


BAD_BODIES = [
    ({"rules": []}, 422, "invalid-body", "/rules"),
    ({"rules": None}, 422, "invalid-body", "/rules"),
    ({"rules": "standard"}, 422, "invalid-body", "/rules"),
    ({"rules": {"moon": "maybe"}}, 422, "invalid-rules", "/rules/moon"),
    ({"rules": {"target": 10**400}}, 422, "invalid-rules", "/rules/target"),
    ({"rules": {"preset": {"a": []}}}, 422, "invalid-rules", "/rules/preset"),
    ({"rules": {"passing": [[]]}}, 422, "invalid-rules", "/rules/passing"),
    ({"rules": {"spades": {"QS": None}}}, 422, "invalid-rules", "/rules/spades"),
    ({"rules": {"players": 1e308}}, 422, "invalid-rules", "/rules/players"),
    ({"rules": {"no\0such/~": 1}}, 422, "invalid-rules", "/rules/no\0such~1~0"),
    ({"seats": ["human"]}, 422, "invalid-game", "/seats"),
    ({"seats": ["human"] * 3 + ["robot"]}, 422, "invalid-game", "/seats/3"),
    ({"seats": ["human"] * 3 + [None]}, 422, "invalid-body", "/seats/3"),
    ({"seats": ["human"] * 7}, 422, "invalid-body", "/seats"),
    ({"seats": {}}, 422, "invalid-body", "/seats"),
    ({"sources": "moonlight"}, 422, "invalid-game", "/sources"),
    ({"sources": None}, 422, "invalid-body", "/sources"),
    ({"wait": 9}, 422, "invalid-body", "/wait"),
    ({"wait": 604_801}, 422, "invalid-body", "/wait"),
    ({"wait": "600"}, 422, "invalid-body", "/wait"),
    ({"club": "x"}, 422, "invalid-body", "/club"),
]


def test_terms_that_do_not_fit_are_told_where(guests):
    before = Game.objects.count()
    for body, status, code, pointer in BAD_BODIES:
        problem = is_problem(guests.post("/games", body), status, code)
        assert [place["pointer"] for place in problem["errors"]] == [pointer], body
    assert Game.objects.count() == before


def test_rules_that_can_not_be_played_name_the_setting(guests):
    problem = is_problem(guests.post("/games", {"rules": {"moon": 1}}), 422, "invalid-rules")
    assert problem["setting"] == "moon"


def test_games_come_in_pages_newest_first_each_once(guests):
    made = [guests.game, *(Guests().game for _ in range(4))]
    # All at one moment: DRF's own cursor would skip some.
    Game.objects.update(created=Game.objects.first().created)
    seen, cursor = [], ""
    while cursor is not None:
        page = guests.get(f"/games?limit=2{cursor and f'&cursor={cursor}'}").json()
        seen += [game["id"] for game in page["games"]]
        cursor = page["next"]
    assert sorted(seen) == sorted(made)


def test_a_query_that_does_not_fit_is_told_which(guests):
    for query, code in [
        ("limit=201", "over-limit"),
        ("limit=-1", "invalid-query"),
        ("limit=x", "invalid-query"),
        ("limit=", "invalid-query"),
        ("limit=%00", "invalid-query"),
        ("limit=1&limit=2", "invalid-query"),
        ("limit=\u0663", "invalid-query"),
        ("limit=99999999999999999999", "invalid-query"),
        ("cursor=x", "invalid-query"),
        ("cursor=%ff", "invalid-query"),
        ("cursor=MQ", "invalid-query"),
        ("cursor=AAAA", "invalid-query"),
        ("cursor=eAp5", "invalid-query"),
        (f"cursor={format_cursor('2026-11-02T19:00:00', str(uuid.uuid4()))}", "invalid-query"),
        ("page=2", "invalid-query"),
    ]:
        problem = is_problem(guests.get(f"/games?{query}"), 400, code)
        assert problem["errors"][0]["pointer"] == query.partition("=")[0], query


def test_a_game_that_is_not_there_is_not_found(guests):
    for path in ("", "/events", "/record", "/bundle"):
        is_problem(guests.get(f"/games/{uuid.uuid4()}{path}"), 404, "not-found")
        is_problem(guests.get(f"/games/x%00y{path}"), 404, "not-found")


def test_games_are_not_deleted(guests):
    refused = guests.post(guests.url, {}, guests.token, method="delete")
    is_problem(refused, 405, "method-not-allowed")


def test_a_finished_hand_is_in_the_record_and_its_bundle_verifies(playing):
    assert playing.get(f"{playing.url}/record").json()["hands"] == []
    playing.play_hand()
    record = playing.get(f"{playing.url}/record").json()
    assert len(record["hands"]) == 1
    bundle = playing.get(f"{playing.url}/bundle").json()
    assert bundle["record"] == record
    key = service_keys().log.verifier_key
    report = verify_value(bundle, Options(key=key)).to_json()
    assert (report["verdict"], report["strength"]) == ("incomplete", "shared"), report


def test_while_a_hand_is_on_no_public_answer_holds_its_cards(playing):
    hidden = [card for seat in range(4) for card in playing.view(seat)["cards"]["holding"]]
    for path in ("", "/record", "/bundle", "/events"):
        shown = playing.get(playing.url + path).content.decode().replace('"QS":13', "")
        # A code that goes on is the beginning of a signature in base64.
        assert not [card for card in hidden if re.search(rf'[ "]{card}(?![0-9A-Za-z+/])', shown)]


def test_a_bundle_for_a_size_that_was_never_signed_is_not_found(guests):
    is_problem(guests.get(f"{guests.url}/bundle?size=999"), 404, "not-found")
    is_problem(guests.get(f"{guests.url}/bundle?size=x"), 400, "invalid-query")
