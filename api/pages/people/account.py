"""One's own account: signing up and in, name, password, tables, tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from api.auth import require_seat
from api.calls import call
from api.codes import Code
from api.pages.people.account_forms import (
    KeyForm,
    PasswordForm,
    SeatForm,
    SignInForm,
    SignUpForm,
    TokenForm,
)
from api.pages.people.forms import Refusal, attempt, private, see
from api.pages.people.made_tokens import make_token
from api.pages.people.session import (
    account_of,
    as_call,
    forget_token,
    keep_token,
    own_place,
    session_terms,
    signed_in,
)
from api.pages.people.shown_tokens import told_tokens
from api.pages.seat_links import seat_link
from api.pages.views import page
from api.policy import Credential, Kind, Scope, may_manage_account, may_revoke_own
from api.problems import Problem
from api.terms import terms_of
from api.throttling import throttle_guess, throttle_new_account
from api.tokens import (
    Bearer,
    bearer_of,
    bearer_of_token,
    issue_token,
    issue_with_account,
    replace_password,
    revoke_token,
)
from games.leagues.selectors.seats import open_seats_of
from games.selectors.accounts import account_summary
from games.services.accounts import account_of_password

_HOME: Final = "/account"
_SEAT_LASTS: Final = timedelta(days=14)
_DONE: Final = MappingProxyType(
    {
        "password": "The new password counts from now on; everywhere else you are signed out.",
        "revoked": "The token is revoked.",
    }
)
"""What the address says was done."""


@sensitive_post_parameters()
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show who is signed in his account, others the way in; do what a form asks."""
    credential = signed_in(request)
    act = request.POST.get("act", "")
    if credential is None:
        outside = _OUTSIDE.get(act)
        return _show_door(request) if outside is None else outside(request)
    inside = _INSIDE.get(act)
    return _show(request, credential) if inside is None else inside(request, credential)


