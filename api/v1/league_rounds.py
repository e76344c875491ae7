"""Rounds of a league: drawn, played, closed; cards to print; guests' seats."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import required_credential
from api.body import Input, read_body, read_query
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.issuing import issue_guests_token
from api.league_rights import require_league_director
from api.policy import may_seat_guests
from api.problems import Place, Problem
from api.relations import relation_to
from api.v1 import league_examples as examples
from api.v1.examples import GAME
from api.v1.league_inputs import CardsQuery, CloseInput, DrawInput
from api.v1.league_shapes import BoardShape, LeagueRoundShape, LeagueRoundsShape, SeatTokenShape
from api.v1.shapes import OBJECT
from deals.cards.seat import Seat
from games.leagues.selectors.leagues import club_of_league
from games.leagues.selectors.proofs import rounds_bundle
from games.leagues.selectors.rounds import (
    board_summary,
    card_of_entrant,
    card_of_table,
    round_summary,
    rounds_of,
)
from games.leagues.services.directing import close_round
from games.leagues.services.drawing import draw_round
from games.leagues.services.locked import Decision
from games.tasks import wake

_TEXT: Final = "text/plain"


class Rounds(Endpoint):
    """The rounds of a league."""

    @described(
        Call(
            id="list_rounds",
            summary="List a league's rounds",
            answers=[Answer(200, "The rounds.", LeagueRoundsShape, examples.ROUNDS)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, league: UUID) -> Response:  # noqa: ARG002 - a view's face
        """Return the rounds in their order, without their tables."""
        if club_of_league(league) is None:
            raise Http404
        return found({"league": str(league), "rounds": rounds_of(league)})

    @described(
        Call(
            id="draw_round",
            summary="Draw the next round",
            answers=[Answer(201, "The round.", LeagueRoundShape, examples.ROUND)],
            refuses=[
                Code.NOT_FOUND,
                Code.ROUND_OPEN,
                Code.TOO_FEW_ENTRANTS,
                Code.BUSY,
                Code.DEALING_STOPPED,
            ],
            takes=DrawInput,
            example={},
            token="director",  # noqa: S106 - whose token, no secret
            more={Code.ROUND_OPEN: {"round": 1}, Code.TOO_FEW_ENTRANTS: {"needed": 4}},
        )
    )
    def post(self, request: Request, league: UUID) -> Response:
        """Draw the next round by a deal of lots, and make the games of its tables.

        Everybody sits at once: a member acts with a token of the account, a guest with one that
        the director asks for. With lots from the beacon the answer's `state` is `drawing`; the
        round opens when the beacon's round is out.
        """
        by = require_league_director(request, league=league)
        body = read_body(DrawInput, request)
        decision = Decision(by, body.get("reason", ""))
        number, hints = call(draw_round, league, decision, now=timezone.now())
        wake(hints)
        place = {"Location": f"/api/v1/leagues/{league}/rounds/{number}"}
        return Response(round_summary(league, number), status=201, headers=PRIVATE | place)


class ProvenRounds(Endpoint):
    """The rounds of a league with everything that proves them."""

    @described(
        Call(
            id="see_proven_rounds",
            summary="Take a league's rounds with all their proofs",
            answers=[Answer(200, "hearts-rounds/1.", OBJECT, examples.ROUNDS_BUNDLE)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, league: UUID) -> Response:  # noqa: ARG002 - a view's face
        """Return plans, draws and log proofs in one document, to check offline who sits where.

        The verifier takes it as it takes a game's bundle: on your machine, or by POST /verify.
        """
        return found(rounds_bundle(league))


class OneRound(Endpoint):
    """A round of a league."""

    @described(
        Call(
            id="see_round",
            summary="See a round",
            answers=[Answer(200, "The round.", LeagueRoundShape, examples.ROUND)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, league: UUID, number: int) -> Response:  # noqa: ARG002
        """Return a round with its tables, games and boards."""
        return found(round_summary(league, number))


class OneBoard(Endpoint):
    """A board of a round."""

    @described(
        Call(
            id="see_board",
            summary="See how a board's tables compare",
            answers=[Answer(200, "The board.", BoardShape, examples.BOARD)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(
        self,
        request: Request,  # noqa: ARG002 - a view's face
        league: UUID,
        number: int,
        board: int,
    ) -> Response:
        """Return a board's results, matchpoints and scores by table, once its round is closed."""
        return found(board_summary(league, number, board))


