"""The page of an account: who comes in, what is done there, and where secrets go."""

import json
import logging
import re

import pytest
from django.test import Client

from api.apps import guesses, new_accounts
from api.models import Token
from api.pages.people.session import COOKIE
from api.policy import Scope
from games.models import Account
from tests.api.guests import V1
from tests.api.people import Person
from tests.api.visitors import PASSWORD, Visitor, secret
from tests.season import Season

pytestmark = pytest.mark.usefixtures("log")
OTHER = "five tables of hearts"


@pytest.fixture
def anna():
    return Visitor("anna")


def test_somebody_signs_up_and_is_in(log):
    anna = Visitor("anna")
    assert (anna.answer.status_code, anna.answer["Location"]) == (303, "/account")
    assert "<h1>anna</h1>" in anna.text
    assert Account.objects.get().check_password(PASSWORD)
    (token,) = Token.objects.all()
    assert (token.kind, set(token.scopes)) == ("account", set(Scope))
    assert anna.page["Cache-Control"] == "private, no-store"
    assert "Cookie" in anna.page["Vary"]


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"name": "Anna"}, "sign-up-name", "Choose another name"),
        ({"name": "a b"}, "sign-up-name", "Enter a valid username"),
        ({"name": ""}, "sign-up-name", "required"),
        ({"password": "short", "again": "short"}, "sign-up-password", "Take eight characters"),
        ({"again": PASSWORD + "x"}, "sign-up-again", "write both once more"),
        ({"password": "x" * 1025, "again": "x" * 1025}, "sign-up-password", "at most 1024"),
    ],
)
def test_what_is_wrong_with_a_new_account_is_told_at_its_field(anna, fields, field, said):
    ben = Visitor()
    ben.open("/account")
    ben.send("sign-up", **({"name": "ben", "password": PASSWORD, "again": PASSWORD} | fields))
    assert ben.answer.status_code in {409, 422}
    assert said in ben.wrong[field]
    assert Account.objects.count() == 1
    assert COOKIE not in ben.client.cookies
    assert PASSWORD not in ben.text


def test_who_has_an_account_signs_in_and_out(anna):
    browser = Visitor()
    browser.open("/account")
    for fields in ({"name": "anna", "password": "x"}, {"name": "nobody", "password": PASSWORD}):
        browser.send("sign-in", **fields)
        assert browser.answer.status_code == 403
        assert "no account has this name and this password" in browser.wrong[""].lower()
    browser.send("sign-in", name="anna", password=PASSWORD)
    assert "<h1>anna</h1>" in browser.text
    token = browser.client.cookies[COOKIE].value
    assert Token.objects.count() == 2
    browser.send("sign-out")
    assert browser.sees("sign-in")
    assert Token.objects.count() == 1
    browser.client.cookies[COOKIE] = token
    assert "<h1>anna</h1>" not in browser.open("/account")
    assert "<h1>anna</h1>" in anna.open("/account")


def test_an_account_that_is_switched_off_is_out(anna):
    Account.objects.update(is_active=False)
    assert anna.open("/account")
    assert anna.sees("sign-in")
    anna.send("sign-in", name="anna", password=PASSWORD)
    assert anna.answer.status_code == 403


def test_signing_in_leads_to_where_one_wanted_and_to_no_other_site(anna):
    for asked, led in [
        ("/clubs", "/clubs"),
        ("//elsewhere.example/", "/account"),
        ("https://elsewhere.example/", "/account"),
        ("/\\elsewhere.example", "/account"),
        ("javascript:alert(1)", "/account"),
        ("clubs", "/account"),
    ]:
        browser = Visitor()
        browser.open(f"/account?next={asked}")
        browser.send("sign-in", name="anna", password=PASSWORD)
        assert browser.answer["Location"] == led


def test_the_cookie_is_for_pages_alone(anna, settings):
    settings.SESSION_COOKIE_SECURE = True
    anna = Visitor()
    anna.open("/account")
    anna.send("sign-in", name="anna", password=PASSWORD)
    cookie = anna.client.cookies[COOKIE]
    assert (cookie["samesite"], cookie["expires"], cookie["max-age"]) == ("Lax", "", "")
    assert cookie["httponly"]
    assert cookie["secure"]
    assert cookie.value not in anna.text
    assert "Access-Control-Allow-Origin" not in anna.page
    answer = anna.client.get(f"{V1}/tokens")
    assert (answer.status_code, answer.json()["code"]) == (401, "token-needed")
    made = anna.client.post(
        f"{V1}/clubs", json.dumps({"name": "Club"}), content_type="application/json"
    )
    assert (made.status_code, made.json()["code"]) == (401, "token-needed")


