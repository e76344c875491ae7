"""Who may direct a league: the directors of its club; its scorers may correct results."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from rest_framework.request import Request

from api.auth import required_credential
from api.codes import Code
from api.policy import Credential, may_direct_club, may_score_club
from api.problems import Problem
from api.relations import role_of
from games.leagues.selectors.leagues import club_of_league


def require_club_director(request: Request, *, club: UUID) -> UUID | None:
    """Let only a club's director pass; the uuid that names him. Raises Problem (401, 403)."""
    credential = required_credential(request)
    if not may_direct_club(credential, club=club, role=role_of(credential, club)):
        raise Problem(Code.FORBIDDEN, "this token does not direct this club's leagues")
    return _name(credential)


def require_league_director(request: Request, *, league: UUID) -> UUID | None:
    """Let only a league's director pass; the uuid that names him.

    Raises Problem (401, 403), Http404.
    """
    required_credential(request)
    return require_club_director(request, club=_club(league))


def require_league_scorer(request: Request, *, league: UUID) -> UUID | None:
    """Let only who may correct a league's results pass; the uuid that names him.

    Raises Problem (401, 403), Http404.
    """
    credential = required_credential(request)
    club = _club(league)
    if not may_score_club(credential, club=club, role=role_of(credential, club)):
        raise Problem(Code.FORBIDDEN, "this token does not keep this league's results")
    return _name(credential)


def _club(league: UUID) -> UUID:
    club = club_of_league(league)
    if club is None:
        raise Http404
    return club


def _name(credential: Credential) -> UUID | None:
    return credential.account or credential.club
