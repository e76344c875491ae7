"""Who sits at the desk: whoever is signed in, else a token in a cookie for the desks alone.

A token is for who has no account at hand, as the club's own tablet. The cookie holds the token
itself, until the browser is closed, and the server keeps nothing: a token that is revoked is out at
once. No script reads it (HttpOnly), no other site's form brings it (SameSite=Strict, and each form
carries Django's secret besides), and it is sent to no other address (its path).
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from api.pages.people import session
from api.policy import Credential, may_direct_club, may_score_club
from api.relations import role_of

COOKIE: Final = "hearts_desk"
_PATH: Final = "/desk/"


def signed_in(request: HttpRequest) -> Credential | None:
    """Return the credential of the desk's own cookie, else of the account; None without one."""
    return session.valid_token(request.COOKIES.get(COOKIE)) or session.signed_in(request)


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
