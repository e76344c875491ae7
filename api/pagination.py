"""Cursors of collections: opaque to callers, a place in the order of (time, id) to us."""

from __future__ import annotations

import base64
import binascii
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from api.codes import Code
from api.problems import Place, Problem
from games.selectors.pages import Place as PlaceInOrder

PAGE: Final = 50
MOST: Final = 200


def format_cursor(*parts: str) -> str:
    """Return the cursor for a place; parts are without line ends."""
    return base64.urlsafe_b64encode("\n".join(parts).encode()).decode().rstrip("=")


def parse_cursor(cursor: str, *, parts: int) -> list[str]:
    """Return the parts of a cursor. Raises Problem (400) for one that was not made here."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        found = base64.b64decode(padded, altchars=b"-_", validate=True).decode().split("\n")
    except (ValueError, binascii.Error):
        raise unknown_cursor() from None
    if len(found) != parts:
        raise unknown_cursor()
    return found


def place_cursor(place: PlaceInOrder | None) -> str | None:
    """Return the cursor for where a page ended; None for the last page."""
    return None if place is None else format_cursor(place.time.isoformat(), str(place.id))


def parse_place(cursor: str | None) -> PlaceInOrder | None:
    """Return where a page begins. Raises Problem (400) for a cursor that was not made here."""
    if cursor is None:
        return None
    time, key = parse_cursor(cursor, parts=2)
    try:
        place = PlaceInOrder(datetime.fromisoformat(time), UUID(key))
        place.time.astimezone(UTC)
    except (ValueError, OverflowError):
        raise unknown_cursor() from None
    if place.time.tzinfo is None:
        raise unknown_cursor()
    return place


def unknown_cursor() -> Problem:
    """Return the refusal of a cursor that no answer gave."""
    place = Place("cursor", "unknown", "pass on the `next` of an answer, as it is")
    return Problem(Code.INVALID_QUERY, errors=[place])
