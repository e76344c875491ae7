"""Nothing that anyone sends makes the service fail."""

import json

import pytest

from tests.api.guests import PROBLEM

DEEP = b"[" * 50_000 + b"]" * 50_000
VALUES = [
    None,
    True,
    0,
    -1,
    2**31,
    2**63,
    10**400,
    1.5,
    1e308,
    "",
    "\0",
    "\u202e",
    "\U0001f0a1",
    "x" * 10_000,
    [],
    [None],
    [[[]]],
    {},
    {"": {}},
    {"\0": "\0"},
]
BODIES = [
    b"",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
    b"{",
    b"nul",
    b"NaN",
    b'{"a": Infinity}',
    b'"\\ud800"',
    b'{"\\udfff": 1}',
    b"1" * 5_000,
    b'{"card": "2C", "card": "3C"}',
    DEEP,
    b'{"rules": ' * 20_000,
]
TARGETS = [
    ("post", "/games", ["rules", "seats", "sources", "wait"]),
    ("post", "{url}/seats/0", ["invite"]),
    ("post", "{url}/passes", ["cards"]),
    ("post", "{url}/plays", ["card", "expected_seq"]),
    ("post", "/deals/1/contributions", ["seat", "commitment"]),
    ("put", "/deals/1/contributions/0", ["nonce", "head"]),
    ("post", "/rulesets/check", ["rules"]),
    ("post", "/audits", ["games"]),
    ("post", "/accounts", ["name", "password"]),
    ("post", "/tokens", ["name", "password", "scopes", "expires", "label"]),
    ("post", "/clubs", ["name"]),
    ("post", "/verify", ["format", "checkpoint", "record", "seed"]),
]


@pytest.fixture(autouse=True)
def _no_throttle(settings):
    from api.apps import buckets  # noqa: PLC0415

    buckets().__init__(rate=1e9, burst=10**9)


def is_refused_politely(answer):
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.content[:200])
    assert answer["Content-Type"] == PROBLEM
    assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(("method", "path", "fields"), TARGETS)
def test_a_body_of_any_bytes_is_refused_politely(table, method, path, fields):
    for body in BODIES:
        answer = table.post(path.format(url=table.url), body, table.tokens[0], method=method)
        if (path, body) in {("/games", b""), ("/tokens", b"")}:  # all terms have a default
            assert answer.status_code == 201
        else:
            is_refused_politely(answer)


@pytest.mark.parametrize(("method", "path", "fields"), TARGETS)
def test_a_field_of_any_value_is_refused_or_taken(table, method, path, fields):
    for field in fields:
        for value in VALUES:
            body = json.dumps({field: value}).encode()
            answer = table.post(path.format(url=table.url), body, table.tokens[0], method=method)
            if answer.status_code not in {200, 201}:
                is_refused_politely(answer)
    for value in VALUES:
        body = json.dumps(value).encode()
        answer = table.post(path.format(url=table.url), body, table.tokens[0], method=method)
        if answer.status_code not in {200, 201}:
            is_refused_politely(answer)


@pytest.mark.parametrize(
    "charset", ["utf-16", "base64", "idna", "hex", "nonesuch", "rot13", "\xff"]
)
def test_no_charset_changes_how_a_body_is_read(table, charset):
    answer = table.client.generic(
        "POST",
        "/api/v1/rulesets/check",
        b'{"rules": {}}',
        content_type=f"application/json; charset={charset}",
    )
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/games/%00",
        "/api/v1/games/%ff%fe",
        "/api/v1/games/..%2f..%2fadmin",
        "/api/v1/games/7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55%0a",
        "/api/v1/deals/٣",
        "/api/v1/deals/1e3",
        "/api/v1/" + "x" * 8_000,
        "/log/proof/-1",
        "/log/proof/" + "9" * 300,
        "/errors/%00",
        "/errors/..",
        "//api/v1/games",
        "/api/v1//games",
    ],
)
def test_an_address_of_any_kind_is_not_found(guests, path):
    is_refused_politely(guests.client.get(path))


@pytest.mark.parametrize(
    "query", ["%00=%00", "cursor=%00", "limit=%f0", "=&&=", "a[]=1", "%ff=%ff"]
)
def test_a_query_of_any_kind_is_refused_politely(guests, query):
    for path in ("/games", "/deals", guests.url + "/events", guests.url + "/bundle"):
        is_refused_politely(guests.get(f"{path}?{query}"))


def test_nothing_was_made_by_all_this(guests):
    assert len(guests.get("/games").json()["games"]) == 1