class CloseOfRound(Endpoint):
    """The close of a round."""

    @described(
        Call(
            id="close_round",
            summary="Close a round",
            answers=[Answer(201, "The round.", LeagueRoundShape, examples.ROUND)],
            refuses=[
                Code.NOT_FOUND,
                Code.ROUND_NOT_OPEN,
                Code.ROUND_UNFINISHED,
                Code.INVALID_LEAGUE,
                Code.BUSY,
            ],
            takes=CloseInput,
            example={"override": True, "reason": "weather"},
            token="director",  # noqa: S106 - whose token, no secret
            more={Code.ROUND_UNFINISHED: {"games": [GAME]}},
        )
    )
    def post(self, request: Request, league: UUID, number: int) -> Response:
        """Close a round; what is finished counts first. The standings stand then.

        With `override` also over games that are on, which needs a reason: they count no more.
        """
        by = require_league_director(request, league=league)
        body = read_body(CloseInput, request)
        if body["override"] and "reason" not in body:
            place = Place("/reason", "required", "an override needs a reason")
            raise Problem(Code.INVALID_BODY, errors=[place])
        hints = call(
            close_round,
            league,
            number,
            Decision(by, body.get("reason", "")),
            overrides=body["override"],
            now=timezone.now(),
        )
        wake(hints)
        return Response(round_summary(league, number), status=201, headers=PRIVATE)


class Cards(Endpoint):
    """Cards to print."""

    @described(
        Call(
            id="print_card",
            summary="Print an entrant's or a table's card",
            answers=[
                Answer(200, "A line for each round.", {"type": "string"}, examples.CARD, _TEXT)
            ],
            query=CardsQuery,
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, league: UUID) -> HttpResponse:
        """Return where an entrant sits round by round, or who comes to a table.

        Rounds that a movement has yet to come are on it: they hold while nobody comes or leaves,
        and their tables get their numbers by the draws to come.
        """
        query = read_query(CardsQuery, request)
        if len(query) != 1:
            place = Place("entrant", "required", "name an entrant, or a table")
            raise Problem(Code.INVALID_QUERY, errors=[place])
        if "entrant" in query:
            text = card_of_entrant(league, query["entrant"])
        else:
            text = card_of_table(league, query["table"])
        if text is None:
            raise Http404
        headers = {"Cache-Control": "no-cache"}
        return HttpResponse(text, content_type=f"{_TEXT}; charset=utf-8", headers=headers)


class GuestSeat(Endpoint):
    """A guest's seat at a table of a league."""

    @described(
        Call(
            id="take_guests_seat",
            summary="Get a token for a guest's seat",
            answers=[Answer(201, "The token.", SeatTokenShape, examples.SEAT_TOKEN)],
            refuses=[Code.NOT_FOUND, Code.BUSY],
            takes=Input,
            example={},
            shows_once=True,
            token="director",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request, league: UUID, game: UUID, seat: Seat) -> Response:
        """Return a token that speaks for a guest's seat: a club's server can play for people so.

        Nobody gets one who sits at this round himself.
        """
        require_league_director(request, league=league)
        read_body(Input, request)
        if not may_seat_guests(relation_to(game, required_credential(request))):
            raise Problem(Code.FORBIDDEN, "who plays in a round acts for no guest in it")
        token = call(issue_guests_token, league, game, seat, now=timezone.now())
        if token is None:
            raise Http404
        answer = {"game": str(game), "seat": seat, "token": token}
        return Response(answer, status=201, headers=PRIVATE)
