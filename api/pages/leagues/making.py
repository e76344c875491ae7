"""Making a league of a club, for its directors."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from api.calls import call
from api.league_rights import require_club_director
from api.pages.leagues.making_form import LeagueForm
from api.pages.leagues.signed_in import may_direct
from api.pages.people.forms import AGAIN, Refusal, attempt, once, private, see
from api.pages.people.session import as_call, signed_in
from api.pages.views import page
from games.leagues.services.creating import create_league
from games.selectors.clubs import club_summary

_USUAL = {
    "kind": "cumulative",
    "play": "cards",
    "games": 1,
    "players": "4",
    "preset": "standard",
    "lots": "server",
    "wait": "600",
}


@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def new_league(request: HttpRequest, club: UUID) -> HttpResponse:
    """Ask for the terms of a new league, and make it. Raises Http404, Problem."""
    if club_summary(club) is None:
        raise Http404
    credential = signed_in(request)
    if credential is None:
        return see(f"/account?next=/clubs/{club}/leagues/new")
    if request.method == "POST":
        return _make(request, club)
    return _show(request, club, is_director=may_direct(credential, club))


def _show(
    request: HttpRequest, club: UUID, refusal: Refusal | None = None, *, is_director: bool = True
) -> HttpResponse:
    context = {
        "here": "leagues",
        "club": club_summary(club),
        "is_director": is_director,
        "form": LeagueForm(name="league", known=_USUAL) if refusal is None else refusal.form,
        "is_refused": refusal is not None,
    }
    answer = private(page(request, "league-new", context), refusal)
    if not is_director:
        answer.status_code = 403
    return answer


def _make(request: HttpRequest, club: UUID) -> HttpResponse:
    asked = as_call(request, signed_in(request))
    require_club_director(asked, club=club)
    form = LeagueForm(request.POST, name="league")

    def work() -> HttpResponse:
        return see(f"/desk/{call(create_league, club, form.terms(), now=timezone.now())}")

    done = attempt(form, lambda: once(request, asked, form, work))
    if not isinstance(done, Refusal):
        return done
    if done.problem is not None and done.problem.code in AGAIN:
        return see(f"/clubs/{club}")
    return _show(request, club, done)
