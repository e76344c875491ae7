"""Joining a club by an invitation: signed in, by signing in, or with a new account."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from api.calls import call
from api.club_auth import managing_account
from api.issuing import join_by_password, join_with_new_account
from api.pages.people.club_forms import JoinForm, JoinSignInForm, JoinSignUpForm
from api.pages.people.forms import PeopleForm, Refusal, attempt, private, see
from api.pages.people.session import account_of, as_call, keep_token, session_terms, signed_in
from api.pages.views import page
from api.throttling import throttle_guess, throttle_new_account
from games.selectors.accounts import account_summary
from games.selectors.clubs import club_summary
from games.services.clubs import join_club

_FORMS: Final[dict[str, type[PeopleForm]]] = {
    "join": JoinForm,
    "sign-in": JoinSignInForm,
    "sign-up": JoinSignUpForm,
}


@sensitive_post_parameters()
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, club: UUID) -> HttpResponse:
    """Ask for an invitation, which a script takes out of the link; let its bearer join.

    Raises Http404.
    """
    if club_summary(club) is None:
        raise Http404
    is_in = signed_in(request) is not None
    act = request.POST.get("act", "")
    if act == "join" and is_in:
        return _join(request, club)
    if act in {"sign-in", "sign-up"} and not is_in:
        return _come_in(request, club, act)
    return _show(request, club)


def _show(request: HttpRequest, club: UUID, refusal: Refusal | None = None) -> HttpResponse:
    credential = signed_in(request)
    forms = {name.replace("-", "_"): kind(name=name) for name, kind in _FORMS.items()}
    if refusal is not None:
        forms[refusal.form.act.replace("-", "_")] = refusal.form
    context = {
        "here": "leagues",
        "club": club_summary(club),
        "account": None if credential is None else account_summary(account_of(credential)),
        **forms,
    }
    return private(page(request, "join", context), refusal)


def _join(request: HttpRequest, club: UUID) -> HttpResponse:
    asked = as_call(request, signed_in(request))
    account = managing_account(asked)
    form = JoinForm(request.POST, name="join")

    def work() -> HttpResponse:
        secret = form.cleaned_data["invitation"]
        call(join_club, club, account, secret=secret, now=timezone.now())
        return see(f"/clubs/{club}?done=joined")

    done = attempt(form, work)
    return _show(request, club, done) if isinstance(done, Refusal) else done


def _come_in(request: HttpRequest, club: UUID, act: str) -> HttpResponse:
    """Join with the account of a name and a password, or a new one, and be signed in."""
    asked = as_call(request, None)
    form = _FORMS[act](request.POST, name=act)

    def work() -> HttpResponse:
        given, now = form.cleaned_data, timezone.now()
        if act == "sign-up":
            throttle_new_account(asked)
        else:
            throttle_guess(asked, given["name"])
        made = call(
            join_with_new_account if act == "sign-up" else join_by_password,
            club,
            given["name"],
            given["password"],
            secret=given["invitation"],
            terms=session_terms(now=now),
            now=now,
        )
        answer = see(f"/clubs/{club}?done=joined")
        keep_token(request, answer, made.token)
        return answer

    done = attempt(form, work)
    return _show(request, club, done) if isinstance(done, Refusal) else done