def test_signing_in_gives_forms_a_new_secret(anna):
    browser = Visitor()
    browser.open("/account")
    before = browser.client.cookies["csrftoken"].value
    browser.send("sign-in", name="anna", password=PASSWORD)
    assert browser.client.cookies["csrftoken"].value != before


def test_a_cookie_with_another_token_than_an_account_s_is_none(guests):
    guests.sit()
    browser = Visitor()
    for value in (guests.tokens[0], guests.token, "x", "hearts_" + "a" * 43):
        browser.client.cookies[COOKIE] = value
        browser.open("/account")
        assert browser.sees("sign-in")


def test_a_form_without_its_secret_is_refused(anna):
    stranger = Client(enforce_csrf_checks=True)
    stranger.cookies[COOKIE] = anna.client.cookies[COOKIE].value
    for act in ("sign-in", "sign-up", "sign-out", "change-password", "make-token", "revoke", "sit"):
        answer = stranger.post("/account", {"act": act})
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf-failed")
    assert Token.objects.count() == 1


def test_no_log_line_holds_a_password_or_a_token(anna, caplog):
    caplog.set_level(logging.DEBUG)
    anna.send("make-token", label="x", scopes=["read"], days="3", password=PASSWORD)
    made = secret(anna.text)
    anna.send("change-password", old=PASSWORD, password=OTHER, again=OTHER)
    anna.send("sign-out")
    anna.send("sign-in", name="anna", password=PASSWORD)
    anna.send("sign-in", name="anna", password=OTHER)
    assert caplog.records
    written = "\n".join(str(vars(record)) for record in caplog.records)
    for hidden in (PASSWORD, OTHER, made, anna.client.cookies[COOKIE].value):
        assert hidden not in written
        assert hidden not in anna.text


def test_guesses_at_a_password_are_counted_by_page_and_api_together(anna):
    guesses().__init__(rate=0.001, burst=4, name="guesses")
    browser = Visitor()
    browser.open("/account")
    for _ in range(2):
        browser.send("sign-in", name="anna", password="x")
        assert browser.answer.status_code == 403
    body = json.dumps({"name": "anna", "password": "x"})
    for _ in range(2):
        browser.client.post(f"{V1}/tokens", body, content_type="application/json")
    browser.send("sign-in", name="anna", password=PASSWORD)
    assert browser.answer.status_code == 429
    assert int(browser.answer["Retry-After"]) > 0
    assert "then try again" in browser.wrong[""]
    anna.send("make-token", label="x", scopes=["read"], days="3", password=PASSWORD)
    assert anna.answer.status_code == 429


def test_new_accounts_of_an_address_are_counted(anna):
    new_accounts().__init__(rate=0.001, burst=1, name="accounts")
    Visitor("ben")
    carl = Visitor()
    carl.open("/account")
    carl.send("sign-up", name="carl", password=PASSWORD, again=PASSWORD)
    assert (carl.answer.status_code, Account.objects.count()) == (429, 2)


def test_another_password_ends_all_other_tokens(anna):
    other = Visitor()
    other.open("/account")
    other.send("sign-in", name="anna", password=PASSWORD)
    anna.open("/account")
    for fields, field, said in [
        ({"old": "x"}, "change-password-old", "not the account's password"),
        ({"password": "short", "again": "short"}, "change-password-password", "too short"),
        ({"again": "x"}, "change-password-again", "both once more"),
    ]:
        anna.send(
            "change-password", **({"old": PASSWORD, "password": OTHER, "again": OTHER} | fields)
        )
        assert said in anna.wrong[field]
    anna.send("change-password", old=PASSWORD, password=OTHER, again=OTHER)
    assert "counts from now on" in anna.done
    other.open("/account")
    assert other.sees("sign-in")
    assert Account.objects.get().check_password(OTHER)


