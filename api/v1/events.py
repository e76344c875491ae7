"""Events: in pages, as a long poll, or all of them as a stream of lines."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.db import connection
from django.http import Http404, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from api.apps import bell
from api.body import read_query
from api.codes import Code
from api.describing import Answer, Call, described
from api.embargo import read_by_seat
from api.endpoint import PRIVATE, Endpoint
from api.v1 import examples
from api.v1.inputs import EventsQuery
from api.v1.shapes import EventsShape
from deals.cards.seat import Seat
from games.selectors.embargo import LAST_TABLE
from games.selectors.events import EventLine, EventPage, event_page, event_stream

NDJSON: Final = "application/x-ndjson"
_NO_CACHE: Final = {"Cache-Control": "no-cache"}


class Events(Endpoint):
    """The events of a game: the lines of its chain."""

    asks_embargo = False

    @described(
        Call(
            id="list_events",
            summary="Read events, or wait for the next",
            answers=[
                Answer(200, "Events after `after`.", EventsShape, examples.EVENTS),
                Answer(
                    200,
                    "All events after `after`, one a line; the last line counts them and has the "
                    "SHA-256 of all bytes before it. A stream without it was cut.",
                    {"type": "string"},
                    examples.STREAM,
                    NDJSON,
                ),
            ],
            query=EventsQuery,
            refuses=[Code.OVER_LIMIT, Code.EMBARGOED, Code.NOT_FOUND, Code.TOO_MANY_WAITERS],
            more={Code.EMBARGOED: {"waits_for": LAST_TABLE}},
        )
    )
    def get(self, request: Request, game: UUID) -> HttpResponseBase:
        """Return the lines of a game's chain after a seq.

        With `wait` the answer comes as soon as there is an event, or after so many seconds.
        With `Accept: application/x-ndjson` all lines come in one stream, whatever the limit.
        """
        query = read_query(EventsQuery, request)
        return read_by_seat(request, game, partial(_answer, request, game, query))


def _answer(
    request: Request, game: UUID, query: dict[str, int], seat: Seat | None
) -> HttpResponseBase:
    """Answer as a seat of the game, or as everybody. Raises EmbargoedGame."""
    if _asks_for_lines(request):
        return _stream(game, after=query["after"], seat=seat)
    page = _page(game, after=query["after"], limit=query["limit"], seat=seat)
    if not page.events and not page.complete and query["wait"]:
        page = _next_page(game, **query, seat=seat)
    answer = {
        "game": str(game),
        "events": [vars(line) for line in page.events],
        "last_seq": page.last_seq,
        "complete": page.complete,
    }
    return Response(answer, headers=_cache(page))


def _asks_for_lines(request: Request) -> bool:
    kinds = request.headers.get("Accept", "").lower().split(",")
    return NDJSON in (kind.partition(";")[0].strip() for kind in kinds)


def _cache(page: EventPage) -> dict[str, str]:
    return PRIVATE if page.shut else _NO_CACHE


def _page(game: UUID, *, after: int, limit: int, seat: Seat | None) -> EventPage:
    page = event_page(game, after=after, limit=limit, seat=seat)
    if page is None:
        raise Http404
    return page


def _next_page(game: UUID, *, after: int, limit: int, wait: int, seat: Seat | None) -> EventPage:
    """Wait for an event; nothing of the database is held meanwhile. Raises TooManyWaiters."""
    ends = time.monotonic() + wait
    with bell().place(game) as ring:
        while True:
            page = _page(game, after=after, limit=limit, seat=seat)
            left = ends - time.monotonic()
            if page.events or page.complete or left <= 0:
                return page
            connection.close()
            ring(left)


def _stream(game: UUID, *, after: int, seat: Seat | None) -> StreamingHttpResponse:
    page = _page(game, after=after, limit=1, seat=seat)
    lines = ndjson(event_stream(game, after=after))
    return StreamingHttpResponse(lines, content_type=NDJSON, headers=_cache(page))


def ndjson(events: Iterable[EventLine]) -> Iterator[bytes]:
    """Write events one a line, then a line with their count and the digest of all bytes before."""
    digest, count = sha256(), 0
    for event in events:
        line = json.dumps(vars(event), ensure_ascii=False).encode() + b"\n"
        digest.update(line)
        count += 1
        yield line
    yield json.dumps({"count": count, "sha256": digest.hexdigest()}).encode() + b"\n"
