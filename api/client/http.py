"""Calling the service over HTTP: JSON in, JSON out, refusals as errors."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPSConnection
from typing import Final, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

from api.client.errors import AnswerUnreadable, ApiProblem
from games.records.errors import RecordUnreadable
from games.records.fields import Node

T = TypeVar("T")

PATIENCE: Final = 60.0
"""Seconds until a server that does not answer is given up; a long poll takes at most 25."""
COME_BACK: Final = frozenset({429, 503})
"""Throttled, or busy: nothing was done, and later it may be."""
TRIES: Final = 6


class Answer(NamedTuple):
    """What came back; `retry_after` is in seconds."""

    status: int
    body: bytes
    retry_after: float = 1.0


class Transport(Protocol):
    """Sends one request. Raises OSError or http.client.HTTPException when no answer comes."""

    def __call__(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], /
    ) -> Answer:
        """Return the answer, whatever its status."""
        ...


class HttpTransport:
    """One connection to a server, kept open; for one thread at a time."""

    def __init__(self, base_url: str) -> None:
        place = urlsplit(base_url)
        kind = HTTPSConnection if place.scheme == "https" else HTTPConnection
        self._connection = kind(place.hostname or "", place.port, timeout=PATIENCE)
        self._root = place.path.rstrip("/")

    def __call__(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Answer:
        """Send a request on the kept connection; after a failure the next one begins afresh."""
        try:
            self._connection.request(method, self._root + path, body, dict(headers))
            response = self._connection.getresponse()
            wait = response.getheader("Retry-After", "")
            seconds = min(float(wait), PATIENCE) if wait.isdecimal() else 1.0
            return Answer(response.status, response.read(), seconds)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection; a further request opens it again."""
        self._connection.close()


class Api:
    """The calls of version 1 and of the log."""

    def __init__(self, transport: Transport) -> None:
        self._send = transport

    def call(
        self,
        method: str,
        path: str,
        read: Callable[[Node], T],
        *,
        body: Mapping[str, object] | None = None,
        token: str = "",
    ) -> T:
        """Return what `read` makes of the answer. Raises ApiProblem, AnswerUnreadable."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        sent = None if body is None else json.dumps(body).encode()
        answer = self._persist(method, f"/api/v1/{path}", sent, headers)
        try:
            return read(Node(_parsed(answer)))
        except RecordUnreadable as error:
            raise AnswerUnreadable(f"{method} {path}: {error}") from error

    def log_text(self, path: str) -> str:
        """Return a text of the public log. Raises ApiProblem, AnswerUnreadable."""
        return _decoded(self._persist("GET", f"/log/{path}", None, {}))

    def _persist(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Answer:
        """Return a good answer, and come back for it when told to. Raises ApiProblem."""
        answer = self._send(method, path, body, headers)
        for _ in range(TRIES - 1):
            if answer.status not in COME_BACK:
                break
            time.sleep(answer.retry_after)
            answer = self._send(method, path, body, headers)
        return _good(answer)


def _good(answer: Answer) -> Answer:
    """Return a good answer. Raises ApiProblem."""
    if answer.status < 300:
        return answer
    problem = _parsed(answer)
    more = problem if isinstance(problem, dict) else {}
    raise ApiProblem(answer.status, str(more.get("code")), str(more.get("detail")), more)


def _parsed(answer: Answer) -> object:
    try:
        value: object = json.loads(_decoded(answer))
        if b"\\u" in answer.body:
            json.dumps(value, ensure_ascii=False).encode()  # No half of a surrogate pair gets in.
    except (ValueError, RecursionError):
        raise AnswerUnreadable(f"{answer.status}, and no JSON") from None
    return value


def _decoded(answer: Answer) -> str:
    try:
        return answer.body.decode()
    except UnicodeDecodeError:
        raise AnswerUnreadable(f"{answer.status}, and no UTF-8") from None
