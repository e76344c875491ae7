"""Plays."""

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
from api.v1.inputs import PlayInput
from api.v1.shapes import ActShape
from deals.cards.seat import Seat
from games.rules.errors import IllegalPlay
from games.selectors.seats import legal_cards
from games.services.playing import record_play


class Plays(Endpoint):
    """The plays of a game."""

    @described(
        Call(
            id="play_card",
            summary="Play a card",
            answers=[Answer(201, "The play stands.", ActShape, examples.ACT)],
            refuses=[
                Code.NOT_FOUND,
                Code.EXPECTED_SEQ_MISSING,
                Code.STALE,
                Code.WRONG_PHASE,
                Code.NOT_YOUR_TURN,
                Code.ILLEGAL_PLAY,
                Code.SEAT_SUBSTITUTED,
                Code.BUSY,
            ],
            takes=PlayInput,
            example={"card": "2C", "expected_seq": 18},
            token="seat",  # noqa: S106 - whose token, no secret
            more={
                Code.STALE: {"seq": 19},
                Code.NOT_YOUR_TURN: {"turn": 1},
                Code.WRONG_PHASE: {"phase": "passing"},
                Code.ILLEGAL_PLAY: {"rule": "follow_suit", "legal_cards": ["2C", "TC"]},
            },
        )
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Play a card for the token's seat, at the state of the game that you have seen."""
        seat = own_seat(request, game=game)
        body = read_body(PlayInput, request)
        if "expected_seq" not in body:
            raise Problem(Code.EXPECTED_SEQ_MISSING)
        try:
            act = call(
                record_play,
                game,
                seat,
                body["card"],
                expected_seq=body["expected_seq"],
                now=timezone.now(),
            )
        except IllegalPlay as error:
            raise _with_legal_cards(error, game, seat) from error
        return act_answer(act, status=201)


def _with_legal_cards(error: IllegalPlay, game: UUID, seat: Seat) -> Problem:
    more = {"rule": error.rule, "legal_cards": legal_cards(game, seat)}
    return Problem(Code.ILLEGAL_PLAY, str(error), more=more)
