"""The lane beside Django: the very same answers, and nothing that is not plain."""

import json
from io import BytesIO
from uuid import UUID, uuid4

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections, transaction
from django.utils import timezone

from api.apps import buckets
from api.models import Token
from games.models import Event, Game
from hearts_site.fast_lane import FastLane
from tests.api.guests import Guests
from tests.api.people import Person
from tests.statements import statements


@pytest.fixture(autouse=True)
def one_connection(monkeypatch):
    """What a test does stays in its transaction: nothing gives the connection back."""
    monkeypatch.setattr(connections["default"], "close_if_unusable_or_obsolete", lambda: None)


@pytest.fixture
def guests(log, monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    guests = Guests(sources="server", rules={"preset": "standard", "passing": "none"})
    guests.sit()
    guests.turn_view = guests.turn
    for token in guests.tokens.values():  # that a token was used is noted by Django
        guests.get(guests.url, token)
    return guests


def environ_of(guests, body=None, token=None, **changes):
    """A play that is plain unless it is changed; None takes a variable away."""
    view = guests.turn_view
    if body is None:
        body = {"card": view["cards"]["legal_cards"][0], "expected_seq": view["seq"]}
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    environ = {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": f"/api/v1{guests.url}/plays",
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1",
        "HTTP_AUTHORIZATION": f"Bearer {token or guests.tokens[view['seat']]}",
        "HTTP_X_REQUEST_ID": "the-same",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(sent)),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(sent),
        "wsgi.errors": BytesIO(),
    } | changes
    return {name: value for name, value in environ.items() if value is not None}


def asked(application, environ):
    """Status, headers and body of an answer; what it did is undone."""
    told = []
    with transaction.atomic():
        answer = application(
            environ, lambda status, headers, _=None: told.append((status, headers))
        )
        body = b"".join(answer)
        transaction.set_rollback(True)
    ((status, headers),) = told
    return status, sorted(headers), body


def no_django(environ, start_response):
    raise AssertionError("this play should not have come to Django")


def test_a_plain_play_is_answered_as_django_answers_it_and_without_it(guests):
    by_lane = asked(FastLane(no_django), environ_of(guests))
    by_django = asked(WSGIHandler(), environ_of(guests))
    assert by_lane == by_django
    assert by_lane[0] == "201 Created"


def test_over_https_the_headers_are_those_of_https(guests, settings):
    settings.SECURE_HSTS_SECONDS = 3600
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.ALLOWED_HOSTS = ["hearts.example"]
    over = {"HTTP_HOST": "hearts.example", "HTTP_X_FORWARDED_FOR": "10.0.0.1"}
    secure = over | {"HTTP_X_FORWARDED_PROTO": "https"}
    by_lane = asked(FastLane(no_django), environ_of(guests, **secure))
    assert by_lane == asked(WSGIHandler(), environ_of(guests, **secure))
    assert "Strict-Transport-Security" in dict(by_lane[1])
    assert asked(FastLane(WSGIHandler()), environ_of(guests, **over))[0].startswith("301")


def test_a_plain_play_is_written_as_the_view_writes_it(guests):
    rows = []
    for application in (FastLane(no_django), WSGIHandler()):
        with transaction.atomic():
            b"".join(application(environ_of(guests), lambda *_: None))
            game = Game.objects.filter(id=guests.game).values().get()
            rows.append((game, list(Event.objects.filter(game_id=game["serial"]).values())))
            transaction.set_rollback(True)
    assert rows[0] == rows[1]
    assert rows[0][0]["seq"] == guests.turn_view["seq"] + 1


def test_a_plain_play_is_two_statements(guests):
    buckets().take(f"token {Token.objects.get(seat=guests.turn_view['seat'], game=guests.game).id}")
    with statements() as first_words:
        asked(FastLane(no_django), environ_of(guests))
    assert first_words == ["SELECT", "WITH"]


def test_the_line_of_a_plain_play_stands_in_the_log(guests, caplog):
    asked(FastLane(no_django), environ_of(guests))
    (line,) = [one for one in caplog.records if one.name == "hearts.request"][-1:]
    assert (line.method, line.status, line.path) == ("POST", 201, f"/api/v1{guests.url}/plays")


