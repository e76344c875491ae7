"""A game under other rules."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api.body import read_body
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import Endpoint, found
from api.v1 import sheet_examples
from api.v1.sheet_inputs import RescoreInput
from api.v1.sheet_shapes import RescoreShape
from games.selectors.rescoring import rescored_game


class Rescore(Endpoint):
    """A count of a game under other rules."""

    @described(
        Call(
            id="rescore_game",
            summary="Count a game under other rules",
            answers=[Answer(200, "What it comes to.", RescoreShape, sheet_examples.RESCORED)],
            refuses=[Code.NOT_FOUND, Code.INVALID_RULES, Code.OTHER_DECK],
            takes=RescoreInput,
            example={"rules": {"preset": "standard", "moon": "subtract"}},
            more={Code.INVALID_RULES: {"setting": "moon"}},
        )
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Return the scores of a game's finished hands under other rules; nothing is altered.

        `forbidden` lists the acts that those rules would have forbidden.
        """
        return found(rescored_game(game, read_body(RescoreInput, request)["rules"]))
