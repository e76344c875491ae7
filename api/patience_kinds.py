"""What is refused of those who ask about silent seats, voids and lost deals."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.codes import Code
from api.kind import Kind, kind

PATIENCE_KINDS: Final[Mapping[Code, Kind]] = MappingProxyType(
    {
        Code.WAIT_NOT_OVER: kind(
            409,
            "The seat may still answer",
            "The game's `wait` is not over; it is counted from the line that the seat must answer.",
            "Ask again after `until`, unless the seat has answered by then.",
        ),
        Code.SEAT_NOT_SILENT: kind(
            409,
            "Nobody waits for this seat",
            "The seat has given what was asked of it, or another one is to act.",
            "Read the events: they say for whom the table waits.",
        ),
        Code.SEAT_SUBSTITUTED: kind(
            409,
            "A computer player holds this seat",
            "The seat was silent for too long, or the director gave it away.",
            "Read the events: the `substitute` line says when, why, and who asked for it.",
        ),
        Code.HAND_OVER: kind(
            409,
            "No hand is on",
            "The hand is scored or not dealt yet, or the game is over; what is scored stands.",
            "Correct a finished hand by an adjustment; void the game if nothing of it shall count.",
        ),
        Code.SEED_LOST: kind(
            503,
            "The deal's seed is lost",
            "The key under which the service had sealed the seed or the cards is gone.",
            "Void the deal, as the game's director: the void says so, and a new deal follows.",
        ),
    }
)
