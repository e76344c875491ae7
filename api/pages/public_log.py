"""The public log for people: where it stands, its deals, what was voided and why."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from api.methods import safe_only
from api.pages.views import page
from deals.fairness.integers import parse_integer
from deals.selectors.deals import deals_page
from deals.selectors.log import published_checkpoint
from deals.selectors.statistics import deal_counts, dealt_counts
from deals.services.keys import service_keys
from deals.tlog.note import format_vkey

_LINES: Final = 25
_COUNTED: Final = 500
"""Deals whose cards are counted: each is worked out from its index."""
STATES: Final = ("committed", "contributing", "waiting", "frozen", "dealt", "revealed", "void")


@safe_only
def public_log(request: HttpRequest) -> HttpResponse:
    """Show the newest checkpoint, the deals by number, and what can be counted of them."""
    counts = deal_counts()
    state = request.GET.get("state")
    state = state if state in STATES else None
    after = _number(request.GET.get("after"))
    if after is None:
        # Without a wish the newest are shown.
        after = max(0, counts.total - _LINES) if state is None else 0
    deals, more = deals_page(state=state, reason=None, after=after, limit=_LINES)
    context = {
        "here": "log",
        "origin": settings.HEARTS_ORIGIN,
        "note": published_checkpoint(),
        "vkey": format_vkey(service_keys().log.verifier_key),
        "counts": counts,
        "rate": f"{counts.voided / counts.total:.1%}" if counts.total else "",
        "dealt": dealt_counts(most=_COUNTED),
        "deals": deals,
        "more": more,
        "before": max(0, after - _LINES) if after else None,
        "states": STATES,
        "state": state or "",
    }
    return page(request, "public-log", context)


def _number(text: str | None) -> int | None:
    number = parse_integer(text) if text else None
    return number if number is not None and 0 <= number < 10**15 else None