def test_a_token_is_shown_once_and_revoked(anna):
    for fields, field in [
        ({"password": "x"}, "make-token-password"),
        ({"days": "0"}, "make-token-days"),
        ({"days": "367"}, "make-token-days"),
        ({"scopes": []}, "make-token-scopes"),
        ({"scopes": ["all"]}, "make-token-scopes"),
    ]:
        given = {"label": "robot", "scopes": ["play"], "days": "30", "password": PASSWORD}
        anna.send("make-token", **(given | fields))
        assert anna.wrong[field]
    assert Token.objects.count() == 1
    anna.send("make-token", label="robot", scopes=["play"], days="30", password=PASSWORD)
    assert anna.page["Cache-Control"] == "private, no-store"
    made = secret(anna.text)
    row = Token.objects.get(label="robot")
    assert set(row.scopes) == {"read", "play"}
    assert (row.expires - row.created).days == 30
    bearer = {"Authorization": f"Bearer {made}"}
    assert anna.client.get(f"{V1}/tokens", headers=bearer).status_code == 200
    assert made not in anna.open("/account")
    told = re.search(f"<li><span><code>{row.prefix}.*?</li>", anna.text, re.DOTALL)[0]
    assert "robot" in told
    assert f"may read, play · ends {row.expires.date()} · last used" in told
    anna.send("revoke", about=str(row.id))
    assert anna.done == "The token is revoked."
    assert anna.client.get(f"{V1}/tokens", headers=bearer).status_code == 401


def test_nobody_revokes_the_token_of_another(anna):
    ben = Person("ben")
    theirs = Token.objects.exclude(label="signed in by a browser").get()
    body = anna.hidden("revoke") | {"act": "revoke", "id": str(theirs.id)}
    assert anna.post("/account", body).status_code == 404
    for wrong in ("x", str(theirs.account_id)):
        assert anna.post("/account", body | {"id": wrong}).status_code == 404
    assert ben.get("/tokens").status_code == 200


def test_revoking_the_browser_s_own_token_signs_out(anna):
    anna.send("revoke")
    assert anna.sees("sign-in")
    assert anna.client.cookies[COOKIE].value == ""


def test_a_cookie_may_no_more_than_its_token(anna):
    reader = Person("ben").only("read")
    browser = Visitor()
    browser.client.cookies[COOKIE] = reader
    browser.open("/account")
    body = browser.hidden("sign-out")
    others = Token.objects.exclude(scopes=["read"]).get(account__username="ben", scopes__len=5)
    for act, fields in [
        ("change-password", {"old": PASSWORD, "password": OTHER, "again": OTHER}),
        ("revoke", {"id": str(others.id)}),
    ]:
        answer = browser.post("/account", body | {"act": act} | fields)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_a_member_finds_the_own_tables_and_sits_down(log):
    rules = {"hands": 1, "target": None, "tie": "share"}
    season = Season(play="cards", sources="server", rules=[rules])
    anna = Visitor("anna")
    account = Account.objects.get(username="anna")
    season_joins(season, account)
    for nth in range(3):
        season.enter(f"computer {nth}", is_computer=True)
    assert "No round is on" in anna.open("/account")
    season.draw()
    anna.open("/account")
    assert "Season, round 1" in anna.said
    body = anna.hidden("sit")
    answer = anna.client.post("/account", body | {"act": "sit"})
    assert answer.status_code == 303
    place, _, fragment = answer["Location"].partition("#")
    given = dict(part.split("=") for part in fragment.split("&"))
    assert (place, given["game"], given["seat"]) == ("/play", body["game"], body["seat"])
    bearer = {"Authorization": f"Bearer {given['token']}"}
    view = anna.client.get(f"{V1}/games/{given['game']}/seats/{given['seat']}", headers=bearer)
    assert view.status_code == 200
    assert Token.objects.get(kind="seat").expires is not None
    for wrong in ({"seat": str((int(body["seat"]) + 1) % 4)}, {"seat": "6"}, {"game": "x"}):
        answer = anna.client.post("/account", body | {"act": "sit"} | wrong)
        assert answer.status_code in {403, 404}
    ben = Visitor("ben")
    assert not ben.sees("sit")
    stolen = body | ben.hidden("sign-out") | {"act": "sit"}
    assert ben.client.post("/account", stolen).status_code == 403
    assert Token.objects.filter(kind="seat").count() == 1


def season_joins(season, account):
    account.memberships.create(club_id=season.club, role="player", joined=season.clock())
    season.enter("Anna", account=account.id)


def test_other_methods_are_refused(anna):
    for path in ("/account", "/clubs"):
        assert anna.client.put(path).status_code in {403, 405}
