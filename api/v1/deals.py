"""Deals: their commitments, what is public of them, and their proofs."""

from __future__ import annotations

from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from api.body import read_query
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import Endpoint, found
from api.pagination import format_cursor, parse_cursor, unknown_cursor
from api.v1 import examples
from api.v1.inputs import DealsQuery
from api.v1.shapes import OBJECT, DealShape, DealsShape
from deals.selectors.deals import deal_proof, deal_summary, deals_page

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


def _number(cursor: str) -> int:
    (number,) = parse_cursor(cursor, parts=1)
    if not (number.isascii() and number.isdigit() and len(number) <= 18):
        raise unknown_cursor()
    return int(number)
