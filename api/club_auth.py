"""What a token is needed for at a club."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from rest_framework.request import Request

from api.auth import required_credential
from api.codes import Code
from api.policy import may_manage_account, may_manage_club, may_see_members
from api.problems import Problem
from api.relations import role_of
from games.selectors.clubs import club_summary


def require_member(request: Request, *, club: UUID) -> None:
    """Let only members pass, and the club's own tokens. Raises Problem (401, 403), Http404."""
    credential = required_credential(request)
    if club_summary(club) is None:
        raise Http404
    if not may_see_members(credential, club=club, role=role_of(credential, club)):
        raise Problem(Code.FORBIDDEN, "this is for the club's members")


def require_owner(request: Request, *, club: UUID) -> None:
    """Let only owners pass, with a token that may manage. Raises Problem (401, 403), Http404."""
    credential = required_credential(request)
    if club_summary(club) is None:
        raise Http404
    if not may_manage_club(credential, role=role_of(credential, club)):
        raise Problem(Code.FORBIDDEN, "this is for the club's owners, with the scope manage")


def require_self(request: Request, *, account: UUID) -> None:
    """Let only the account itself pass, with a token that may manage. Raises Problem (401, 403)."""
    if not may_manage_account(required_credential(request), account):
        raise Problem(Code.FORBIDDEN, "this is for the account itself, with the scope manage")


def managing_account(request: Request) -> UUID:
    """Return the account of a token that may manage. Raises Problem (401, 403)."""
    credential = required_credential(request)
    if credential.account is None or not may_manage_account(credential, credential.account):
        raise Problem(Code.FORBIDDEN, "this needs an account's token with the scope manage")
    return credential.account
