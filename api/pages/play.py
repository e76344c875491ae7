"""The page where people play: a seat's software runs in it, and asks the API like any other."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse

from api.methods import safe_only
from api.pages.replay import SeatPlace, Slot
from api.pages.views import page
from deals.services.keys import service_keys
from deals.tlog.note import format_vkey
from games.rules.presets import PRESETS
from games.selectors.games import games_page

_SEATS: Final = 4
_CARDS: Final = 13


@safe_only
def play(request: HttpRequest) -> HttpResponse:
    """Show an empty table, and the games that are on for whoever would rather watch."""
    newest, _ = games_page(after=None, limit=50)
    context = {
        "here": "play",
        "vkey": format_vkey(service_keys().log.verifier_key),
        "presets": PRESETS,
        "on": [game for game in newest if game["state"] == "playing"][:10],
        "seats": [_empty_place(seat) for seat in range(_SEATS)],
        "trick": [{"seat": seat, "suit": "", "text": "", "won": False} for seat in range(_SEATS)],
    }
    return page(request, "play", context)


def _empty_place(seat: int) -> SeatPlace:
    return SeatPlace(
        seat=seat,
        name=f"Seat {seat}",
        is_computer=False,
        total=0,
        points=0,
        is_on_turn=False,
        slots=(Slot(),) * _CARDS,
    )
