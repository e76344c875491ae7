"""What holds for every answer: other origins may read it, and a refusal is a problem."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from api.problems import answer, problem_of

Next = Callable[[HttpRequest], HttpResponseBase]

_API: Final = "/api/"
_PRIVATE: Final = ("/admin/", "/account", "/clubs", "/desk/")
"""Where a cookie counts: nothing of it is for other origins."""
_METHODS: Final = "GET, HEAD, POST, PUT, DELETE, OPTIONS"
_HEADERS: Final = "Accept, Authorization, Content-Type, Idempotency-Key, X-Request-ID"
_EXPOSED: Final = (
    "Allow, Idempotency-Replayed, Location, Retry-After, WWW-Authenticate, X-Request-ID"
)


class CorsMiddleware:
    """Lets pages of any origin read what is here, errors too.

    No cookie ever counts for the API, so there is nothing that another origin could borrow; where
    one does, at the admin pages, of accounts and clubs, and at the desk, nothing is allowed.
    """

    def __init__(self, get_response: Next) -> None:
        """Keep the rest of the chain."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a preflight; allow other origins to read every other answer."""
        if request.path.startswith(_PRIVATE):
            return self.get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            response: HttpResponseBase = HttpResponse(status=204)
            response["Access-Control-Allow-Methods"] = _METHODS
            response["Access-Control-Allow-Headers"] = _HEADERS
            response["Access-Control-Max-Age"] = "86400"
        else:
            response = self.get_response(request)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = _EXPOSED
        return response


class _OfPages(MiddlewareMixin):
    """Middleware for pages alone: a call of the API is told by its token, and passes as it is."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if request.path.startswith(_API):
            return self.get_response(request)
        return super().__call__(request)


class SessionsOfPages(_OfPages, SessionMiddleware):
    """Sessions."""


class AccountsOfPages(_OfPages, AuthenticationMiddleware):
    """The account of a session."""


class MessagesOfPages(_OfPages, MessageMiddleware):
    """Messages to whoever is logged in."""


class ProblemMiddleware:
    """Turns what views outside of the API raise, the admin pages too, into problems."""

    def __init__(self, get_response: Next) -> None:
        """Keep the rest of the chain."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Hand the request on."""
        return self.get_response(request)

    def process_exception(
        self,
        request: HttpRequest,  # noqa: ARG002 - Django's face
        exception: Exception,
    ) -> HttpResponse | None:
        """Answer what a view raised, unless nobody expected it: then Django reports it."""
        problem = problem_of(exception)
        return None if problem is None else answer(problem)
