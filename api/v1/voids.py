"""Voids: of a deal for a silent seat, of a hand or a game by the director."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import require_director, required_credential, who_asks
from api.body import read_body
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint
from api.v1 import examples
from api.v1.acts import act_answer
from api.v1.inputs import VoidDealInput, VoidInput
from api.v1.shapes import ActShape, DealShape
from deals.selectors.deals import deal_summary, game_of_deal
from games.selectors.slips import table_of_deal
from games.services.table_deals import void_table_deal
from games.services.voiding import void_game, void_hand, void_silent_deal
from games.tasks import wake


class VoidOfDeal(Endpoint):
    """The void of a deal."""

    @described(
        Call(
            id="void_deal",
            summary="Void a deal that waits for a silent seat",
            answers=[
                Answer(200, "A real table's deal is void.", DealShape, examples.DEAL),
                Answer(201, "The void stands in the chain.", ActShape, examples.VOIDED),
            ],
            refuses=[
                Code.NOT_FOUND,
                Code.CONTRIBUTIONS_CLOSED,
                Code.WAIT_NOT_OVER,
                Code.SEAT_NOT_SILENT,
                Code.SEAT_SUBSTITUTED,
                Code.HAND_OVER,
                Code.BUSY,
            ],
            takes=VoidDealInput,
            example={"seat": 3},
            token="seat or director",  # noqa: S106 - whose token, no secret
            more={Code.WAIT_NOT_OVER: {"until": "2026-11-02T19:01:11.250Z"}},
        )
    )
    def post(self, request: Request, number: int) -> Response:
        """Void a deal for a seat whose K or nonce is missing after the game's `wait`.

        Any seat may ask. Seed and seat lines become public, and the next deal for the same hand is
        committed. After two such voids of one hand a computer player takes the silent seat. The
        director need not wait when no seat is named: then the void is his own. A deal for a real
        table is voided by its director too, and another may be dealt.
        """
        required_credential(request)
        if (table := table_of_deal(number)) is not None:
            return _void_of_table(request, number, table=table)
        game = game_of_deal(number)
        if game is None:
            raise Http404
        asker = who_asks(request, game=game)
        seat = read_body(VoidDealInput, request).get("seat")
        now = timezone.now()
        if asker.by is None and seat is None:
            act = call(void_hand, game, deal=number, now=now, director=asker.name)
        else:
            act = call(void_silent_deal, number, seat, by=asker.by, now=now, director=asker.name)
        return act_answer(act, status=201)


def _void_of_table(request: Request, number: int, *, table: UUID) -> Response:
    require_director(request, game=table)
    read_body(VoidDealInput, request)
    wake(call(void_table_deal, number, now=timezone.now()))
    return Response(deal_summary(number), headers=PRIVATE)


class VoidOfGame(Endpoint):
    """The voids of a game."""

    @described(
        Call(
            id="void_hand_or_game",
            summary="Void the hand that is on, or the game",
            answers=[Answer(201, "The void stands.", ActShape, examples.VOIDED_GAME)],
            refuses=[Code.BOARD_SHUT, Code.NOT_FOUND, Code.HAND_OVER, Code.BUSY],
            takes=VoidInput,
            example={"scope": "game", "reason": "quarrel"},
            token="director",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Void by the director: of a hand, all its cards are opened and it is dealt again.

        A void game is over, and nothing of it counts. What is scored in a game that goes on stands.
        """
        director = require_director(request, game=game)
        body = read_body(VoidInput, request)
        service = void_hand if body["scope"] == "hand" else void_game
        act = call(service, game, code=body["reason"], now=timezone.now(), director=director)
        return act_answer(act, status=201)
