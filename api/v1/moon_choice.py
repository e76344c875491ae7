"""The shooter's choice under `moon` `choice`."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import who_asks
from api.body import read_body
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint
from api.policy import may_answer
from api.problems import Problem
from api.v1 import sheet_examples
from api.v1.acts import act_answer
from api.v1.shapes import ActShape
from api.v1.sheet_inputs import MoonInput
from api.v1.sheet_shapes import QuestionShape
from games.selectors.moon import open_question
from games.services.moon import record_moon_choice


class MoonChoice(Endpoint):
    """What a moon does, where the rules let its shooter choose."""

    @described(
        Call(
            id="see_moon_question",
            summary="See what the shooter is asked",
            answers=[
                Answer(200, "Both outcomes.", QuestionShape, sheet_examples.QUESTION),
            ],
            refuses=[Code.NOT_FOUND, Code.WRONG_PHASE],
            token="seat or director",  # noqa: S106 - whose token, no secret
        )
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return what each answer gives: to the shooter, and to the director."""
        asker = who_asks(request, game=game, may=may_answer)
        question = open_question(game)
        if question is None:
            raise Problem(Code.WRONG_PHASE, "nobody is asked now")
        if asker.by not in {None, question["seat"]}:
            raise Problem(Code.FORBIDDEN, "another seat is asked")
        return Response(question, headers=PRIVATE)

    @described(
        Call(
            id="choose_moon",
            summary="Choose what a moon does",
            answers=[Answer(201, "The choice stands.", ActShape, sheet_examples.CHOSEN)],
            refuses=[Code.NOT_FOUND, Code.WRONG_PHASE, Code.NOT_YOUR_TURN, Code.BUSY],
            takes=MoonInput,
            example={"choice": "subtract"},
            token="seat or director",  # noqa: S106 - whose token, no secret
            more={Code.WRONG_PHASE: {"phase": "playing"}, Code.NOT_YOUR_TURN: {"turn": 1}},
        )
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Choose as the shooter; or as the director for one who does not answer: the event says so.

        No second answer is taken. With it the hand is scored, opened and revealed.
        """
        asker = who_asks(request, game=game, may=may_answer)
        choice = read_body(MoonInput, request)["choice"]
        question = open_question(game)
        is_own = question is not None and asker.seat == question["seat"]
        by = asker.seat if is_own else asker.by
        act = call(record_moon_choice, game, by, choice, now=timezone.now(), director=asker.name)
        return act_answer(act, status=201)
