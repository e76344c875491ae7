"""Contributions: a seat's commitment to its nonce, then the nonce."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import require_seat, required_credential
from api.body import read_body
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import Endpoint
from api.v1 import examples
from api.v1.acts import act_answer
from api.v1.inputs import CommitmentInput, NonceInput
from api.v1.shapes import ActShape
from deals.cards.seat import Seat
from deals.selectors.deals import game_of_deal
from games.services.contributing import contribute, open_seat_nonce


class Contributions(Endpoint):
    """The seats' commitments for a deal."""

    @described(
        Call(
            id="contribute",
            summary="Commit your seat to a nonce",
            answers=[Answer(201, "K stands in the chain.", ActShape, examples.CONTRIBUTED)],
            refuses=[
                Code.NOT_FOUND,
                Code.TOO_EARLY,
                Code.CONTRIBUTIONS_CLOSED,
                Code.ALREADY_CONTRIBUTED,
                Code.SEAT_SUBSTITUTED,
                Code.SEED_LOST,
                Code.BUSY,
            ],
            takes=CommitmentInput,
            example={"seat": 0, "commitment": examples.K},
            token="seat",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request, number: int) -> Response:
        """Send K, the SHA-256 of your contribution statement; the nonce stays with you."""
        required_credential(request)
        body = read_body(CommitmentInput, request)
        require_seat(request, game=_game(number), seat=body["seat"])
        act = call(contribute, number, body["seat"], body["commitment"], now=timezone.now())
        return act_answer(act, status=201)


class ContributionOfSeat(Endpoint):
    """A seat's nonce for a deal."""

    @described(
        Call(
            id="open_nonce",
            summary="Open your seat's nonce",
            answers=[Answer(200, "The nonce stands in the chain.", ActShape, examples.OPENED)],
            refuses=[
                Code.NOT_FOUND,
                Code.TOO_EARLY,
                Code.STALE_HEAD,
                Code.CONTRIBUTIONS_CLOSED,
                Code.ALREADY_CONTRIBUTED,
                Code.SEAT_SUBSTITUTED,
                Code.SEED_LOST,
                Code.DOES_NOT_OPEN,
                Code.REUSED_NONCE,
                Code.BUSY,
            ],
            takes=NonceInput,
            example={"nonce": examples.NONCE, "head": examples.HEAD},
            token="seat",  # noqa: S106 - whose token, no secret
        )
    )
    def put(self, request: Request, number: int, seat: Seat) -> Response:
        """Send the nonce, and the chain's head after the last commitment as you have seen it."""
        required_credential(request)
        require_seat(request, game=_game(number), seat=seat)
        body = read_body(NonceInput, request)
        act = call(
            open_seat_nonce, number, seat, body["nonce"], head=body["head"], now=timezone.now()
        )
        return act_answer(act, status=200)


def _game(number: int) -> UUID:
    game = game_of_deal(number)
    if game is None:
        raise Http404
    return game
