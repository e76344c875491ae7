"""Tokens: further ones, one's own, and their end."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import required_credential
from api.body import read_body, read_query
from api.calls import call
from api.club_auth import require_owner
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint
from api.pagination import parse_place, place_cursor
from api.policy import SCOPES_OF_CLUBS, Credential, Kind, may_issue, may_revoke_own
from api.problems import Place, Problem
from api.terms import LONGEST, terms_of, within
from api.throttling import throttle_guess
from api.tokens import (
    ALL_SCOPES,
    Bearer,
    Issued,
    Terms,
    bearer_of,
    bearer_of_token,
    issue_token,
    revoke_token,
    tokens_page,
)
from api.v1 import club_examples as examples
from api.v1.club_inputs import ClubTokenInput, TokenInput
from api.v1.club_shapes import NewTokenShape, TokenShape, TokensShape
from api.v1.inputs import PageQuery
from games.services.accounts import account_of_password


class Tokens(Endpoint):
    """Your tokens."""

    @described(
        Call(
            id="list_tokens",
            summary="List your tokens",
            answers=[Answer(200, "A page of tokens.", TokensShape, examples.TOKENS)],
            query=PageQuery,
            token="any",  # noqa: S106 - whose token, no secret
        )
    )
    def get(self, request: Request) -> Response:
        """Return the tokens that speak for whoever yours speaks for, never the secrets."""
        return _page(request, bearer_of(required_credential(request)))

    @described(
        Call(
            id="create_token",
            summary="Make a token",
            answers=[Answer(201, "Shown this once.", NewTokenShape, examples.NEW_TOKEN)],
            refuses=[
                Code.TOKEN_NEEDED,
                Code.FORBIDDEN,
                Code.WRONG_PASSWORD,
                Code.BUSY,
            ],
            takes=TokenInput,
            example={"name": "anna", "password": examples.PASSWORD, "scopes": ["read", "play"]},
            shows_once=True,
        )
    )
    def post(self, request: Request) -> Response:
        """Make a token for an account by name and password, or a further one by a token.

        A further one is for whoever the request's token speaks for, may no more than that, and
        lasts no longer; an account's needs the scope `manage` for it. Few tries at a password are
        allowed, for each name and each address.
        """
        body = read_body(TokenInput, request)
        now = timezone.now()
        made = _by_password(request, body, now=now) or _further(request, body, now=now)
        return _answer(made)


class OneToken(Endpoint):
    """A token."""

    @described(
        Call(
            id="revoke_token",
            summary="Revoke a token",
            answers=[Answer(200, "What it was.", TokenShape, examples.TOKEN_ROW)],
            refuses=[Code.NOT_FOUND],
            token="any",  # noqa: S106 - whose token, no secret
        )
    )
    def delete(self, request: Request, token: UUID) -> Response:
        """End a token at once: the one you use, another of yours, or as an owner your club's."""
        credential = required_credential(request)
        bearer = bearer_of_token(token)
        if bearer is not None and bearer.kind == Kind.CLUB and bearer.club is not None:
            if token != credential.token:
                require_owner(request, club=bearer.club)
        elif bearer is None or bearer != bearer_of(credential):
            raise Http404  # Whose it is, or whether it is there, is nobody else's business.
        elif not may_revoke_own(credential, token):
            raise Problem(Code.FORBIDDEN, "ending another token needs the scope manage")
        return Response(call(revoke_token, token), headers=PRIVATE)


class TokensOfClub(Endpoint):
    """A club's tokens."""

    @described(
        Call(
            id="list_tokens_of_club",
            summary="List a club's tokens",
            answers=[Answer(200, "A page of tokens.", TokensShape, examples.CLUB_TOKENS)],
            refuses=[Code.NOT_FOUND],
            query=PageQuery,
            token="owner",  # noqa: S106 - whose token, no secret
        )
    )
    def get(self, request: Request, club: UUID) -> Response:
        """Return the tokens that speak for a club; never the tokens themselves."""
        require_owner(request, club=club)
        return _page(request, Bearer(Kind.CLUB, club=club))

    @described(
        Call(
            id="create_token_of_club",
            summary="Make a token for a club's own software",
            answers=[Answer(201, "Shown this once.", NewTokenShape, examples.CLUB_TOKEN)],
            refuses=[Code.NOT_FOUND, Code.BUSY],
            takes=ClubTokenInput,
            example={"scopes": ["read", "score"], "label": "the table by the window"},
            token="owner",  # noqa: S106 - whose token, no secret
            shows_once=True,
        )
    )
    def post(self, request: Request, club: UUID) -> Response:
        """Make a token that speaks for the club itself, whoever its members are.

        With `direct` it may do what the club's directors may, with `score` what its scorers may.
        """
        require_owner(request, club=club)
        body = read_body(ClubTokenInput, request)
        now = timezone.now()
        until = required_credential(request).expires
        terms = terms_of(body, scopes=SCOPES_OF_CLUBS, until=until, now=now)
        return _answer(call(issue_token, Bearer(Kind.CLUB, club=club), terms, now=now))


def _by_password(request: Request, body: dict[str, Any], *, now: datetime) -> Issued | None:
    """Make a token for a name and its password; None when the body has none. Raises Problem."""
    named = [name for name in ("name", "password") if name in body]
    if not named:
        return None
    if len(named) == 1:
        place = "/password" if named == ["name"] else "/name"
        detail = "name and password come together"
        raise Problem(Code.INVALID_BODY, errors=[Place(place, "required", detail)])
    throttle_guess(request, body["name"])
    account = call(account_of_password, body["name"], body["password"])
    terms = terms_of(body, scopes=ALL_SCOPES, until=None, now=now)
    return call(issue_token, Bearer(Kind.ACCOUNT, account=account), terms, now=now)


def _further(request: Request, body: dict[str, Any], *, now: datetime) -> Issued:
    """Make a further token for the bearer of the request's. Raises Problem (401, 403, 422)."""
    credential = required_credential(request)
    terms = _terms(credential, body, now=now)
    if not may_issue(credential, scopes=terms.scopes, expires=terms.expires):
        detail = "a token makes others that may no more, and last no longer, than itself"
        raise Problem(Code.FORBIDDEN, detail)
    return call(issue_token, bearer_of(credential), terms, now=now)


def _terms(credential: Credential, body: dict[str, Any], *, now: datetime) -> Terms:
    until = credential.expires
    if credential.kind in {Kind.ACCOUNT, Kind.CLUB}:
        return terms_of(body, scopes=credential.scopes, until=until, now=now)
    if "scopes" in body:
        place = Place("/scopes", "unknown", "a token of a seat or a creator has no scopes")
        raise Problem(Code.INVALID_BODY, errors=[place])
    expires = body.get("expires", until)
    if expires is not None:
        expires = within(expires, now=now, most=LONGEST)
    return Terms(frozenset(), expires, body.get("label", ""))


def _page(request: Request, bearer: Bearer) -> Response:
    query = read_query(PageQuery, request)
    after = parse_place(query.get("cursor"))
    tokens, more = tokens_page(bearer, after=after, limit=query["limit"])
    return Response({"tokens": tokens, "next": place_cursor(more)}, headers=PRIVATE)


def _answer(made: Issued) -> Response:
    place = {"Location": f"/api/v1/tokens/{made.row['id']}"}
    return Response(made.row | {"token": made.token}, status=201, headers=PRIVATE | place)
