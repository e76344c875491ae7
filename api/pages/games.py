"""The list of games."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse

from api.methods import safe_only
from api.pages.views import page
from api.pagination import parse_place, place_cursor
from games.selectors.games import GameFilter, games_page

VERDICTS: Final = ("ok", "incomplete", "false", "unreadable")
_LINES: Final = 25


@safe_only
def games(request: HttpRequest) -> HttpResponse:
    """List the games that everybody may see, the newest first. Raises Problem (400)."""
    asked = request.GET
    verdict = asked.get("verdict") if asked.get("verdict") in VERDICTS else None
    since, until = _day(asked.get("from", "")), _day(asked.get("to", ""))
    only = GameFilter(since=since, before=until and until + timedelta(days=1), verdict=verdict)
    found, more = games_page(after=parse_place(asked.get("cursor")), limit=_LINES, only=only)
    kept = {
        "verdict": verdict or "",
        "from": since.date().isoformat() if since else "",
        "to": until.date().isoformat() if until else "",
    }
    context = {
        "here": "games",
        "games": found,
        "verdicts": VERDICTS,
        "verdict": kept["verdict"],
        "since": kept["from"],
        "until": kept["to"],
        "next": urlencode({**kept, "cursor": place_cursor(more)}) if more else None,
    }
    return page(request, "games", context)


def _day(text: str) -> datetime | None:
    """Return the first moment of a day; None for what is no date."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
