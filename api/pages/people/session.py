"""Who is signed in: a token of the account in a cookie, for pages alone.

The cookie holds the token itself, and the server keeps nothing else: whoever signs out, or revokes
the token, is out at once. No script reads it (HttpOnly), no other site's form brings it
(SameSite=Lax, and each form carries Django's secret besides), and the API never looks at it. It
comes along when a link of another site is followed, so that an invitation finds who is signed in.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from rest_framework.request import Request

from api.auth import credential_of, invalid_token
from api.calls import call
from api.policy import Credential, Kind
from api.problems import Problem
from api.terms import terms_of
from api.throttling import throttle_call, throttle_guess
from api.tokens import ALL_SCOPES, SHAPE, Terms
from games.selectors.accounts import account_summary
from games.services.accounts import account_of_password

COOKIE: Final = "hearts_account"
LABEL: Final = "signed in by a browser"
_LASTS: Final = timedelta(days=14)


def read_token(token: str) -> Credential:
    """Return what a token speaks for. Raises Problem (401)."""
    if not SHAPE.fullmatch(token):
        raise invalid_token()
    return credential_of(token, now=timezone.now())


def valid_token(token: str | None) -> Credential | None:
    """Return what a cookie's token speaks for; None for one that is not valid any more."""
    try:
        return None if token is None else read_token(token)
    except Problem:
        return None


def signed_in(request: HttpRequest) -> Credential | None:
    """Return the credential of the account that is signed in; None without one."""
    found = valid_token(request.COOKIES.get(COOKIE))
    return found if found is not None and found.kind == Kind.ACCOUNT else None


def account_of(credential: Credential) -> UUID:
    """Return the account that is signed in."""
    if credential.account is None:
        raise invalid_token()
    return credential.account


def session_terms(*, now: datetime) -> Terms:
    """Return the terms of the token that a browser keeps: it may all that the account may."""
    body = {"label": LABEL, "expires": now + _LASTS}
    return terms_of(body, scopes=ALL_SCOPES, until=None, now=now)


def keep_token(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Let the browser keep a token until it is closed; forms get a new secret from now on."""
    rotate_token(request)
    response.set_cookie(
        COOKIE,
        token,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def forget_token(response: HttpResponse) -> None:
    """Let the browser forget the token."""
    response.delete_cookie(COOKIE, samesite="Lax")


def as_call(request: HttpRequest, credential: Credential | None) -> Request:
    """Return a request as the API's rights, caps and repeats read it, once it is throttled.

    Raises Problem (429).
    """
    asked = Request(request)
    asked.auth = credential
    throttle_call(asked)
    return asked


def confirm_password(asked: Request, account: UUID, password: str) -> None:
    """Check that it is the account's owner who sits there, before something long-lived is made.

    Raises Problem (429), WrongPassword.
    """
    name = str((account_summary(account) or {})["name"])
    throttle_guess(asked, name)
    call(account_of_password, name, password)


def own_place(text: str, *, otherwise: str) -> str:
    """Return where to go next: a path of this site and nowhere else."""
    is_path = text.startswith("/") and url_has_allowed_host_and_scheme(text, allowed_hosts=None)
    return text if is_path else otherwise
