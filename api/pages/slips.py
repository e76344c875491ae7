"""Slips to print for a table with real cards: one sheet of paper for each place, to be folded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from api.auth import credential_of
from api.codes import Code
from api.pages.views import page
from api.policy import may_direct
from api.problems import Problem
from api.relations import relation_to
from games.selectors.slips import DealtTable, dealt_table, table_of_deal

_SUITS: Final = (("C", "♣"), ("D", "♦"), ("H", "♥"), ("S", "♠"))


# The token in the form is all that counts: no cookie does, so nothing can be borrowed.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def slips(request: HttpRequest, number: int) -> HttpResponse:
    """Ask for the token of who keeps the sheet, then show what he may print. Raises Http404."""
    table = table_of_deal(number)
    if table is None:
        raise Http404
    if request.method != "POST":
        return _page(request, "slips_form", {"number": number})
    credential = credential_of(request.POST.get("token", "").strip(), now=timezone.now())
    if not may_direct(credential, relation_to(table, credential)):
        raise Problem(Code.FORBIDDEN, "this token does not keep the sheet of this deal")
    return _page(request, "slips", _shown(dealt_table(number)))


def _shown(dealt: DealtTable) -> dict[str, object]:
    return {
        "dealt": dealt,
        "origin": settings.HEARTS_ORIGIN,
        "slips": [
            {
                "name": one.name,
                "place": one.place,
                "count": len(one.cards),
                "suits": [
                    {
                        "letter": letter,
                        "symbol": symbol,
                        "ranks": [str(card)[0] for card in cards],
                    }
                    for (letter, symbol), (_, cards) in zip(_SUITS, one.suits, strict=True)
                ],
            }
            for one in dealt.slips
        ],
    }


def _page(request: HttpRequest, name: str, context: Mapping[str, object]) -> HttpResponse:
    response = page(request, name, context)
    response["Cache-Control"] = "private, no-store"
    return response
