"""Seats 0 … n-1, numbered clockwise."""

from typing import TypeAlias

Seat: TypeAlias = int


def next_seat(seat: Seat, *, players: int) -> Seat:
    """Return the seat to the left, who plays next."""
    return (seat + 1) % players
