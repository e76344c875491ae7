"""A game in numbers, as JSON or as a spreadsheet."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from api.body import read_query
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import Endpoint, found
from api.v1 import sheet_examples
from api.v1.sheet_inputs import SheetQuery
from api.v1.sheet_shapes import ScoresheetShape
from games.selectors.sheets import scoresheet, scoresheet_csv

CSV: Final = "text/csv"


class Scoresheet(Endpoint):
    """The score sheet of a game."""

    @described(
        Call(
            id="see_scoresheet",
            summary="See a game's score sheet",
            answers=[
                Answer(200, "The sheet.", ScoresheetShape, sheet_examples.SCORESHEET),
                Answer(
                    200,
                    "A line for each hand, as a spreadsheet reads it (RFC 4180).",
                    {"type": "string"},
                    sheet_examples.SCORESHEET_CSV,
                    CSV,
                ),
            ],
            query=SheetQuery,
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, game: UUID) -> HttpResponseBase:
        """Return the finished hands with directions, points, running totals and ranks.

        As CSV with `format=csv` or `Accept: text/csv`.
        """
        asked = read_query(SheetQuery, request).get("format")
        if asked != "csv" and not (asked is None and accepts_csv(request)):
            return found(scoresheet(game))
        text = scoresheet_csv(game)
        if text is None:
            raise Http404
        headers = {
            "Cache-Control": "no-cache",
            "Content-Disposition": f'attachment; filename="{game}.csv"',
        }
        return HttpResponse(text, content_type=f"{CSV}; charset=utf-8", headers=headers)


def accepts_csv(request: Request) -> bool:
    """Whether a request asks for CSV by its Accept header."""
    kinds = request.headers.get("Accept", "").lower().split(",")
    return CSV in (kind.partition(";")[0].strip() for kind in kinds)
