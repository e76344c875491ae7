"""The client's HTTP, against a server of the standard library."""

import json
from http.client import InvalidURL
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from api.client.http import Answer, Api, ApiProblem, HttpTransport
from games.records.errors import RecordUnreadable


class Echo(BaseHTTPRequestHandler):
    """Answers what it was asked; the second request of a kind finds it less busy."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((self.path, self.client_address, dict(self.headers)))
        busy = len(self.server.seen) == 1
        self.send_response(429 if busy else 200)
        self.send_header("Content-Length", str(len(asked)))
        self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(asked)

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def server():
    with HTTPServer(("127.0.0.1", 0), Echo) as server:
        server.seen = []
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_call_carries_body_and_token_and_comes_back_when_told_to(server):
    transport = HttpTransport(f"http://127.0.0.1:{server.server_port}/under/")
    said = Api(transport, "secret").call("POST", "games", {"a": 1}).as_object()
    transport.close()
    assert said == {"a": 1}
    (first, place, headers), (second, same_place, _) = server.seen
    assert first == second == "/under/api/v1/games"
    assert place == same_place
    assert headers["Authorization"] == "Bearer secret"
    assert headers["Content-Type"] == "application/json"


def _answering(*answers):
    left = list(answers)
    return Api(lambda *_: left.pop(0))


@pytest.mark.parametrize("body", [b"<html>", b"\xff", b'"\\ud800"', b"[" * 100_000])
def test_what_is_no_json_is_unreadable(body):
    with pytest.raises(RecordUnreadable):
        _answering(Answer(200, body)).call("GET", "games")


def test_json_of_another_shape_is_unreadable_and_says_where():
    with pytest.raises(RecordUnreadable, match="at /a"):
        _answering(Answer(200, b'{"a": 1}')).call("GET", "games").at("a").at("b")


def test_a_problem_has_its_members():
    body = {"code": "stale", "detail": "too late", "seq": 7}
    with pytest.raises(ApiProblem) as refused:
        _answering(Answer(409, json.dumps(body).encode())).call("GET", "x")
    problem = refused.value
    assert (problem.status, problem.code, problem.more["seq"]) == (409, "stale", 7)


def test_a_server_that_stays_busy_is_given_up():
    busy = Answer(503, b'{"code": "busy"}', 0.0)
    with pytest.raises(ApiProblem, match="503 busy"):
        _answering(*[busy] * 6).call("GET", "x")


def test_a_text_of_the_log_that_is_no_utf_8_is_a_text_that_proves_nothing():
    assert _answering(Answer(200, b"a\xff")).log_text("proof/1") == "a\ufffd"


def test_a_connection_that_fails_is_closed_and_the_next_call_begins_afresh(server):
    transport = HttpTransport(f"http://127.0.0.1:{server.server_port}")
    with pytest.raises(InvalidURL):
        transport("GET", "/no such path", None, {})
    server.seen.append("not the first")
    assert transport("POST", "/x", b"{}", {}).status == 200
    transport.close()
