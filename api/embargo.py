"""Games of boards that are shut: whatever is read of them, only their own seats may read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from django.http import Http404
from rest_framework.request import Request

from api.auth import given_credential
from api.policy import Kind
from api.relations import relation_to
from deals.cards.seat import Seat
from games.selectors.embargo import EmbargoedGame, is_shut

T = TypeVar("T")


def check_embargo(request: Request, *, game: UUID) -> None:
    """Let everybody read what is public, and own seats a board that is shut. Raises EmbargoedGame.

    The board's other tables, its director and those who look on wait for its last table.
    """
    if is_shut(game) and viewing_seat(request, game=game) is None:
        raise EmbargoedGame


def read_by_seat(request: Request, game: UUID, read: Callable[[Seat | None], T]) -> T:
    """Read what asks itself whether a game is shut: as everybody, then as the seat that asks.

    Raises EmbargoedGame.
    """
    try:
        return read(None)
    except EmbargoedGame:
        seat = viewing_seat(request, game=game)
        if seat is None:
            raise
        return read(seat)


def viewing_seat(request: Request, *, game: UUID) -> Seat | None:
    """Return the seat of a game for whom a request reads; None for everybody else."""
    credential = given_credential(request)
    if credential is None:
        return None
    if credential.kind == Kind.SEAT:
        return credential.seat if credential.game == game else None
    try:
        return relation_to(game, credential).seat
    except Http404:
        return None
