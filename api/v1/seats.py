"""Seats."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import given_credential, require_seat
from api.body import read_body
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.issuing import take_seat_with_token
from api.policy import may_take_seats
from api.problems import Problem
from api.shown import act_json
from api.v1 import examples
from api.v1.inputs import SeatInput
from api.v1.shapes import OwnViewShape, TakenShape
from deals.cards.seat import Seat
from games.selectors.seats import is_played_by_computer, own_view
from games.tasks import wake


class SeatOfGame(Endpoint):
    """A seat of a game."""

    @described(
        Call(
            id="see_own_seat",
            summary="See what your seat sees",
            answers=[Answer(200, "The seat's own view.", OwnViewShape, examples.OWN_VIEW)],
            refuses=[Code.NOT_FOUND, Code.SEAT_SUBSTITUTED],
            token="seat",  # noqa: S106 - whose token, no secret
        )
    )
    def get(self, request: Request, game: UUID, seat: Seat) -> Response:
        """Return all that the seat may know, and nothing else: never to be cached."""
        require_seat(request, game=game, seat=seat)
        if is_played_by_computer(game, seat):
            raise Problem(Code.SEAT_SUBSTITUTED)
        return found(own_view(game, seat), cache=PRIVATE["Cache-Control"])

    @described(
        Call(
            id="take_seat",
            summary="Take a seat",
            answers=[Answer(200, "The seat is yours.", TakenShape, examples.TAKEN)],
            refuses=[
                Code.WRONG_INVITE,
                Code.FORBIDDEN,
                Code.NOT_FOUND,
                Code.SEAT_TAKEN,
                Code.ALREADY_SEATED,
                Code.BUSY,
            ],
            takes=SeatInput,
            shows_once=True,
            example={"invite": examples.INVITE},
        )
    )
    def post(self, request: Request, game: UUID, seat: Seat) -> Response:
        """Take a seat with its invite. The answer shows the seat's token, this once.

        With the token of an account the seat is the account's: its id names the player in the
        chain, and its tokens with the scope `play` act for the seat too.
        """
        credential = given_credential(request)
        if not may_take_seats(credential):
            raise Problem(Code.FORBIDDEN, "taking a seat as an account needs the scope play")
        body = read_body(SeatInput, request)
        done = call(
            take_seat_with_token,
            game,
            seat,
            invite=body["invite"],
            now=timezone.now(),
            account=None if credential is None else credential.account,
        )
        wake(done.taken.act.hints)
        answer = {
            "seat": seat,
            "player": str(done.taken.player),
            "token": done.token,
            **act_json(done.taken.act),
        }
        return Response(answer, headers=PRIVATE)
