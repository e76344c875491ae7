"""Deals: their commitments, what is public of them, and their proofs."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import require_director
from api.body import read_body, read_query
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.pagination import format_cursor, parse_cursor, unknown_cursor
from api.v1 import archive_examples, examples
from api.v1.archive_inputs import TableDealInput
from api.v1.archive_shapes import SlipShape
from api.v1.inputs import DealsQuery
from api.v1.shapes import OBJECT, DealShape, DealsShape
from deals.fairness.purpose import parse_purpose
from deals.selectors.deals import deal_proof, deal_summary, deals_page
from games.selectors.slips import slip, table_of_deal
from games.services.table_deals import deal_for_table
from games.tasks import wake

_REVEALED: Final = "public, max-age=31536000, immutable"


class Deals(Endpoint):
    """All deals."""

    @described(
        Call(
            id="list_deals",
            summary="List deals",
            answers=[Answer(200, "A page of deals.", DealsShape, examples.DEALS)],
            query=DealsQuery,
        )
    )
    def get(self, request: Request) -> Response:
        """Return deals by number, in pages."""
        query = read_query(DealsQuery, request)
        after = _number(query["cursor"]) if "cursor" in query else 0
        deals, more = deals_page(
            state=query.get("state"),
            reason=query.get("reason"),
            after=after,
            limit=query["limit"],
        )
        return Response({"deals": deals, "next": more and format_cursor(str(more))})

    @described(
        Call(
            id="deal_for_table",
            summary="Deal for a table with real cards",
            answers=[Answer(201, "The deal is committed.", DealShape, examples.DEAL)],
            refuses=[
                Code.NOT_FOUND,
                Code.NOT_A_SHEET,
                Code.DEAL_STANDS,
                Code.INVALID_DEAL,
                Code.DEALING_STOPPED,
                Code.BUSY,
            ],
            takes=TableDealInput,
            example=archive_examples.TABLE_DEAL,
            token="creator",  # noqa: S106 - whose token, no secret
            more={Code.DEAL_STANDS: {"deal": 7}},
        )
    )
    def post(self, request: Request) -> Response:
        """Commit a proven deal for the next hand of a sheet, or for one of those after it.

        Print the slips and deal the real cards by them. The row of the hand reveals the deal, so
        that everybody at the table can check it.
        """
        body = read_body(TableDealInput, request)
        require_director(request, game=UUID(parse_purpose(body["for"]).owner))
        number, hints = call(
            deal_for_table,
            body["for"],
            deck=body.get("deck"),
            sources=body["sources"],
            now=timezone.now(),
        )
        wake(hints)
        place = {"Location": f"/api/v1/deals/{number}"}
        return Response(deal_summary(number), status=201, headers=PRIVATE | place)


class OneDeal(Endpoint):
    """A deal."""

    @described(
        Call(
            id="see_deal",
            summary="See a deal",
            answers=[Answer(200, "What is public of it now.", DealShape, examples.DEAL)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, number: int) -> Response:  # noqa: ARG002 - a view's face
        """Return what is public of a deal: its commitment from the start, never its cards."""
        return found(deal_summary(number))


class ProofOfDeal(Endpoint):
    """A deal's proof."""

    @described(
        Call(
            id="see_proof",
            summary="Take a deal's proof",
            answers=[Answer(200, "hearts-deal/1.", OBJECT, examples.PROOF)],
            refuses=[Code.NOT_FOUND, Code.EMBARGOED],
            more={Code.EMBARGOED: {"waits_for": "the reveal entry in the log"}},
        )
    )
    def get(self, request: Request, number: int) -> Response:  # noqa: ARG002 - a view's face
        """Return the whole proof of a deal, once its hand is over."""
        return found(deal_proof(number), cache=_REVEALED)


class SlipOfDeal(Endpoint):
    """The slip of one place of a deal for a real table."""

    @described(
        Call(
            id="see_slip",
            summary="See the slip of a place at a real table",
            answers=[Answer(200, "Its cards.", SlipShape, archive_examples.SLIP)],
            refuses=[Code.NOT_FOUND, Code.NOT_DEALT],
            token="creator",  # noqa: S106 - whose token, no secret
        )
    )
    def get(self, request: Request, number: int, place: int) -> Response:
        """Return the cards of one seat, or of the kitty, which is the place after the last seat.

        For whoever keeps the sheet and hands out the cards. `/deals/<number>/slips` is a page that
        prints them all, each to be folded.
        """
        table = table_of_deal(number)
        if table is None:
            raise Http404
        require_director(request, game=table)
        return found(slip(number, place), cache=PRIVATE["Cache-Control"])


def _number(cursor: str) -> int:
    (number,) = parse_cursor(cursor, parts=1)
    if not (number.isascii() and number.isdigit() and len(number) <= 18):
        raise unknown_cursor()
    return int(number)
