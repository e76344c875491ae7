"""Who asks: the token of a request, sent as `Authorization: Bearer`, and what it is needed for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from api.codes import Code
from api.models import Token
from api.policy import (
    Credential,
    Kind,
    Relation,
    Scope,
    may_act,
    may_ask,
    may_audit,
    may_direct,
    may_score,
    viewer_of,
)
from api.problems import Problem
from api.relations import relation_to
from api.tokens import SHAPE, token_digest
from deals.cards.seat import Seat
from deals.straight import run
from games.replay.sight import SPECTATOR, Viewer
from games.selectors.seats import is_played_by_computer

MayAsk = Callable[[Credential, Relation], bool]

_CHALLENGE: Final = 'Bearer realm="hearts"'
_USE_IS_NOTED_EVERY: Final = timedelta(hours=1)

# Every request with a token asks this: plain SQL, which costs a quarter of the ORM's time.
_FIND: Final = """
SELECT t.id, t.kind, t.game_id, t.seat, t.account_id, t.club_id, t.scopes, t.expires, t.last_used
FROM api_token t LEFT JOIN games_account a ON a.id = t.account_id
WHERE t.digest = %s AND a.is_active IS NOT FALSE
"""


@dataclass(frozen=True)
class Asker:
    """Who asks for something at a table: its director (or who keeps a sheet), or a seat.

    `name` is the uuid of the account or club that directs; None for the creator's token.
    """

    seat: Seat | None
    directs: bool
    name: UUID | None

    @property
    def by(self) -> Seat | None:
        """The seat that asks; None for the director, who may also hold a seat."""
        return None if self.directs else self.seat


class TokenAuthentication(BaseAuthentication):
    """Reads the token of a request; `request.auth` is then its Credential, else None."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Credential] | None:
        """Return the credential of the token. Raises Problem for one that is not valid."""
        given = request.META.get("HTTP_AUTHORIZATION")
        if given is None:
            return None
        scheme, _, token = given.partition(" ")
        if scheme.lower() != "bearer" or not SHAPE.fullmatch(token):
            raise invalid_token()
        return AnonymousUser(), credential_of(token, now=timezone.now())

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - DRF's face
        """Return the challenge of a 401."""
        return _CHALLENGE


def credential_of(token: str, *, now: datetime) -> Credential:
    """Return what a token speaks for.

    Raises Problem when it is unknown, has expired, or its account was switched off.
    """
    row = run(_FIND, [token_digest(token)]).fetchone()
    if row is None:
        raise invalid_token()
    key, kind, game, seat, account, club, scopes, expires, last_used = row
    if expires is not None and expires <= now:
        raise invalid_token()
    if is_use_to_be_noted(last_used, now=now):
        Token.objects.filter(pk=key).update(last_used=now)
    return Credential(
        token=key,
        kind=Kind(kind),
        game=game,
        seat=seat,
        account=account,
        club=club,
        scopes=frozenset(map(Scope, scopes)),
        expires=expires,
    )


def is_use_to_be_noted(last_used: datetime | None, *, now: datetime) -> bool:
    """Whether a use of a token is to be written down: once an hour is enough."""
    return last_used is None or now - last_used > _USE_IS_NOTED_EVERY


def invalid_token() -> Problem:
    """Return the refusal of a token, with the challenge of RFC 6750, section 3."""
    challenge = f'{_CHALLENGE}, error="invalid_token"'
    return Problem(Code.TOKEN_INVALID, headers={"WWW-Authenticate": challenge})


def token_needed() -> Problem:
    """Return the refusal of a request without a token, with the challenge."""
    return Problem(Code.TOKEN_NEEDED, headers={"WWW-Authenticate": _CHALLENGE})


def given_credential(request: Request) -> Credential | None:
    """Return the credential of a request; None when nobody in particular asks."""
    return request.auth if isinstance(request.auth, Credential) else None


def required_credential(request: Request) -> Credential:
    """Return the credential of a request. Raises Problem (401) when it has none."""
    credential = given_credential(request)
    if credential is None:
        raise token_needed()
    return credential


def required_account(request: Request) -> UUID:
    """Return the account of a request's token. Raises Problem (401, 403) without one."""
    credential = required_credential(request)
    if credential.account is None:
        raise Problem(Code.FORBIDDEN, "this token is of no account")
    return credential.account


def require_seat(request: Request, *, game: UUID, seat: Seat) -> None:
    """Let only who holds a seat pass. Raises Problem (401, 403), Http404."""
    credential = required_credential(request)
    if not may_act(credential, relation_to(game, credential), seat):
        raise Problem(Code.FORBIDDEN, "this token does not speak for this seat")


def asking_viewer(request: Request, *, game: UUID) -> Viewer:
    """Return as whom a request looks at a game; a seat that a computer player holds is no one's.

    Raises Http404.
    """
    credential = given_credential(request)
    if credential is None:
        return SPECTATOR
    viewer = viewer_of(credential, relation_to(game, credential))
    if viewer.seat is not None and is_played_by_computer(game, viewer.seat):
        return SPECTATOR
    return viewer


def own_seat(request: Request, *, game: UUID) -> Seat:
    """Return the seat of a game that a request speaks for. Raises Problem (401, 403), Http404."""
    credential = required_credential(request)
    relation = relation_to(game, credential)
    seat = relation.seat if credential.seat is None else credential.seat
    if seat is None or not may_act(credential, relation, seat):
        raise Problem(Code.FORBIDDEN, "this token speaks for no seat of this game")
    return seat


def require_director(request: Request, *, game: UUID) -> UUID | None:
    """Let only who directs a game pass; the uuid that names him in the chain.

    None is the creator without an account. Raises Problem (401, 403), Http404.
    """
    credential = required_credential(request)
    if not may_direct(credential, relation_to(game, credential)):
        raise Problem(Code.FORBIDDEN, "this token does not direct this game")
    return _name(credential)


def require_scorer(request: Request, *, game: UUID) -> UUID | None:
    """Let only who keeps a sheet pass; the uuid that names him in the chain, as a director's.

    Raises Problem (401, 403), Http404.
    """
    credential = required_credential(request)
    if not may_score(credential, relation_to(game, credential)):
        raise Problem(Code.FORBIDDEN, "this token does not keep this sheet")
    return _name(credential)


def require_auditor(request: Request, *, game: UUID) -> None:
    """Let only those pass whom a game is of. Raises Problem (401, 403), Http404."""
    credential = required_credential(request)
    if not may_audit(credential, relation_to(game, credential)):
        raise Problem(Code.FORBIDDEN, "this token is of another game")


def who_asks(request: Request, *, game: UUID, may: MayAsk = may_ask) -> Asker:
    """Return the seat or the director that asks. Raises Problem (401, 403), Http404."""
    credential = required_credential(request)
    relation = relation_to(game, credential)
    if not may(credential, relation):
        raise Problem(Code.FORBIDDEN, "this token neither sits in this game nor directs it")
    seat = relation.seat if credential.seat is None else credential.seat
    sits = seat is not None and may_act(credential, relation, seat)
    return Asker(
        seat=seat if sits else None,
        directs=may_direct(credential, relation),
        name=_name(credential),
    )


def _name(credential: Credential) -> UUID | None:
    return credential.account or credential.club
