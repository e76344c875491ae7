"""A club: its leagues for everybody, its people for them; what its owners do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods
from rest_framework.request import Request

from api.auth import required_credential
from api.calls import call
from api.club_auth import require_owner
from api.pages.people.account_forms import KeyForm
from api.pages.people.club_forms import ROLES, InviteForm, RenameForm, RoleForm, first_error
from api.pages.people.forms import AGAIN, PeopleForm, Refusal, attempt, once, private, see
from api.pages.people.session import account_of, as_call, signed_in
from api.pages.views import page
from api.pagination import parse_place, place_cursor
from api.policy import Credential, Role, may_direct_club, may_manage_account, may_manage_club
from api.policy import may_see_members as may_see
from api.relations import role_of
from api.terms import within
from games.leagues.selectors.leagues import leagues_page
from games.selectors.clubs import club_summary, invitations_page, member_summary, members_page
from games.services.clubs import (
    change_role,
    invite_member,
    remove_member,
    rename_club,
    withdraw_invitation,
)

_LINES: Final = 25
_MEMBERS: Final = 100
_INVITATIONS: Final = 100
_DAYS: Final = 7
_DONE: Final = MappingProxyType(
    {
        "joined": "You are a member now.",
        "role": "The role is changed.",
        "removed": "The membership has ended.",
        "withdrawn": "The invitation is withdrawn.",
        "renamed": "The club has its new name.",
        "invited": "The invitation was made, and its link was shown. If it is lost, withdraw it "
        "below and make another.",
    }
)
"""What the address says was done."""


@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest, club: UUID) -> HttpResponse:
    """Show a club, and do what a form of it asks. Raises Http404, Problem."""
    if club_summary(club) is None:
        raise Http404
    credential = signed_in(request)
    act = _ACTS.get(request.POST.get("act", ""))
    if credential is None or act is None:
        return _show(request, club, credential)
    return act(request, as_call(request, credential), club)


def _show(
    request: HttpRequest,
    club: UUID,
    credential: Credential | None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    after = parse_place(request.GET.get("cursor"))
    leagues, more = leagues_page(club=club, after=after, limit=_LINES)
    context: dict[str, Any] = {
        "here": "leagues",
        "club": club_summary(club),
        "leagues": leagues,
        "next": urlencode({"cursor": place_cursor(more)}) if more else None,
        "account": None,
    }
    if credential is None:
        answer = page(request, "club", context)
        patch_vary_headers(answer, ["Cookie"])
        return answer
    context |= _of_people(request, club, credential)
    if refusal is not None:
        context[refusal.form.act] = refusal.form
        context["wrong"] = {"act": refusal.form.act, "said": first_error(refusal.form)}
    return private(page(request, "club", context), refusal)


def _of_people(request: HttpRequest, club: UUID, credential: Credential) -> dict[str, object]:
    """Return what members see of a club, and its owners."""
    role = role_of(credential, club)
    shown: dict[str, object] = {
        "account": str(account_of(credential)),
        "role": role,
        "directs": may_direct_club(credential, club=club, role=role),
        "done": _DONE.get(request.GET.get("done", "")),
    }
    if may_see(credential, club=club, role=role):
        after = parse_place(request.GET.get("members"))
        members, more = members_page(club, after=after, limit=_MEMBERS)
        cursor = urlencode({"members": place_cursor(more)}) if more else None
        shown |= {"members": members, "more": cursor}
    if may_manage_club(credential, role=role):
        now = timezone.now()
        offers, _ = invitations_page(club, after=None, limit=_INVITATIONS, now=now)
        name = (club_summary(club) or {})["name"]
        shown |= {
            "owns": True,
            "roles": ROLES,
            "invitations": offers,
            "invite": InviteForm(name="invite", known={"days": _DAYS, "role": Role.PLAYER}),
            "rename": RenameForm(name="rename", known={"name": name}),
        }
    return shown


def _invite(request: HttpRequest, asked: Request, club: UUID) -> HttpResponse:
    """Make an invitation, and show its link this once."""
    require_owner(asked, club=club)
    form = InviteForm(request.POST, name="invite")

    def work() -> HttpResponse:
        now = timezone.now()
        lasts = form.lasts()
        expires = within(now + lasts, now=now, most=lasts)
        made = call(invite_member, club, form.cleaned_data["role"], expires=expires, now=now)
        context = {
            "here": "leagues",
            "club": club_summary(club),
            "role": form.cleaned_data["role"],
            "expires": expires,
            "secret": made.secret,
            "link": request.build_absolute_uri(f"/clubs/{club}/join#invitation={made.secret}"),
        }
        return private(page(request, "invitation", context))

    done = attempt(form, lambda: once(request, asked, form, work))
    if not isinstance(done, Refusal):
        return done
    if done.problem is not None and done.problem.code in AGAIN:
        return see(f"/clubs/{club}?done=invited#invitations")
    return _show(request, club, signed_in(request), done)


def _withdraw(request: HttpRequest, asked: Request, club: UUID) -> HttpResponse:
    require_owner(asked, club=club)
    form = _checked(KeyForm(request.POST, name="withdraw"))

    def work() -> HttpResponse:
        call(withdraw_invitation, club, form.cleaned_data["id"])
        return _see(club, "withdrawn")

    return _answer(request, club, attempt(form, work))


def _rename(request: HttpRequest, asked: Request, club: UUID) -> HttpResponse:
    require_owner(asked, club=club)
    form = RenameForm(request.POST, name="rename")

    def work() -> HttpResponse:
        call(rename_club, club, form.cleaned_data["name"])
        return _see(club, "renamed")

    return _answer(request, club, attempt(form, work))


def _change_role(request: HttpRequest, asked: Request, club: UUID) -> HttpResponse:
    require_owner(asked, club=club)
    form = _checked(RoleForm(request.POST, name="change-role"))

    def work() -> HttpResponse:
        call(change_role, club, form.cleaned_data["id"], form.cleaned_data["role"])
        return _see(club, "role")

    return _answer(request, club, attempt(form, work))


def _remove(request: HttpRequest, asked: Request, club: UUID) -> HttpResponse:
    """End a membership: one's own, or as an owner another's."""
    form = _checked(KeyForm(request.POST, name="remove"))
    member: UUID = form.cleaned_data["id"]
    if not may_manage_account(required_credential(asked), member):
        require_owner(asked, club=club)
    if member_summary(club, member) is None:
        raise Http404

    def work() -> HttpResponse:
        call(remove_member, club, member)
        return _see(club, "removed")

    return _answer(request, club, attempt(form, work))


def _checked(form: PeopleForm) -> PeopleForm:
    """Return a form without anything to type in, when it came as it stood on the page."""
    if not form.is_valid():
        raise Http404
    return form


def _see(club: UUID, done: str) -> HttpResponse:
    return see(f"/clubs/{club}?done={done}")


def _answer(request: HttpRequest, club: UUID, done: HttpResponse | Refusal) -> HttpResponse:
    return _show(request, club, signed_in(request), done) if isinstance(done, Refusal) else done


_ACTS: Final[Mapping[str, Callable[[HttpRequest, Request, UUID], HttpResponse]]] = MappingProxyType(
    {
        "invite": _invite,
        "withdraw": _withdraw,
        "rename": _rename,
        "change-role": _change_role,
        "remove": _remove,
    }
)
