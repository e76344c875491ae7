"""Who sits at the desk: a token in a cookie, for the desks alone, until the browser is closed.

The cookie holds the token itself, and the server keeps nothing: a token that is revoked is out at
once. No script reads it (HttpOnly), no other site's form brings it (SameSite=Strict, and each form
carries Django's secret besides), and it is sent to no other address (its path).
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from api.auth import credential_of, invalid_token
from api.policy import Credential, may_direct_club, may_score_club
from api.problems import Problem
from api.relations import role_of
from api.throttling import throttle_call
from api.tokens import SHAPE

COOKIE: Final = "hearts_desk"
_PATH: Final = "/desk/"


def read_token(token: str) -> Credential:
    """Return what a token speaks for. Raises Problem (401)."""
    if not SHAPE.fullmatch(token):
        raise invalid_token()
    return credential_of(token, now=timezone.now())


def signed_in(request: HttpRequest) -> Credential | None:
    """Return the credential that the cookie holds; None without one that is valid still."""
    token = request.COOKIES.get(COOKIE)
    if token is None:
        return None
    try:
        return read_token(token)
    except Problem:
        return None


def keep_token(response: HttpResponse, token: str) -> None:
    """Let the browser keep a token until it is closed."""
    response.set_cookie(
        COOKIE,
        token,
        path=_PATH,
        httponly=True,
        samesite="Strict",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def forget_token(response: HttpResponse) -> None:
    """Let the browser forget the token."""
    response.delete_cookie(COOKIE, path=_PATH, samesite="Strict")


def may_direct(credential: Credential, club: UUID) -> bool:
    """Whether it directs a club's leagues."""
    return may_direct_club(credential, club=club, role=role_of(credential, club))


def may_score(credential: Credential, club: UUID) -> bool:
    """Whether it may correct results of a club's leagues."""
    return may_score_club(credential, club=club, role=role_of(credential, club))


def as_call(request: HttpRequest, credential: Credential | None) -> Request:
    """Return a request as the API's rights, caps and repeats read it, once it is throttled.

    Raises Problem (429).
    """
    asked = Request(request)
    asked.auth = credential
    throttle_call(asked)
    return asked
