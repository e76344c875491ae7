"""The director's desk: plain forms, each an act of the API, by the same rights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from api.codes import Code
from api.errors import KINDS
from api.league_rights import require_league_director, require_league_scorer
from api.pages.leagues.desk_acts import ACTS, Act
from api.pages.leagues.desk_forms import DeskForm
from api.pages.leagues.desk_room import acts_of, desk_room, is_offered, open_games
from api.pages.leagues.guest_links import (
    LINKS,
    LinksForm,
    guest_links,
    guests_seats,
    plays_itself,
)
from api.pages.leagues.season import heading, known_league, told_events
from api.pages.leagues.signed_in import (
    COOKIE,
    forget_token,
    keep_token,
    may_direct,
    may_score,
    signed_in,
)
from api.pages.people import session
from api.pages.people.session import as_call, read_token
from api.pages.views import page
from api.policy import Credential
from api.problems import Problem, problem_of
from api.repeats import body_digest, done_once
from deals.fairness.integers import parse_integer
from games.leagues.movements.errors import TooFewToSeat
from games.leagues.selectors.leagues import last_seq
from games.leagues.selectors.rounds import rounds_of
from games.leagues.services.errors import LeagueRefused
from games.leagues.services.locked import Decision
from games.tasks import wake

_SIGN_IN: Final = "sign-in"
_SIGN_OUT: Final = "sign-out"
_SHOWN: Final = 15
_AGAIN: Final = frozenset({Code.ALREADY_SHOWN, Code.STILL_RUNNING})
"""What says that a form was sent twice: it is done once."""


@dataclass(frozen=True)
class _Refused:
    """An act that was refused: its form as it was filled in, and why."""

    act: str
    form: DeskForm
    problem: Problem | None = None


@sensitive_post_parameters("token")
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, league: UUID) -> HttpResponse:
    """Show the desk to who directs the league, and do what a form asks. Raises Http404."""
    found = known_league(league)
    credential = signed_in(request)
    if request.method == "POST":
        act = request.POST.get("act", "")
        if act == _SIGN_IN:
            return _sign_in(request, found)
        if act == _SIGN_OUT:
            return _sign_out(league)
        if credential is not None and act in {LINKS, *ACTS}:
            return _do(request, found, credential, act)
    if credential is None or not may_score(credential, _club(found)):
        return _ask_token(request, found, is_refused=credential is not None)
    return _show(request, found, credential)


def _club(found: Mapping[str, object]) -> UUID:
    return UUID(str(found["club"]))


def _ask_token(
    request: HttpRequest, found: Mapping[str, object], *, is_refused: bool
) -> HttpResponse:
    is_account = "token" not in request.POST and session.signed_in(request) is not None
    context = heading(found) | {"is_refused": is_refused, "is_account": is_account}
    return _private(page(request, "desk-key", context), status=403 if is_refused else 200)


def _sign_in(request: HttpRequest, found: Mapping[str, object]) -> HttpResponse:
    as_call(request, None)
    token = request.POST.get("token", "").strip()
    try:
        credential = read_token(token)
    except Problem:
        return _ask_token(request, found, is_refused=True)
    if not may_score(credential, _club(found)):
        return _ask_token(request, found, is_refused=True)
    answer = _see_desk(UUID(str(found["id"])))
    keep_token(answer, token)
    return answer


def _sign_out(league: UUID) -> HttpResponse:
    answer = _see_desk(league)
    forget_token(answer)
    return answer


def _do(
    request: HttpRequest, found: Mapping[str, object], credential: Credential, name: str
) -> HttpResponse:
    """Do what a form asks, once; show the desk again when it is refused."""
    asked = as_call(request, credential)
    if name == LINKS:
        return guest_links(request, asked, found)
    league, act = UUID(str(found["id"])), ACTS[name]
    allowed = require_league_scorer if act.scorer_may else require_league_director
    by = allowed(asked, league=league)
    form = act.form(desk_room(request, league, credential), request.POST, name=name)
    if not form.is_valid():
        return _show(request, found, credential, refused=_Refused(name, form))

    def work() -> HttpResponse:
        wake(act.perform(league, form, Decision(by, form.cleaned_data.get("reason", ""))))
        return _see_desk(league, done=last_seq(league))

    try:
        key, sent = form.cleaned_data["key"], body_digest(sorted(request.POST.lists()))
        return cast("HttpResponse", done_once(asked, work, key=key, body=sent) if key else work())
    except (Problem, LeagueRefused, TooFewToSeat) as error:
        problem = cast("Problem", problem_of(error))
        if problem.code in _AGAIN:
            return _see_desk(league, done=last_seq(league))
        return _show(request, found, credential, refused=_Refused(name, form, problem))


def _see_desk(league: UUID, *, done: int | None = None) -> HttpResponse:
    """Lead the browser to the desk: what it reloads there does nothing again."""
    query = "" if done is None else f"?done={done}"
    return _private(HttpResponseRedirect(f"/desk/{league}{query}"), status=303)


def _show(
    request: HttpRequest,
    found: Mapping[str, object],
    credential: Credential,
    *,
    refused: _Refused | None = None,
) -> HttpResponse:
    league = UUID(str(found["id"]))
    found = known_league(league)
    directs = may_direct(credential, _club(found))
    room = desk_room(request, league, credential)
    seq = cast("int", found["seq"])
    context: dict[str, Any] = {
        **heading(found),
        "directs": directs,
        "by_cookie": COOKIE in request.COOKIES,
        "links_shown": request.GET.get("links") == "shown",
        "acts": [
            _shown_act(name, act, act.form(room, None, name=name), refused)
            for name, act in acts_of(found)
            if (directs or act.scorer_may) and is_offered(name, room)
        ],
        "open": open_games(league),
        "counted_round": room.counted_round,
        "rounds": [one["round"] for one in rounds_of(league)],
        "events": told_events(league, after=max(0, seq - _SHOWN), limit=_SHOWN)[::-1],
        "guests": _guests(found, credential) if directs else None,
        "done": _done(request, league),
        "problem": _shown_problem(league, refused),
    }
    status = 200 if refused is None else _status(refused)
    return _private(page(request, "desk", context), status=status)


def _guests(found: Mapping[str, object], credential: Credential) -> dict[str, object] | None:
    """Return the form for guests' links, if any guest sits somewhere."""
    seats = guests_seats(found)
    if not seats:
        return None
    return {"form": LinksForm(seats), "plays_itself": plays_itself(seats, credential)}


