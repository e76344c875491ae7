"""Adjustments of totals."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import require_director
from api.body import read_body
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import Endpoint
from api.v1 import sheet_examples
from api.v1.acts import act_answer
from api.v1.shapes import ActShape
from api.v1.sheet_inputs import AdjustmentInput
from games.services.adjusting import adjust_total


class Adjustments(Endpoint):
    """The adjustments of a game."""

    @described(
        Call(
            id="adjust_total",
            summary="Add to a seat's total",
            answers=[Answer(201, "The adjustment stands.", ActShape, sheet_examples.ADJUSTED)],
            refuses=[Code.BOARD_SHUT, Code.NOT_FOUND, Code.WRONG_PHASE, Code.BUSY],
            takes=AdjustmentInput,
            example=sheet_examples.ADJUSTMENT,
            token="director",  # noqa: S106 - whose token, no secret
            more={Code.WRONG_PHASE: {"phase": "over"}},
        )
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Add points to a seat's total at once, as the director.

        Between hands the end rule is asked afresh: the game may be over, or open again.
        """
        director = require_director(request, game=game)
        body = read_body(AdjustmentInput, request)
        act = call(
            adjust_total,
            game,
            body["seat"],
            body["points"],
            reason=body["reason"],
            now=timezone.now(),
            director=director,
        )
        return act_answer(act, status=201)
