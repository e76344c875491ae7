"""Tokens: further ones may no more than the one that made them, and end when they are told to."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from api.models import Token
from tests.api.guests import is_problem
from tests.api.people import PASSWORD, Person

KEYS = {
    "id",
    "prefix",
    "label",
    "kind",
    "scopes",
    "game",
    "seat",
    "account",
    "club",
    "created",
    "expires",
    "last_used",
}


def test_a_name_and_a_password_give_a_token(anna):
    body = {"name": "anna", "password": PASSWORD, "scopes": ["play"], "label": "phone"}
    made = anna.post("/tokens", body, token=None)
    answer = made.json()
    assert (made.status_code, made["Cache-Control"]) == (201, "private, no-store")
    assert made["Location"] == f"/api/v1/tokens/{answer['id']}"
    assert (answer["scopes"], answer["label"], answer["kind"]) == (
        ["read", "play"],
        "phone",
        "account",
    )
    assert anna.get("/tokens", token=answer["token"]).status_code == 200


def test_a_list_shows_no_token_and_no_hash(anna):
    anna.post("/tokens", {"label": "second"})
    listed = anna.get("/tokens")
    tokens = listed.json()["tokens"]
    assert [token["label"] for token in tokens] == ["second", ""]
    assert {frozenset(token) for token in tokens} == {frozenset(KEYS)}
    for row in Token.objects.all():
        assert bytes(row.digest).hex() not in listed.content.decode()
    assert anna.token not in listed.content.decode()
    assert tokens[1]["last_used"] is not None


def test_tokens_come_in_pages_each_once(anna, ben):
    for _ in range(4):
        anna.post("/tokens", {})
    Token.objects.update(created=timezone.now())
    seen, cursor = [], ""
    while cursor is not None:
        page = anna.get(f"/tokens?limit=2{cursor and f'&cursor={cursor}'}").json()
        seen += [token["id"] for token in page["tokens"]]
        cursor = page["next"]
    assert len(seen) == len(set(seen)) == 5


def test_wrong_names_and_passwords_look_alike(anna):
    bodies = [
        {"name": "anna", "password": "wrong"},
        {"name": "nobody", "password": PASSWORD},
        {"name": "a b", "password": PASSWORD},
    ]
    answers = [anna.post("/tokens", body, token=None) for body in bodies]
    for answer in answers:
        is_problem(answer, 403, "wrong-password")
    assert len({answer.content for answer in answers}) == 1


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"name": "anna"}, "/password"),
        ({"password": PASSWORD}, "/name"),
        ({"scopes": []}, "/scopes"),
        ({"scopes": ["rule"]}, "/scopes/0"),
        ({"scopes": "read"}, "/scopes"),
        ({"label": "x" * 65}, "/label"),
        ({"expires": "tomorrow"}, "/expires"),
        ({"expires": "2026-02-30"}, "/expires"),
        ({"expires": "2020-01-01"}, "/expires"),
        ({"expires": "2999-01-01"}, "/expires"),
        ({"club": "x"}, "/club"),
    ],
)
def test_a_body_that_does_not_fit_is_told_where(anna, body, pointer):
    problem = is_problem(anna.post("/tokens", body), 422, "invalid-body")
    assert [place["pointer"] for place in problem["errors"]] == [pointer]


def test_no_token_makes_one_that_may_more_or_lasts_longer(anna):
    narrow = anna.only("manage")
    is_problem(anna.post("/tokens", {"scopes": ["play"]}, token=narrow), 403, "forbidden")
    assert anna.post("/tokens", {}, token=narrow).json()["scopes"] == ["read", "manage"]
    soon = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    late = (timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
    short = anna.post("/tokens", {"expires": soon}).json()["token"]
    is_problem(anna.post("/tokens", {"expires": late}, token=short), 403, "forbidden")
    further = anna.post("/tokens", {}, token=short).json()
    assert further["expires"][:19] == soon[:19]


def test_a_token_without_the_scope_makes_and_ends_no_other(anna):
    weak = anna.only("read", "play")
    is_problem(anna.post("/tokens", {}, token=weak), 403, "forbidden")
    listed = anna.get("/tokens", token=weak).json()["tokens"]
    own, first = listed[0]["id"], listed[1]["id"]
    is_problem(anna.delete(f"/tokens/{first}", token=weak), 403, "forbidden")
    assert anna.delete(f"/tokens/{own}", token=weak).json()["id"] == own
    is_problem(anna.get("/tokens", token=weak), 401, "token-invalid")


def test_a_token_is_revoked_at_once_and_once(anna, ben):
    token = anna.only("read")
    key = anna.get("/tokens").json()["tokens"][0]["id"]
    is_problem(ben.delete(f"/tokens/{key}"), 404, "not-found")
    is_problem(anna.delete(f"/tokens/{key}", token=None), 401, "token-needed")
    assert anna.delete(f"/tokens/{key}").json()["id"] == key
    is_problem(anna.get("/tokens", token=token), 401, "token-invalid")
    is_problem(anna.delete(f"/tokens/{key}"), 404, "not-found")
    is_problem(anna.delete(f"/tokens/{uuid4()}"), 404, "not-found")


def test_a_token_is_revoked_by_one_of_five_at_once(committed_log, threads):
    anna = Person("anna")
    anna.only("read")
    key = anna.get("/tokens").json()["tokens"][0]["id"]
    revoke = [lambda: anna.delete(f"/tokens/{key}").status_code] * 5
    assert sorted(threads(revoke)) == [200] + [404] * 4


def test_a_seats_token_makes_another_for_its_seat(table):
    made = table.post("/tokens", {"label": "spare"}, table.tokens[0])
    answer = made.json()
    assert made.status_code == 201, made.content
    assert (answer["kind"], answer["seat"], answer["scopes"]) == ("seat", 0, [])
    assert table.get(f"{table.url}/seats/0", answer["token"]).status_code == 200
    is_problem(table.get(f"{table.url}/seats/1", answer["token"]), 403, "forbidden")
    listed = table.get("/tokens", table.tokens[0]).json()["tokens"]
    assert [token["label"] for token in listed] == ["spare", ""]
    for wrong in ({"scopes": ["read"]}, {"expires": "2020-01-01"}, {"expires": "2999-01-01"}):
        is_problem(table.post("/tokens", wrong, table.tokens[0]), 422, "invalid-body")
    soon = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    brief = table.post("/tokens", {"expires": soon}, table.tokens[0]).json()
    assert brief["expires"][:19] == soon[:19]
    forever = table.post("/tokens", {"expires": None}, brief["token"])
    is_problem(forever, 403, "forbidden")
    table.post(f"/tokens/{brief['id']}", {}, brief["token"], method="delete")
    old = listed[1]["id"]
    assert table.post(f"/tokens/{old}", {}, answer["token"], method="delete").status_code == 200
    is_problem(table.get(f"{table.url}/seats/0", table.tokens[0]), 401, "token-invalid")


def test_a_club_has_tokens_that_its_owners_make_and_end(club):
    body = {"scopes": ["score"], "label": "window"}
    path = f"{club.url}/tokens"
    made = club.owner.post(path, body).json()
    assert (made["kind"], made["club"], made["scopes"]) == ("club", club.id, ["read", "score"])
    assert [row["label"] for row in club.owner.get(path).json()["tokens"]] == ["window"]
    for other in (club.director, club.scorer, club.player, club.stranger):
        is_problem(other.post(path, body), 403, "forbidden")
        is_problem(other.get(path), 403, "forbidden")
        assert other.delete(f"/tokens/{made['id']}").status_code == 403
    is_problem(club.owner.post(path, body, token=None), 401, "token-needed")
    is_problem(club.owner.post(path, {"scopes": ["manage"]}), 422, "invalid-body")
    is_problem(club.owner.post(f"/clubs/{uuid4()}/tokens", body), 404, "not-found")
    is_problem(club.owner.post("/tokens", {}, token=made["token"]), 403, "forbidden")
    assert club.owner.get(f"{club.url}/members", token=made["token"]).status_code == 200
    assert club.owner.delete(f"/tokens/{made['id']}").status_code == 200
    is_problem(club.owner.get("/clubs", token=made["token"]), 401, "token-invalid")


def test_a_clubs_token_ends_itself(club):
    made = club.owner.post(f"{club.url}/tokens", {}).json()
    assert club.owner.delete(f"/tokens/{made['id']}", token=made["token"]).status_code == 200


def test_the_database_itself_knows_for_whom_a_token_speaks(anna):
    row = Token.objects.get()
    for wrong in ({"kind": "seat"}, {"kind": "club"}, {"account": None}, {"seat": 1}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Token.objects.filter(pk=row.pk).update(**wrong)