def _shown_act(name: str, act: Act, form: DeskForm, refused: _Refused | None) -> dict[str, object]:
    is_refused = refused is not None and refused.act == name
    shown = refused.form if refused is not None and is_refused else form
    return {"name": name, "act": act, "form": shown, "is_refused": is_refused}


def _shown_problem(league: UUID, refused: _Refused | None) -> dict[str, object] | None:
    """Return why an act was refused, for people: with the tables that are still at it."""
    if refused is None:
        return None
    if refused.problem is None:
        return {"title": "Something is missing", "detail": "look at the form below", "act": refused}
    problem = refused.problem
    games = set(cast("list[str]", problem.more.get("games", [])))
    return {
        "title": KINDS[problem.code].title,
        "detail": "; ".join(one.detail for one in problem.errors) or str(problem),
        "code": problem.code,
        "games": [one for one in open_games(league) if one["game"] in games],
        "act": refused,
    }


def _status(refused: _Refused) -> int:
    return 422 if refused.problem is None else KINDS[refused.problem.code].status.value


def _done(request: HttpRequest, league: UUID) -> str:
    """Return what was done, in words, where the address names its event."""
    seq = parse_integer(request.GET.get("done", ""))
    if seq is None or not 1 <= seq < 10**9:
        return ""
    events = told_events(league, after=seq - 1, limit=1)
    return str(events[0]["said"]) if events else ""


def _private(response: HttpResponse, *, status: int) -> HttpResponse:
    response.status_code = status
    response["Cache-Control"] = "private, no-store"
    return response