def _show_door(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    known = {"next": request.GET.get("next", "")}
    context: dict[str, object] = {
        "here": "account",
        "sign_in": SignInForm(name="sign-in", known=known),
        "sign_up": SignUpForm(name="sign-up", known=known),
    }
    if refusal is not None:
        context[refusal.form.act.replace("-", "_")] = refusal.form
    return private(page(request, "account-door", context), refusal)


def _sign_in(request: HttpRequest) -> HttpResponse:
    asked = as_call(request, None)
    form = SignInForm(request.POST, name="sign-in")

    def work() -> HttpResponse:
        given = form.cleaned_data
        throttle_guess(asked, given["name"])
        now = timezone.now()
        found = call(account_of_password, given["name"], given["password"])
        bearer = Bearer(Kind.ACCOUNT, account=found)
        made = call(issue_token, bearer, session_terms(now=now), now=now)
        return _enter(request, given["next"], made.token)

    done = attempt(form, work)
    return _show_door(request, done) if isinstance(done, Refusal) else done


def _sign_up(request: HttpRequest) -> HttpResponse:
    asked = as_call(request, None)
    form = SignUpForm(request.POST, name="sign-up")

    def work() -> HttpResponse:
        given = form.cleaned_data
        throttle_new_account(asked)
        now = timezone.now()
        terms = session_terms(now=now)
        made = call(issue_with_account, given["name"], given["password"], terms, now=now)
        return _enter(request, given["next"], made.token)

    done = attempt(form, work)
    return _show_door(request, done) if isinstance(done, Refusal) else done


def _enter(request: HttpRequest, place: str, token: str) -> HttpResponse:
    answer = see(own_place(place, otherwise=_HOME))
    keep_token(request, answer, token)
    return answer


def _sign_out(request: HttpRequest, credential: Credential) -> HttpResponse:  # noqa: ARG001 - an act
    """End the token that the browser keeps, and let the browser forget it."""
    call(revoke_token, credential.token)
    answer = see(_HOME)
    forget_token(answer)
    return answer


def _show(
    request: HttpRequest,
    credential: Credential,
    refusal: Refusal | None = None,
    *,
    new_token: Mapping[str, object] | None = None,
) -> HttpResponse:
    account = account_of(credential)
    known = {"days": 90, "scopes": [Scope.READ, Scope.PLAY]}
    context: dict[str, object] = {
        "here": "account",
        "account": account_summary(account),
        "seats": open_seats_of(account),
        "here_by": str(credential.token),
        "new_token": new_token,
        "change_password": PasswordForm(name="change-password"),
        "make_token": TokenForm(name="make-token", known=known),
        "done": _DONE.get(request.GET.get("done", "")),
        "action": _HOME,
        **told_tokens(bearer_of(credential), cursor=request.GET.get("cursor")),
    }
    if refusal is not None:
        context[refusal.form.act.replace("-", "_")] = refusal.form
    return private(page(request, "account", context), refusal)


def _change_password(request: HttpRequest, credential: Credential) -> HttpResponse:
    asked = as_call(request, credential)
    form = PasswordForm(request.POST, name="change-password")
    if not may_manage_account(credential, account_of(credential)):
        raise Problem(Code.FORBIDDEN, "this token does not manage the account")

    def work() -> HttpResponse:
        given = form.cleaned_data
        throttle_guess(asked, str(credential.account))
        call(replace_password, credential, given["old"], new=given["password"])
        return see(f"{_HOME}?done=password")

    done = attempt(form, work)
    return _show(request, credential, done) if isinstance(done, Refusal) else done


def _make_token(request: HttpRequest, credential: Credential) -> HttpResponse:
    """Make a token for who knows the password, as the API does for a name and a password."""
    asked = as_call(request, credential)
    form = TokenForm(request.POST, name="make-token")
    account = account_of(credential)

    def work() -> HttpResponse:
        bearer = Bearer(Kind.ACCOUNT, account=account)
        made = make_token(form, bearer, asked=asked, account=account)
        return _show(request, credential, new_token=made)

    done = attempt(form, work)
    return _show(request, credential, done) if isinstance(done, Refusal) else done


def _revoke(request: HttpRequest, credential: Credential) -> HttpResponse:
    as_call(request, credential)
    form = KeyForm(request.POST, name="revoke")
    token = form.cleaned_data["id"] if form.is_valid() else None
    if token is None or bearer_of_token(token) != bearer_of(credential):
        raise Http404  # Whose it is, or whether it is there, is nobody else's business.
    if not may_revoke_own(credential, token):
        raise Problem(Code.FORBIDDEN, "ending another token needs the scope manage")
    if token == credential.token:
        return _sign_out(request, credential)
    call(revoke_token, token)
    return see(f"{_HOME}?done=revoked#tokens")


def _sit(request: HttpRequest, credential: Credential) -> HttpResponse:
    """Lead to the own table with a token of the seat; what stands after # no server is sent."""
    asked = as_call(request, credential)
    form = SeatForm(request.POST, name="sit")
    if not form.is_valid():
        raise Http404
    game: UUID = form.cleaned_data["game"]
    seat: int = form.cleaned_data["seat"]
    require_seat(asked, game=game, seat=seat)
    now = timezone.now()
    terms = terms_of({"expires": now + _SEAT_LASTS}, scopes=frozenset(), until=None, now=now)
    made = call(issue_token, Bearer(Kind.SEAT, game=game, seat=seat), terms, now=now)
    place = {"league": form.cleaned_data["league"], "number": form.cleaned_data["round"]}
    return see(seat_link(game, seat, made.token, **place))


_OUTSIDE: Final[Mapping[str, Callable[[HttpRequest], HttpResponse]]] = MappingProxyType(
    {"sign-in": _sign_in, "sign-up": _sign_up}
)
_INSIDE: Final[Mapping[str, Callable[[HttpRequest, Credential], HttpResponse]]] = MappingProxyType(
    {
        "sign-out": _sign_out,
        "change-password": _change_password,
        "make-token": _make_token,
        "revoke": _revoke,
        "sit": _sit,
    }
)
