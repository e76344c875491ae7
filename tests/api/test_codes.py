"""Every code of refusal is provoked, in the one shape, and its type leads to a page."""

import gzip
import html
import re
import uuid

import psycopg
import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from django.test import Client

from api.apps import bell, buckets
from api.codes import Code
from api.errors import KINDS
from api.problems import forbidden
from deals.models import LogHead
from deals.services.checkpoints import SignerRefuses
from deals.services.errors import SeedLost
from deals.services.log import LogNotOpen
from games.models import Export
from tests.api.guests import PROBLEM, Guests, is_problem
from tests.api.league_refusals import LEAGUE_PROVOCATIONS
from tests.api.people import PASSWORD, ClubOfPeople, GameOf, Person
from tests.api.test_repeats import send

PROOF_OF_NOTHING = "0" * 64


def bad_request(table, _):
    return table.client.get("/healthz", headers={"Host": "no host at all"})


def throttled(table, _):
    buckets().__init__(rate=1, burst=1)
    table.get("/games")
    return table.get("/games")


def too_many_waiters(table, settings):
    bell()._places = 0
    try:
        return table.get(f"{table.url}/events?after=999&wait=1")
    finally:
        bell()._places = settings.HEARTS_WAITERS


def seat_taken(table, _):
    return table.take(0)


def already_passed(table, _):
    table.contribute()
    table.give(0)
    return table.give(0)


def illegal_play(table, _):
    table.contribute()
    table.pass_cards()
    view = table.turn
    legal = view["cards"]["legal_cards"]
    return table.play(view["seat"], next(c for c in view["cards"]["holding"] if c not in legal))


def not_your_turn(table, _):
    table.contribute()
    table.pass_cards()
    return table.play((table.summary["turn"] + 1) % 4, "2C")


def illegal_pass(table, _):
    table.contribute()
    return table.give(0, ["2C"])


def stale_head(table, _):
    table.commit_all()
    return table.open(0, PROOF_OF_NOTHING)


def does_not_open(table, _):
    table.commit_all()
    body = {"nonce": "1" * 64, "head": table.committed_head}
    return table.put(f"/deals/{table.deal['deal']}/contributions/0", body, table.tokens[0])


def reused_nonce(table, _):
    """An all-zero nonce, honestly committed to."""
    table.nonce = lambda seat: "0" * 64 if seat == 0 else Guests_nonce(table, seat)
    table.commit_all()
    return table.open(0)


def Guests_nonce(table, seat):  # noqa: N802
    return type(table).nonce(table, seat)


def already_contributed(table, _):
    table.commit(0)
    return table.commit(0)


def void_deal(table, **body):
    return table.post(f"/deals/{table.summary['deal']}/void", body, table.tokens[1])


def seat_not_silent(table, _):
    table.commit(0)
    return void_deal(table, seat=0)


def seat_substituted(table, _):
    given = table.post(f"{table.url}/substitutions", {"seat": 0}, table.token)
    assert given.status_code == 201, given.content
    return table.commit(0)


def audit_over(table, _):
    body = {"games": [table.game], "repair": True}
    audit = table.post("/audits", body, table.token).json()["id"]
    table.post(f"/audits/{audit}/cancel", {}, table.token)
    return table.post(f"/audits/{audit}/cancel", {}, table.token)


def hand_over(table, _):
    body = {"scope": "game"}
    assert table.post(f"{table.url}/void", body, table.token).status_code == 201
    return table.post(f"{table.url}/void", body, table.token)


def contributions_closed(table, _):
    table.contribute()
    return table.commit(0)


def too_early(table, _):
    head = table.commit(0).json()["event"]["head"]
    return table.open(0, head)


def csrf_failed(table, _):
    return Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "x"})


def raised(error):
    """What the edge answers when its database, or what it calls, fails like this."""

    def provoke(table, _):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("api.v1.games.game_summary", lambda *_, **__: raise_(error))
            return table.get(table.url)

    return provoke


def raise_(error):
    raise error


def busy(table, _):
    deadlock = OperationalError("deadlock detected")
    deadlock.__cause__ = psycopg.errors.DeadlockDetected()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api.v1.plays.record_play", lambda *_, **__: raise_(deadlock))
        return table.play(0, "2C", 1)


