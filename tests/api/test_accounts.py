"""Accounts: made by a name and a password, seen by their owner alone."""

import logging
from uuid import uuid4

import pytest

from api.apps import guesses, new_accounts
from api.models import Token
from games.models import Account
from tests.api.guests import is_problem
from tests.api.people import PASSWORD, Person


def test_an_account_is_made_and_its_token_shown_once(anna):
    made = anna.post("/accounts", {"name": "ben", "password": PASSWORD}, token=None)
    answer = made.json()
    assert made.status_code == 201
    assert made["Location"] == f"/api/v1/accounts/{answer['account']['id']}"
    assert made["Cache-Control"] == "private, no-store"
    assert answer["account"] | {"id": "", "created": ""} == {
        "id": "",
        "name": "ben",
        "created": "",
        "clubs": [],
    }
    token = answer["token"]
    assert token["token"].startswith(token["prefix"])
    assert token["scopes"] == ["read", "play", "score", "direct", "manage"]
    assert token["expires"] is not None
    shown = anna.get("/tokens", token=token["token"]).content
    assert token["token"].encode() not in shown


def test_an_account_is_seen_by_itself_alone(anna, ben):
    seen = anna.get(f"/accounts/{anna.account}")
    assert (seen.status_code, seen.json()["name"]) == (200, "anna")
    assert seen["Cache-Control"] == "private, no-store"
    is_problem(ben.get(f"/accounts/{anna.account}"), 403, "forbidden")
    is_problem(anna.get(f"/accounts/{anna.account}", token=None), 401, "token-needed")
    is_problem(anna.get(f"/accounts/{uuid4()}"), 403, "forbidden")


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"name": "ANNA", "password": PASSWORD}, "name-taken", "/name"),
        ({"name": "a b", "password": PASSWORD}, "invalid-name", "/name"),
        ({"name": "x" * 65, "password": PASSWORD}, "invalid-name", "/name"),
        ({"name": "cara", "password": "password"}, "weak-password", "/password"),
        ({"name": "cara-lang", "password": "cara-lang"}, "weak-password", "/password"),
        ({"name": "cara"}, "invalid-body", "/password"),
        ({"password": PASSWORD}, "invalid-body", "/name"),
        ({"name": 5, "password": PASSWORD}, "invalid-body", "/name"),
        ({"name": "a\0b", "password": PASSWORD}, "invalid-body", "/name"),
        ({"name": "cara", "password": "a\0" * 9}, "invalid-body", "/password"),
        ({"name": "cara", "password": PASSWORD, "staff": True}, "invalid-body", "/staff"),
    ],
)
def test_a_body_that_does_not_fit_is_told_where(anna, body, code, pointer):
    status = 409 if code == "name-taken" else 422
    problem = is_problem(anna.post("/accounts", body, token=None), status, code)
    assert [place["pointer"] for place in problem["errors"]] == [pointer]
    assert Account.objects.count() == 1


def test_a_name_is_given_once_to_eight_at_once(committed_log, threads):
    def make():
        return Person.send(
            _nobody(), "post", "/accounts", {"name": "anna", "password": PASSWORD}, token=None
        ).status_code

    assert sorted(threads([make] * 8)) == [201] + [409] * 7
    assert Token.objects.count() == 1


def _nobody():
    from django.test import Client  # noqa: PLC0415

    nobody = Person.__new__(Person)
    nobody.client = Client(raise_request_exception=False)
    return nobody


def test_a_new_password_ends_all_other_tokens(anna):
    other = anna.post("/tokens", {"name": "anna", "password": PASSWORD}).json()["token"]
    path, body = f"/accounts/{anna.account}/password", {"password": PASSWORD, "new": "five tables"}
    assert anna.put(path, body).json() == {"account": anna.account, "revoked": 1}
    is_problem(anna.get("/tokens", token=other), 401, "token-invalid")
    assert anna.get("/tokens").status_code == 200
    old = {"name": "anna", "password": PASSWORD}
    is_problem(anna.post("/tokens", old, token=None), 403, "wrong-password")
    new = {"name": "anna", "password": "five tables"}
    assert anna.post("/tokens", new, token=None).status_code == 201


