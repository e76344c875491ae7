"""Links that open a seat on the page to play: what stands after # is not sent to any server."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID


def seat_link(game: UUID, seat: int, token: str, *, league: object, number: object) -> str:
    """Return the path by which a seat's token plays, and comes back to the league's round."""
    given = {
        "game": game,
        "seat": seat,
        "token": token,
        "back": f"/leagues/{league}/rounds/{number}",
    }
    return f"/play#{urlencode(given, safe='/')}"