def posted(path, body):
    return lambda table, _: table.post(path.format(url=table.url), body, table.tokens[0])


def got(path):
    return lambda table, _: table.get(path.format(url=table.url))


def on_sheet(path, body, *, rules=None, rows=(), method="post"):
    """What a sheet answers that has these rows already."""

    def provoke(_, __):
        names = ["Anna", "Ben", "Cara", "Dan"]
        sheet = Guests(kind="sheet", rules=rules or {"preset": "scoresheet"}, players=names)
        for points in rows:
            sheet.post(f"{sheet.url}/rows", points, sheet.token)
        return sheet.post(sheet.url + path, body, sheet.token, method=method)

    return provoke


def imported(body, kind="application/x-ndjson"):
    """What the API answers to a file of this kind."""

    def provoke(table, _):
        headers = {"Authorization": f"Bearer {table.token}"}
        url = "/api/v1/imports"
        return table.client.generic("POST", url, body, content_type=kind, headers=headers)

    return provoke


def export_of(table):
    answer = table.post("/exports", {"games": [table.game]}, table.token)
    assert answer.status_code == 202, answer.content
    return answer.json()["id"]


def export_unfinished(table, _):
    return table.get(f"/exports/{export_of(table)}/file")


def export_gone(table, _):
    export = export_of(table)
    Export.objects.update(finished="2026-11-02T19:00:00Z", is_swept=True)
    return table.get(f"/exports/{export}/file")


def dealt(*hands, sources="server", then=lambda sheet: None):
    """What a sheet answers to the last of these deals, or after it."""

    def provoke(_, __):
        names = ["Anna", "Ben", "Cara", "Dan"]
        sheet = Guests(kind="sheet", rules={"preset": "scoresheet"}, players=names)
        for hand in hands:
            body = {"for": f"table/{sheet.game}/hand/{hand}", "sources": sources}
            sheet.last = sheet.post("/deals", body, sheet.token)
        return then(sheet) or sheet.last

    return provoke


def slip_of_last(sheet):
    return sheet.get(f"/deals/{sheet.last.json()['deal']}/slips/0", sheet.token)


def row(*points, **more):
    return {"points": points, **more}


def directed(path, body):
    return lambda table, _: table.post(table.url + path, body, table.token)


def asked(provoke):
    """What somebody with an account is answered."""
    return lambda _, __: provoke(Person("anna"))


def already_seated(_, __):
    anna = Person("anna")
    game = GameOf(anna)
    for seat in (0, 1):
        taken = anna.post(f"{game.url}/seats/{seat}", {"invite": game.invites[seat]})
    return taken


def already_member(_, __):
    club = ClubOfPeople()
    made = club.owner.post(f"{club.url}/invitations", {"role": "player"}).json()
    return club.player.post(f"{club.url}/members", {"invitation": made["secret"]})


def wrong_invitation(_, __):
    club = ClubOfPeople()
    return club.stranger.post(f"{club.url}/members", {"invitation": "x"})


def last_owner(_, __):
    club = ClubOfPeople()
    return club.owner.delete(f"{club.url}/members/{club.owner.account}")


def already_shown(table, _):
    terms = ("/games", {"sources": "server"}, None, "one")
    send(table, *terms)
    return send(table, *terms)