def test_a_password_is_changed_by_who_knows_it_alone(anna, ben):
    path, body = f"/accounts/{anna.account}/password", {"password": PASSWORD, "new": "five tables"}
    is_problem(anna.put(path, body, token=None), 401, "token-needed")
    is_problem(ben.put(path, body), 403, "forbidden")
    is_problem(anna.put(path, body, token=anna.only("play")), 403, "forbidden")
    is_problem(anna.put(path, body | {"password": "x"}), 403, "wrong-password")
    is_problem(anna.put(path, body | {"new": "password"}), 422, "weak-password")
    is_problem(anna.put(path, {"new": "five tables"}), 422, "invalid-body")


def test_an_account_answers_no_other_method(anna):
    for method, path, allowed in [
        ("get", "/accounts", "POST, OPTIONS"),
        ("delete", f"/accounts/{anna.account}", "GET, HEAD, OPTIONS"),
        ("post", f"/accounts/{anna.account}/password", "PUT, OPTIONS"),
    ]:
        refused = anna.send(method, path, {})
        is_problem(refused, 405, "method-not-allowed")
        assert refused["Allow"] == allowed


def test_few_accounts_are_made_from_one_address(anna):
    new_accounts().__init__(rate=0.001, burst=2, name="accounts")
    answers = [
        anna.post("/accounts", {"name": f"person-{number}", "password": PASSWORD}, token=None)
        for number in range(3)
    ]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert int(answers[2]["Retry-After"]) > 100


def test_few_passwords_are_tried_for_one_name(anna):
    guesses().__init__(rate=0.001, burst=3, name="guesses")
    wrong = [anna.post("/tokens", {"name": "anna", "password": f"no {n}"}) for n in range(5)]
    assert [answer.status_code for answer in wrong] == [403, 403, 403, 429, 429]
    right = anna.post("/tokens", {"name": "anna", "password": PASSWORD}, token=None)
    is_problem(right, 429, "throttled")
    assert anna.get("/tokens").status_code == 200  # a token at hand still works


def test_an_account_that_was_switched_off_has_no_valid_token(anna):
    Account.objects.filter(id=anna.account).update(is_active=False)
    is_problem(anna.get("/tokens"), 401, "token-invalid")
    body = {"name": "anna", "password": PASSWORD}
    is_problem(anna.post("/tokens", body, token=None), 403, "wrong-password")


def test_no_log_line_holds_a_password(anna, caplog):
    caplog.set_level(logging.DEBUG)
    anna.post("/tokens", {"name": "anna", "password": PASSWORD})
    anna.post("/tokens", {"name": "anna", "password": PASSWORD + "x"})
    logged = " ".join(str(record.__dict__) for record in caplog.records)
    assert PASSWORD not in logged


def test_an_admin_sets_a_lost_password_and_switches_an_account_off(anna, client):
    admin = Account.objects.create_superuser("admin", password=PASSWORD)
    client.force_login(admin)
    page = f"/admin/games/account/{anna.account}"
    assert client.get("/admin/games/account/?q=anna").status_code == 200
    new = {"password1": "five tables", "password2": "five tables", "usable_password": "true"}
    assert client.post(f"{page}/password/", new).status_code == 302
    body = {"name": "anna", "password": "five tables"}
    assert anna.post("/tokens", body, token=None).status_code == 201
    assert client.post(f"{page}/delete/", {"post": "yes"}).status_code == 403
    form = {"username": "anna", "date_joined_0": "2026-11-02", "date_joined_1": "19:00:00"}
    assert client.post(f"{page}/change/", form).status_code == 302
    is_problem(anna.get("/tokens"), 401, "token-invalid")
