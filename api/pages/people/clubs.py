"""All clubs, those that one is in, and founding one."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from api.calls import call
from api.club_auth import managing_account
from api.pages.people.club_forms import ClubForm
from api.pages.people.forms import AGAIN, Refusal, attempt, once, private, see
from api.pages.people.session import account_of, as_call, signed_in
from api.pages.views import page
from api.pagination import parse_place, place_cursor
from api.policy import Credential
from games.selectors.accounts import account_summary
from games.selectors.clubs import clubs_page
from games.services.clubs import create_club

_LINES = 50


@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: HttpRequest) -> HttpResponse:
    """List clubs, the newest first; found one for who is signed in. Raises Problem (400)."""
    credential = signed_in(request)
    if request.method == "POST" and credential is not None:
        return _found(request, credential)
    return _show(request, credential)


def _show(
    request: HttpRequest, credential: Credential | None, refusal: Refusal | None = None
) -> HttpResponse:
    found, more = clubs_page(after=parse_place(request.GET.get("cursor")), limit=_LINES)
    own = None if credential is None else account_summary(account_of(credential))
    context = {
        "here": "leagues",
        "clubs": found,
        "next": urlencode({"cursor": place_cursor(more)}) if more else None,
        "account": own,
        "form": ClubForm(name="found") if refusal is None else refusal.form,
    }
    answer = page(request, "clubs", context)
    if credential is not None:
        return private(answer, refusal)
    patch_vary_headers(answer, ["Cookie"])
    return answer


def _found(request: HttpRequest, credential: Credential) -> HttpResponse:
    asked = as_call(request, credential)
    owner = managing_account(asked)
    form = ClubForm(request.POST, name="found")

    def work() -> HttpResponse:
        name = form.cleaned_data["name"]
        return see(f"/clubs/{call(create_club, name, owner=owner, now=timezone.now())}")

    done = attempt(form, lambda: once(request, asked, form, work))
    if not isinstance(done, Refusal):
        return done
    if done.problem is not None and done.problem.code in AGAIN:
        return see("/clubs")
    return _show(request, credential, done)
