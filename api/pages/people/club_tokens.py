"""Tokens of a club's own software, as of a tablet at a table: its owners make and end them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from rest_framework.request import Request

from api.auth import required_account
from api.calls import call
from api.club_auth import require_owner
from api.pages.people.account_forms import KeyForm
from api.pages.people.club_forms import ClubTokenForm
from api.pages.people.forms import Refusal, attempt, private, see
from api.pages.people.made_tokens import make_token
from api.pages.people.session import as_call, signed_in
from api.pages.people.shown_tokens import told_tokens
from api.pages.views import page
from api.policy import Kind, Scope
from api.tokens import Bearer, bearer_of_token, revoke_token
from games.selectors.clubs import club_summary

_REVOKED: Final = "The token is revoked."


@sensitive_post_parameters()
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def club_tokens(request: HttpRequest, club: UUID) -> HttpResponse:
    """List a club's tokens for its owners, and do what a form asks. Raises Http404, Problem."""
    credential = signed_in(request)
    if credential is None:
        return see(f"/account?next={_path(club)}")
    asked = as_call(request, credential)
    require_owner(asked, club=club)
    match request.POST.get("act"):
        case "make-token":
            return _make(request, asked, club)
        case "revoke":
            return _revoke(request, club)
        case _:
            return _show(request, club)


def _path(club: UUID) -> str:
    return f"/clubs/{club}/tokens"


def _show(
    request: HttpRequest,
    club: UUID,
    refusal: Refusal | None = None,
    *,
    new_token: Mapping[str, object] | None = None,
) -> HttpResponse:
    known = {"days": 90, "scopes": [Scope.READ, Scope.SCORE]}
    context: dict[str, object] = {
        "here": "leagues",
        "club": club_summary(club),
        "action": _path(club),
        "new_token": new_token,
        "form": ClubTokenForm(name="make-token", known=known) if refusal is None else refusal.form,
        "done": _REVOKED if request.GET.get("done") == "revoked" else "",
        **told_tokens(Bearer(Kind.CLUB, club=club), cursor=request.GET.get("cursor")),
    }
    return private(page(request, "club-tokens", context), refusal)


def _make(request: HttpRequest, asked: Request, club: UUID) -> HttpResponse:
    form = ClubTokenForm(request.POST, name="make-token")

    def work() -> HttpResponse:
        bearer = Bearer(Kind.CLUB, club=club)
        made = make_token(form, bearer, asked=asked, account=required_account(asked))
        return _show(request, club, new_token=made)

    done = attempt(form, work)
    return _show(request, club, done) if isinstance(done, Refusal) else done


def _revoke(request: HttpRequest, club: UUID) -> HttpResponse:
    form = KeyForm(request.POST, name="revoke")
    token = form.cleaned_data["id"] if form.is_valid() else None
    if token is None or bearer_of_token(token) != Bearer(Kind.CLUB, club=club):
        raise Http404
    call(revoke_token, token)
    return see(f"{_path(club)}?done=revoked")
