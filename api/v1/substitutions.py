"""Substitutions: a computer player takes over a seat."""

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
from api.endpoint import Endpoint
from api.v1 import examples
from api.v1.acts import act_answer
from api.v1.inputs import SubstitutionInput
from api.v1.shapes import ActShape
from games.services.substituting import substitute_player


class Substitutions(Endpoint):
    """The substitutions of a game."""

    @described(
        Call(
            id="substitute_player",
            summary="Let a computer player take over a seat",
            answers=[Answer(201, "It holds the seat.", ActShape, examples.SUBSTITUTED)],
            refuses=[
                Code.NOT_FOUND,
                Code.WAIT_NOT_OVER,
                Code.SEAT_NOT_SILENT,
                Code.SEAT_SUBSTITUTED,
                Code.WRONG_PHASE,
                Code.HAND_OVER,
                Code.BUSY,
            ],
            takes=SubstitutionInput,
            example={"seat": 1},
            token="seat or director",  # noqa: S106 - whose token, no secret
            more={
                Code.WAIT_NOT_OVER: {"until": "2026-11-02T19:01:11.250Z"},
                Code.WRONG_PHASE: {"phase": "opening"},
            },
        )
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Substitute a seat that is on turn, or has not passed, longer than the game's `wait`.

        Any seat may ask; the director need not wait. The seat's token acts for it no more.
        """
        asker = who_asks(request, game=game)
        body = read_body(SubstitutionInput, request)
        act = call(
            substitute_player,
            game,
            body["seat"],
            by=asker.by,
            code=body["reason"],
            now=timezone.now(),
            director=asker.name,
        )
        return act_answer(act, status=201)
