"""Calling the service over HTTP: JSON in, JSON out, refusals as errors."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPSConnection
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from games.records.fields import Node
from games.records.text import read_json

PATIENCE: Final = 60.0
"""Seconds until a server that does not answer is given up; a long poll takes at most 25."""
COME_BACK: Final = frozenset({429, 503})
"""Throttled, or busy: nothing was done, and later it may be."""
TRIES: Final = 6


class ApiProblem(Exception):
    """The server refused a call (RFC 9457): `code` is for programs, `more` has all members."""

    def __init__(self, status: int, code: str, detail: str, more: Mapping[str, object]) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status, self.code, self.detail, self.more = status, code, detail, more


class Answer(NamedTuple):
    """What came back; `retry_after` is in seconds."""

    status: int
    body: bytes
    retry_after: float = 1.0


Transport: TypeAlias = Callable[[str, str, bytes | None, Mapping[str, str]], Answer]
"""Sends method, path, body and headers. Raises OSError or HTTPException when no answer comes."""


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
    """The calls of a service, with a token or without."""

    def __init__(self, send: Transport, token: str = "") -> None:
        self.send = send
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def call(self, method: str, path: str, body: object = None) -> Node:
        """Return an answer's JSON, to be narrowed. Raises ApiProblem, RecordUnreadable."""
        return Node(read_json(self._persist(method, f"/api/v1/{path}", body)))

    def log_text(self, path: str) -> str:
        """Return a text of the public log, what is no UTF-8 replaced. Raises ApiProblem."""
        return self._persist("GET", f"/log/{path}").decode(errors="replace")

    def _persist(self, method: str, path: str, body: object = None) -> bytes:
        """Return a good answer, and come back for it when told to."""
        sent = None if body is None else json.dumps(body).encode()
        headers = self._headers | ({} if sent is None else {"Content-Type": "application/json"})
        answer = self.send(method, path, sent, headers)
        for _ in range(TRIES - 1):
            if answer.status in COME_BACK:
                time.sleep(answer.retry_after)
                answer = self.send(method, path, sent, headers)
        if answer.status < 300:
            return answer.body
        problem = Node(read_json(answer.body)).as_object()
        code, detail = str(problem.get("code")), str(problem.get("detail"))
        raise ApiProblem(answer.status, code, detail, problem)
