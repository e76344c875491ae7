"""The standings of a league, as JSON or as a spreadsheet, now or at any past moment."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from api.body import read_query
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import Endpoint, found
from api.problems import Place, Problem
from api.v1 import league_examples as examples
from api.v1.league_inputs import StandingsQuery
from api.v1.league_shapes import StandingsShape
from api.v1.scoresheet import CSV, accepts_csv
from games.leagues.selectors.standings import Moment, standings, standings_csv


class Standings(Endpoint):
    """The standings of a league."""

    @described(
        Call(
            id="see_standings",
            summary="See a league's standings",
            answers=[
                Answer(200, "The standings.", StandingsShape, examples.STANDINGS),
                Answer(
                    200,
                    "A line for each entrant, as a spreadsheet reads it (RFC 4180).",
                    {"type": "string"},
                    examples.STANDINGS_CSV,
                    CSV,
                ),
            ],
            query=StandingsQuery,
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, league: UUID) -> HttpResponseBase:
        """Return places, sums and means, exact, with what decided between equal ones.

        `at` or `time` asks for a past moment. As CSV with `format=csv` or `Accept: text/csv`.
        """
        query = read_query(StandingsQuery, request)
        if "at" in query and "time" in query:
            place = Place("time", "invalid", "either `at` or `time`")
            raise Problem(Code.INVALID_QUERY, errors=[place])
        moment = Moment(query.get("at"), query.get("time"))
        asked = query.get("format")
        if asked != "csv" and not (asked is None and accepts_csv(request)):
            return found(standings(league, moment))
        text = standings_csv(league, moment)
        if text is None:
            raise Http404
        headers = {
            "Cache-Control": "no-cache",
            "Content-Disposition": f'attachment; filename="{league}.csv"',
        }
        return HttpResponse(text, content_type=f"{CSV}; charset=utf-8", headers=headers)