def not_plain(guests):
    """Requests that the lane must leave to Django, by what is odd about them."""
    view = guests.turn_view
    seat, seq, legal = view["seat"], view["seq"], view["cards"]["legal_cards"][0]
    good = {"card": legal, "expected_seq": seq}
    others = [card for card in view["cards"]["holding"] if card not in view["cards"]["legal_cards"]]
    return {
        "a method": {"REQUEST_METHOD": "PUT"},
        "a query": {"QUERY_STRING": "a=1"},
        "a key": {"HTTP_IDEMPOTENCY_KEY": "k"},
        "no token": {"HTTP_AUTHORIZATION": None},
        "no such token": {"token": "hearts_" + 43 * "a"},
        "a scheme": {"HTTP_AUTHORIZATION": "Basic " + guests.tokens[seat]},
        "the creator's token": {"token": guests.token},
        "another seat's token": {"token": guests.tokens[(seat + 1) % 4]},
        "another game": {"PATH_INFO": f"/api/v1/games/{uuid4()}/plays"},
        "another address": {"PATH_INFO": f"/api/v1{guests.url}/plays/"},
        "a media type": {"CONTENT_TYPE": "text/plain"},
        "a host": {"HTTP_HOST": "elsewhere.example"},
        "no length": {"CONTENT_LENGTH": None},
        "too long": {"body": json.dumps(good).encode() + 65_536 * b" "},
        "no JSON": {"body": b"{"},
        "no object": {"body": [good]},
        "a field more": {"body": good | {"more": 1}},
        "no seq": {"body": {"card": legal}},
        "a flag as seq": {"body": good | {"expected_seq": True}},
        "a seq that is none": {"body": good | {"expected_seq": -1}},
        "a seq beyond all": {"body": good | {"expected_seq": 2**31}},
        "an old seq": {"body": good | {"expected_seq": seq - 1}},
        "a card that is none": {"body": good | {"card": "1X"}},
        "a number as card": {"body": good | {"card": 7}},
        "a card that may not be played": {"body": good | {"card": others[0]}},
    }


def test_whatever_is_not_plain_is_answered_by_django(guests):
    for odd, changes in not_plain(guests).items():
        by_lane = asked(FastLane(WSGIHandler()), environ_of(guests, **changes))
        assert by_lane == asked(WSGIHandler(), environ_of(guests, **changes)), odd
        assert not by_lane[0].startswith("2") or odd in {"a key", "a query"}, odd


def test_a_token_that_has_expired_or_was_revoked_or_not_noted_is_for_django(guests):
    row = Token.objects.filter(game=guests.game, seat=guests.turn_view["seat"])
    plain, lane = asked(FastLane(no_django), environ_of(guests)), FastLane(WSGIHandler())
    row.update(last_used=None)
    assert asked(lane, environ_of(guests)) == plain  # and Django has noted it
    row.update(expires=timezone.now())
    assert asked(lane, environ_of(guests))[0].startswith("401")
    row.delete()
    assert asked(lane, environ_of(guests))[0].startswith("401")


def test_an_accounts_play_is_for_django(guests):
    person = Person("someone")
    calls = []
    FastLane(lambda environ, _: calls.append(environ) or [])(
        environ_of(guests, token=person.token), None
    )
    assert len(calls) == 1


def test_who_is_throttled_is_told_by_django(guests, monkeypatch):
    monkeypatch.setattr(buckets(), "take", lambda caller: 1.0)
    status, headers, _ = asked(FastLane(WSGIHandler()), environ_of(guests))
    assert status.startswith("429")
    assert "Retry-After" in dict(headers)


def test_a_whole_hand_passes_by_the_lane_and_the_next_is_dealt(guests):
    lane = FastLane(no_django)
    told = []
    for _ in range(52):
        guests.turn_view = guests.turn
        b"".join(lane(environ_of(guests), lambda status, *_: told.append(status)))
    assert told == 52 * ["201 Created"]
    assert guests.summary["hand"] == 2


def test_what_nobody_expected_is_logged_and_django_answers(guests, monkeypatch, caplog):
    def fail(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("hearts_site.fast_lane.plain_play", fail)
    assert asked(FastLane(WSGIHandler()), environ_of(guests))[0] == "201 Created"
    assert "a play left the fast lane" in caplog.text


def test_the_body_is_whole_when_django_reads_it(guests):
    seen = []

    def reading(environ, start_response):
        seen.append(environ["wsgi.input"].read())
        return []

    FastLane(reading)(environ_of(guests, {"card": "1X", "expected_seq": 1}), None)
    assert json.loads(seen[0]) == {"card": "1X", "expected_seq": 1}


def test_the_games_id_is_what_the_address_says(guests):
    assert UUID(guests.game)  # the lane reads it by the same shape as Django's converter
    odd = {"PATH_INFO": f"/api/v1{guests.url.upper()}/plays"}
    assert asked(FastLane(WSGIHandler()), environ_of(guests, **odd))[0].startswith("404")
