"""Passes."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import own_seat
from api.body import read_body
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import Endpoint
from api.problems import Problem
from api.v1 import examples
from api.v1.acts import act_answer
from api.v1.inputs import PassInput
from api.v1.shapes import PassShape
from deals.cards.errors import RepeatedCard
from games.rules.errors import WrongPassCount
from games.services.passing import record_pass


class Passes(Endpoint):
    """The passes of a game."""

    @described(
        Call(
            id="pass_cards",
            summary="Pass cards",
            answers=[Answer(201, "The pass stands.", PassShape, examples.PASS)],
            refuses=[
                Code.NOT_FOUND,
                Code.WRONG_PHASE,
                Code.ALREADY_PASSED,
                Code.SEAT_SUBSTITUTED,
                Code.ILLEGAL_PASS,
                Code.BUSY,
            ],
            takes=PassInput,
            example={"cards": ["QH", "AH", "KS"]},
            token="seat",  # noqa: S106 - whose token, no secret
            more={
                Code.WRONG_PHASE: {"phase": "playing"},
                Code.ILLEGAL_PASS: {"rule": "pass_count"},
            },
        )
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Give cards for the token's seat; with the last seat's, all are exchanged.

        The chain shows a salted hash. The answer holds what opens it, for this seat only.
        """
        seat = own_seat(request, game=game)
        body = read_body(PassInput, request)
        try:
            act = call(record_pass, game, seat, body["cards"], now=timezone.now())
        except RepeatedCard as error:
            more = {"rule": WrongPassCount.rule}
            raise Problem(Code.ILLEGAL_PASS, str(error), more=more) from error
        return act_answer(act, status=201)
