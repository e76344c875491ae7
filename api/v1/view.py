"""The table at any point of a game."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import asking_viewer
from api.body import read_query
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint
from api.v1.inputs import ViewQuery
from api.v1.view_example import VIEW
from api.v1.view_shapes import ViewShape
from games.selectors.views import table_at

_FOR_EVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
_FOR_NOW: Final = {"Cache-Control": "no-cache"}


class ViewOfGame(Endpoint):
    """The table, as whoever asks may see it."""

    @described(
        Call(
            id="see_table",
            summary="See the table at any point",
            answers=[Answer(200, "The table after that line.", ViewShape, VIEW)],
            query=ViewQuery,
            refuses=[Code.NOT_FOUND, Code.TOKEN_INVALID],
        )
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return the table after a line of the chain; what is hidden from you is `"??"`.

        With a seat's token it is the seat's view, else a spectator's. What is open to everybody
        stays as it is for ever and may be cached; anything else may not.
        """
        at = read_query(ViewQuery, request).get("at")
        shown = table_at(game, asking_viewer(request, game=game), at=at)
        if shown is None:
            raise Http404
        headers = PRIVATE if not shown.is_open else _FOR_NOW if at is None else _FOR_EVER
        return Response({"game": str(game), **shown.table}, headers=headers)
