"""Clubs."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import required_account
from api.body import read_body, read_query
from api.calls import call
from api.club_auth import managing_account, require_owner
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.pagination import parse_place, place_cursor
from api.problems import Problem
from api.v1 import club_examples as examples
from api.v1.club_inputs import ClubInput, ClubsQuery
from api.v1.club_shapes import ClubShape, ClubsShape
from games.selectors.clubs import club_summary, clubs_page
from games.services.clubs import create_club, rename_club


class Clubs(Endpoint):
    """All clubs."""

    @described(
        Call(
            id="list_clubs",
            summary="List clubs",
            answers=[Answer(200, "A page of clubs.", ClubsShape, examples.CLUBS)],
            refuses=[Code.TOKEN_NEEDED, Code.FORBIDDEN],
            query=ClubsQuery,
        )
    )
    def get(self, request: Request) -> Response:
        """Return clubs, the newest first, in pages; with `member` those that you are in."""
        query = read_query(ClubsQuery, request)
        member = query.get("member")
        if member is not None and required_account(request) != member:
            raise Problem(Code.FORBIDDEN, "who is in a club is for its members")
        after = parse_place(query.get("cursor"))
        clubs, more = clubs_page(after=after, limit=query["limit"], member=member)
        return Response({"clubs": clubs, "next": place_cursor(more)}, headers=PRIVATE)

    @described(
        Call(
            id="create_club",
            summary="Found a club",
            answers=[Answer(201, "You own it.", ClubShape, examples.CLUB)],
            refuses=[Code.INVALID_NAME, Code.BUSY],
            takes=ClubInput,
            example={"name": "Queen of Spades"},
            token="account",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request) -> Response:
        """Found a club; your account is its first owner. Needs the scope `manage`."""
        account = managing_account(request)
        body = read_body(ClubInput, request)
        club = call(create_club, body["name"], owner=account, now=timezone.now())
        place = {"Location": f"/api/v1/clubs/{club}"}
        return Response(club_summary(club), status=201, headers=place)


class OneClub(Endpoint):
    """A club."""

    @described(
        Call(
            id="see_club",
            summary="See a club",
            answers=[Answer(200, "The club.", ClubShape, examples.CLUB)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, club: UUID) -> Response:  # noqa: ARG002 - a view's face
        """Return a club as everybody may see it; its members are for members only."""
        return found(club_summary(club))

    @described(
        Call(
            id="rename_club",
            summary="Rename a club",
            answers=[Answer(200, "The club.", ClubShape, examples.CLUB)],
            refuses=[Code.NOT_FOUND, Code.INVALID_NAME, Code.BUSY],
            takes=ClubInput,
            example={"name": "Queen of Spades"},
            token="owner",  # noqa: S106 - whose token, no secret
        )
    )
    def put(self, request: Request, club: UUID) -> Response:
        """Give a club another name, as an owner."""
        require_owner(request, club=club)
        call(rename_club, club, read_body(ClubInput, request)["name"])
        return found(club_summary(club))
