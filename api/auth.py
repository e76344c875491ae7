"""Tokens: issued once, kept as a hash, sent as `Authorization: Bearer`."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from api.codes import Code
from api.models import Token
from api.policy import Credential, may_act, may_ask, may_direct, viewer_of
from api.problems import Problem
from deals.cards.seat import Seat
from games.replay.sight import SPECTATOR, Viewer
from games.selectors.seats import is_played_by_computer
from games.services.creating import CreatedGame, create_game
from games.services.seating import SeatTakenAct, take_seat
from games.services.settling import settle_act
from games.services.sheets import create_sheet

PREFIX: Final = "hearts_"
_TOKEN: Final = re.compile(r"hearts_[A-Za-z0-9_-]{43}")
_CHALLENGE: Final = 'Bearer realm="hearts"'
_USE_IS_NOTED_EVERY: Final = timedelta(hours=1)

# Every request with a token asks this: plain SQL, which costs a quarter of the ORM's time.
_FIND: Final = "SELECT id, game_id, seat, expires, last_used FROM api_token WHERE digest = %s"


@dataclass(frozen=True)
class CreatedWithToken:
    """A new game and its creator's token, shown this once."""

    created: CreatedGame
    token: str


@dataclass(frozen=True)
class TakenWithToken:
    """A taken seat and its token, shown this once."""

    taken: SeatTakenAct
    token: str


class TokenAuthentication(BaseAuthentication):
    """Reads the token of a request; `request.auth` is then its Credential, else None."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Credential] | None:
        """Return the credential of the token. Raises Problem for one that is not valid."""
        given = request.META.get("HTTP_AUTHORIZATION")
        if given is None:
            return None
        scheme, _, token = given.partition(" ")
        if scheme.lower() != "bearer" or not _TOKEN.fullmatch(token):
            raise invalid_token()
        return AnonymousUser(), credential_of(token, now=timezone.now())

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - DRF's face
        """Return the challenge of a 401."""
        return _CHALLENGE


def credential_of(token: str, *, now: datetime) -> Credential:
    """Return what a token speaks for. Raises Problem when it is unknown or has expired."""
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [_digest(token)])
        row = cursor.fetchone()
    if row is None:
        raise invalid_token()
    key, game, seat, expires, last_used = row
    if expires is not None and expires <= now:
        raise invalid_token()
    if last_used is None or now - last_used > _USE_IS_NOTED_EVERY:
        Token.objects.filter(pk=key).update(last_used=now)
    return Credential(game, seat)


def issue_token(game: UUID, seat: Seat | None, *, now: datetime) -> str:
    """Make a token for a seat, or for the creator of a game; only its hash is kept."""
    token = PREFIX + secrets.token_urlsafe(32)
    Token.objects.create(
        digest=_digest(token),
        prefix=token[:12],
        scope=Token.Scope.CREATOR if seat is None else Token.Scope.SEAT,
        game_id=game,
        seat=seat,
        created=now,
    )
    return token


def create_game_with_token(
    rules: object, *, seats: Sequence[str] | None, sources: str, wait: int, now: datetime
) -> CreatedWithToken:
    """Make a game and its creator's token. Raises as `create_game`."""
    created = create_game(rules, seats=seats, sources=sources, wait=wait, now=now)
    return CreatedWithToken(created, issue_token(created.game, None, now=now))


def create_sheet_with_token(
    rules: object, *, players: Sequence[str], wait: int, now: datetime
) -> CreatedWithToken:
    """Begin a sheet and make its scorer's token. Raises as `create_sheet`."""
    created = create_sheet(rules, players=players, wait=wait, now=now)
    return CreatedWithToken(created, issue_token(created.game, None, now=now))


def take_seat_with_token(game: UUID, seat: Seat, *, invite: str, now: datetime) -> TakenWithToken:
    """Seat a person and issue the seat's token, both or neither. Raises as `take_seat`.

    When the signer refuses after that, the deal waits for the sweep; the token is not lost.
    """
    with transaction.atomic():
        taken = take_seat(game, seat, invite=invite, now=now)
        token = issue_token(game, seat, now=now)
    return TakenWithToken(replace(taken, act=settle_act(taken.act, now=now)), token)


def invalid_token() -> Problem:
    """Return the refusal of a token, with the challenge of RFC 6750, section 3."""
    challenge = f'{_CHALLENGE}, error="invalid_token"'
    return Problem(Code.TOKEN_INVALID, headers={"WWW-Authenticate": challenge})


def required_credential(request: Request) -> Credential:
    """Return the credential of a request. Raises Problem (401) when it has none."""
    credential = request.auth
    if not isinstance(credential, Credential):
        raise Problem(Code.TOKEN_NEEDED, headers={"WWW-Authenticate": _CHALLENGE})
    return credential


def require_seat(request: Request, *, game: UUID | None, seat: Seat) -> None:
    """Let only the seat's own token pass. Raises Problem (401, 403)."""
    if not may_act(required_credential(request), game=game, seat=seat):
        raise Problem(Code.FORBIDDEN, "this token does not speak for this seat")


def require_director(request: Request, *, game: UUID | None) -> None:
    """Let only the token of a game's creator pass. Raises Problem (401, 403)."""
    if not may_direct(required_credential(request), game):
        raise Problem(Code.FORBIDDEN, "this token does not speak for the game's creator")


def asking_seat(request: Request, *, game: UUID | None) -> Seat | None:
    """Return the seat of a game that asks, None for its creator. Raises Problem (401, 403)."""
    credential = required_credential(request)
    if not may_ask(credential, game):
        raise Problem(Code.FORBIDDEN, "this token is for another game")
    return credential.seat


def asking_viewer(request: Request, *, game: UUID) -> Viewer:
    """Return as whom a request looks at a game; a seat that a computer player holds is no one's."""
    credential = request.auth if isinstance(request.auth, Credential) else None
    viewer = viewer_of(credential, game)
    if viewer.seat is not None and is_played_by_computer(game, viewer.seat):
        return SPECTATOR
    return viewer


def own_seat(request: Request, *, game: UUID) -> Seat:
    """Return the seat of a game that a request's token speaks for. Raises Problem (401, 403)."""
    credential = required_credential(request)
    if credential.seat is None or not may_act(credential, game=game, seat=credential.seat):
        raise Problem(Code.FORBIDDEN, "this token speaks for no seat of this game")
    return credential.seat


def _digest(token: str) -> bytes:
    return sha256(token.encode("ascii")).digest()
