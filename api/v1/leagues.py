"""Leagues: a club's seasons."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.body import read_body, read_query
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.league_rights import require_club_director
from api.pagination import parse_place, place_cursor
from api.v1 import league_examples as examples
from api.v1.league_inputs import LeagueInput, LeaguesQuery
from api.v1.league_shapes import LeagueShape, LeaguesShape
from games.leagues.selectors.leagues import league_summary, leagues_page
from games.leagues.services.creating import create_league
from games.leagues.services.terms import LeagueTerms


class Leagues(Endpoint):
    """All leagues."""

    @described(
        Call(
            id="list_leagues",
            summary="List leagues",
            answers=[Answer(200, "A page of leagues.", LeaguesShape, examples.LEAGUES)],
            query=LeaguesQuery,
        )
    )
    def get(self, request: Request) -> Response:
        """Return leagues, the newest first, in pages."""
        query = read_query(LeaguesQuery, request)
        after = parse_place(query.get("cursor"))
        page, more = leagues_page(club=query.get("club"), after=after, limit=query["limit"])
        return Response({"leagues": page, "next": place_cursor(more)})

    @described(
        Call(
            id="create_league",
            summary="Make a league",
            answers=[Answer(201, "The league.", LeagueShape, examples.LEAGUE)],
            refuses=[Code.INVALID_LEAGUE, Code.INVALID_RULES, Code.BUSY],
            takes=LeagueInput,
            example=examples.LEAGUE_TERMS,
            token="director",  # noqa: S106 - whose token, no secret
            more={Code.INVALID_RULES: {"setting": "moon"}},
        )
    )
    def post(self, request: Request) -> Response:
        """Make a league of a club, as its director.

        `cumulative`: places at each table give points. `swiss`: the same, and tables of four are
        made down the standings. `same-deal`: every table of a round plays the same boards.
        """
        body = read_body(LeagueInput, request)
        require_club_director(request, club=body["club"])
        league = call(create_league, body["club"], _terms(body), now=timezone.now())
        place = {"Location": f"/api/v1/leagues/{league}"}
        return Response(league_summary(league), status=201, headers=PRIVATE | place)


class OneLeague(Endpoint):
    """A league."""

    @described(
        Call(
            id="see_league",
            summary="See a league",
            answers=[Answer(200, "The league.", LeagueShape, examples.LEAGUE)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, league: UUID) -> Response:  # noqa: ARG002 - a view's face
        """Return a league's terms, where it stands, and the movement for its entrants."""
        return found(league_summary(league))


def _terms(body: dict[str, Any]) -> LeagueTerms:
    sources = "server" if body["play"] == "cards" else "-"
    names = ("name", "kind", "rules", "play", "lots", "wait", "games")
    return LeagueTerms(sources=body.get("sources", sources), **{name: body[name] for name in names})
