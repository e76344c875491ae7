"""A lane beside Django for the one request that is made most: a plain play (`api.plain_plays`).

Django and its REST framework cost such a request three times its own work. So it is looked for
before them; it is answered with the very headers that the middleware would give it, and its line
stands in the log. The lane refuses nothing: whatever is not plain goes on to Django as it came.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import DEFAULT_DB_ALIAS, connections
from django.http import HttpResponse
from django.http.request import split_domain_port, validate_host
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils import timezone

from api.body import BODY_LIMIT
from api.endpoint import PRIVATE
from api.middleware import CorsMiddleware
from api.plain_plays import plain_play
from api.problems import problem_of
from hearts_site.logs import HEADER, id_of_request, log_answer, request_id

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

logger = logging.getLogger(__name__)

_PLAYS: Final = re.compile(
    "/api/v1/games/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/plays"
)
_LENGTH: Final = re.compile("[0-9]{1,6}")


class FastLane:
    """A WSGI application in front of another: it answers plain plays and hands on the rest."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application
        self._headers = {secure: _headers(secure=secure) for secure in (False, True)}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        path: str = environ["PATH_INFO"]
        found = _PLAYS.fullmatch(path)
        if found is None or not _may_be_plain(environ):
            return self._application(environ, start_response)
        began = time.monotonic()
        given = id_of_request(environ)
        mark = request_id.set(given)
        try:
            body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
            answer = _play(UUID(found[1]), environ["HTTP_AUTHORIZATION"], body)
            if answer is not None:
                log_answer("POST", path, 201, began=began)
        finally:
            request_id.reset(mark)
        if answer is None:
            environ["wsgi.input"] = BytesIO(body)
            return self._application(environ, start_response)
        headers = self._headers[_is_secure(environ)]
        own = [("Content-Length", str(len(answer))), (HEADER, given)]
        start_response("201 Created", headers + own)
        return [answer]


def _play(game: UUID, authorization: str, body: bytes) -> bytes | None:
    """Play, and give the connection back; None for whatever Django is to answer."""
    try:
        return plain_play(game, authorization, body, now=timezone.now())
    except Exception as error:  # Django meets it again, and answers it
        if problem_of(error) is None:
            logger.exception("a play left the fast lane")
        return None
    finally:
        connections[DEFAULT_DB_ALIAS].close_if_unusable_or_obsolete()


def _may_be_plain(environ: WSGIEnvironment) -> bool:
    """Whether nothing about a request asks for more than the lane looks at."""
    length = environ.get("CONTENT_LENGTH") or ""
    return (
        environ["REQUEST_METHOD"] == "POST"
        and not environ.get("QUERY_STRING")
        and "HTTP_IDEMPOTENCY_KEY" not in environ
        and "HTTP_AUTHORIZATION" in environ
        and environ.get("CONTENT_TYPE") == "application/json"
        and _LENGTH.fullmatch(length) is not None
        and int(length) <= BODY_LIMIT
        and _is_our_host(environ.get("HTTP_HOST", ""))
        and (_is_secure(environ) or not settings.SECURE_SSL_REDIRECT)
    )


@lru_cache(maxsize=256)
def _is_our_host(host: str) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _is_secure(environ: WSGIEnvironment) -> bool:
    """Whether a request came over HTTPS, to us or to the proxy before us; as Django says it."""
    if settings.SECURE_PROXY_SSL_HEADER:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        if (given := environ.get(name)) is not None:
            return bool(given.split(",")[0].strip() == value)
    return bool(environ["wsgi.url_scheme"] == "https")


def _headers(*, secure: bool) -> list[tuple[str, str]]:
    """Return what the middleware adds to the answer of every play."""
    environ: dict[str, Any] = {"REQUEST_METHOD": "POST", "wsgi.input": BytesIO()}
    environ["wsgi.url_scheme"] = "https" if secure else "http"
    if secure and settings.SECURE_PROXY_SSL_HEADER:
        name, value = settings.SECURE_PROXY_SSL_HEADER
        environ[name] = value
    request = WSGIRequest(environ)
    answer = HttpResponse(status=201, content_type="application/json", headers=PRIVATE)
    for middleware in (XFrameOptionsMiddleware, SecurityMiddleware):
        middleware(lambda _: HttpResponse()).process_response(request, answer)
    return [*CorsMiddleware(lambda _: answer)(request).items()]