def still_running(table, _):
    """The same request again, while its claim is there and its answer is not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api.repeats._keep", lambda claim, answer: None)
        return already_shown(table, _)


def repeated_key(table, _):
    send(table, "/games", {"sources": "server"}, None, "one")
    return send(table, "/games", {"sources": "beacon"}, None, "one")


def account(**body):
    return lambda anna: anna.post("/accounts", {"name": "ben", "password": PASSWORD} | body)


MOON = row(0, 26, 0, 0)
PROVOCATIONS = {
    Code.WRONG_PASSWORD: asked(lambda anna: anna.post("/tokens", {"name": "x", "password": "x"})),
    Code.WRONG_INVITATION: wrong_invitation,
    Code.ALREADY_SEATED: already_seated,
    Code.NAME_TAKEN: asked(account(name="Anna")),
    Code.ALREADY_MEMBER: already_member,
    Code.LAST_OWNER: last_owner,
    Code.STILL_RUNNING: still_running,
    Code.ALREADY_SHOWN: already_shown,
    Code.INVALID_NAME: asked(account(name="a b")),
    Code.WEAK_PASSWORD: asked(account(password="password")),
    Code.REPEATED_KEY: repeated_key,
    Code.GAME_OVER: on_sheet("/rows", MOON, rules={"moon": "add", "target": 25}, rows=[MOON]),
    Code.RULES_PINNED: directed("/rules", {"rules": {}}),
    Code.NOT_A_SHEET: directed("/rows", MOON),
    Code.BAD_SUM: on_sheet("/rows", row(0, 0, 0, 0)),
    Code.IMPOSSIBLE_ROW: on_sheet("/rows", row(9, 5, 8, 4)),
    Code.AMBIGUOUS_ROW: on_sheet("/rows", row(16, 0, 0, 0), rules={"preset": "omnibus"}),
    Code.MOON_CHOICE_UNASKED: on_sheet("/rows", row(5, 0, 8, 13, moon_choice="add")),
    Code.MOON_CHOICE_MISSING: on_sheet(
        "/rows/1",
        MOON | {"reason": "typo"},
        rules={"moon": "choice"},
        rows=[MOON | {"moon_choice": "add"}],
        method="put",
    ),
    Code.ROW_NO_LONGER_FITS: on_sheet("/rules", {"rules": {"moon": "choice"}}, rows=[MOON]),
    Code.OTHER_DECK: posted("{url}/rescore", {"rules": {"players": 5}}),
    Code.BROKEN_UPLOAD: imported(gzip.compress(b"{}")[:-1]),
    Code.EXPORT_UNFINISHED: export_unfinished,
    Code.EXPORT_GONE: export_gone,
    Code.DEAL_STANDS: dealt(1, 1),
    Code.INVALID_DEAL: dealt(99),
    Code.NOT_DEALT: dealt(1, sources="beacon", then=slip_of_last),
    Code.BAD_REQUEST: bad_request,
    Code.MALFORMED_BODY: posted("/games", b"{"),
    Code.INVALID_QUERY: got("/games?cursor=x"),
    Code.OVER_LIMIT: got("{url}/events?limit=1001"),
    Code.UNREADABLE: posted("/verify", {}),
    Code.TOKEN_NEEDED: got("{url}/seats/0"),
    Code.TOKEN_INVALID: lambda table, _: table.get("/games", Authorization="Bearer x"),
    Code.FORBIDDEN: lambda table, _: table.get(f"{table.url}/seats/0", table.tokens[1]),
    Code.CSRF_FAILED: csrf_failed,
    Code.WRONG_INVITE: posted("{url}/seats/0", {"invite": "x"}),
    Code.EMBARGOED: lambda table, _: table.get(f"/deals/{table.deal['deal']}/proof"),
    Code.NOT_FOUND: got("/nothing/here"),
    Code.METHOD_NOT_ALLOWED: posted("/deals/1", {}),
    Code.WRONG_PHASE: posted("{url}/passes", {"cards": ["2C", "3C", "4C"]}),
    Code.NOT_YOUR_TURN: not_your_turn,
    Code.STALE: lambda table, _: table.play(0, "2C", 1),
    Code.ALREADY_PASSED: already_passed,
    Code.SEAT_TAKEN: seat_taken,
    Code.CONTRIBUTIONS_CLOSED: contributions_closed,
    Code.ALREADY_CONTRIBUTED: already_contributed,
    Code.TOO_EARLY: too_early,
    Code.STALE_HEAD: stale_head,
    Code.WAIT_NOT_OVER: lambda table, _: void_deal(table),
    Code.SEAT_NOT_SILENT: seat_not_silent,
    Code.SEAT_SUBSTITUTED: seat_substituted,
    Code.HAND_OVER: hand_over,
    Code.AUDIT_OVER: audit_over,
    Code.TOO_LARGE: posted("/games", b" " * 65_537),
    Code.UNSUPPORTED_MEDIA_TYPE: lambda table, _: table.client.post("/api/v1/games", {"a": 1}),
    Code.INVALID_BODY: posted("/games", {"club": 1}),
    Code.INVALID_RULES: posted("/games", {"rules": {"moon": 1}}),
    Code.INVALID_GAME: posted("/games", {"seats": []}),
    Code.ILLEGAL_PASS: illegal_pass,
    Code.ILLEGAL_PLAY: illegal_play,
    Code.DOES_NOT_OPEN: does_not_open,
    Code.REUSED_NONCE: reused_nonce,
    Code.EXPECTED_SEQ_MISSING: posted("{url}/plays", {"card": "2C"}),
    Code.THROTTLED: throttled,
    Code.TOO_MANY_WAITERS: too_many_waiters,
    Code.INTERNAL_ERROR: raised(RuntimeError("a secret")),
    Code.BUSY: busy,
    Code.DATABASE_UNAVAILABLE: raised(OperationalError("a secret")),
    Code.DEALING_STOPPED: raised(SignerRefuses("a secret")),
    Code.LOG_NOT_OPEN: raised(LogNotOpen("a secret")),
    Code.SEED_LOST: raised(SeedLost("a secret")),
    **LEAGUE_PROVOCATIONS,
}


def test_every_code_has_its_provocation_and_its_meaning():
    assert set(PROVOCATIONS) == set(KINDS) == set(Code)


@pytest.mark.parametrize("code", Code)
def test_the_code_is_provoked_and_its_type_leads_to_a_page(table, settings, code):
    refused = PROVOCATIONS[code](table, settings)
    if code is Code.CSRF_FAILED:
        assert refused.json()["code"] == code
    else:
        problem = is_problem(refused, KINDS[code].status, code)
        assert "a secret" not in str(problem)
    if KINDS[code].retry is not None or code is Code.THROTTLED:
        assert int(refused["Retry-After"]) > 0
    page = table.client.get(refused.json()["type"])
    assert page.status_code == 200
    shown = html.unescape(re.sub("</?code>", "`", page.content.decode()))
    for words in (KINDS[code].title, KINDS[code].cause, KINDS[code].cure):
        assert words
        assert words in shown


def test_what_is_missing_in_django_itself_is_a_problem_too(guests):
    for path in ("/", "/admin/nothing", "/log/proof/x", "/errors/no-such-code", "/static/x"):
        answer = guests.client.get(path + ("" if path != "/" else "nothing"))
        assert answer.status_code in {302, 404}
        if answer.status_code == 404:
            assert answer.json()["code"] == "not-found"


def test_what_middleware_forbids_is_a_problem(rf):
    refused = forbidden(rf.get("/"), PermissionDenied())
    assert (refused.status_code, refused["Content-Type"]) == (403, PROBLEM)


def test_callers_behind_a_proxy_of_ours_are_told_apart(guests, settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    buckets().__init__(rate=0.01, burst=1)
    forged = [f"203.0.113.{call}, 198.51.100.7" for call in range(2)]
    other = "203.0.113.1, 198.51.100.8"
    answers = [guests.get("/games", **{"X-Forwarded-For": sent}) for sent in (*forged, other)]
    assert [answer.status_code for answer in answers] == [200, 429, 200]


def test_a_view_that_finds_nothing_outside_of_the_api_is_a_problem(guests, monkeypatch):
    monkeypatch.setattr("api.log.published_checkpoint", lambda: raise_(Http404()))
    is_problem(guests.client.get("/log/checkpoint"), 404, "not-found")


def test_a_log_that_is_not_open_takes_no_game(db, keys, client):
    refused = client.post("/api/v1/games", {}, content_type="application/json")
    is_problem(refused, 503, "log-not-open")


def test_a_log_that_has_lost_its_head_stops_all_dealing(guests):
    LogHead.objects.all().delete()
    is_problem(guests.post("/games", {}), 503, "dealing-stopped")


def test_an_unknown_id_looks_like_any_other(guests):
    bodies = {guests.get(f"/games/{uuid.uuid4()}").content for _ in range(3)}
    assert len(bodies) == 1
