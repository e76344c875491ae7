"""Boards that other tables play still: their games are seen by their own seats alone."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from deals.cards.seat import Seat
from games.models import Game

LAST_TABLE: Final = "the last table of the board"


class EmbargoedGame(Exception):
    """The game is of a board that is shut; `waits_for` names what opens it."""

    code = "embargoed"

    def __init__(self) -> None:
        super().__init__(f"the game is public after {LAST_TABLE} has played it")
        self.waits_for = LAST_TABLE


def is_shut(game: UUID) -> bool:
    """Whether a game is of a board that is shut."""
    return Game.objects.filter(id=game, shut=True).exists()


def check_open(row: Game, seat: Seat | None = None) -> None:
    """Check that a game is public, or that one of its own seats asks. Raises EmbargoedGame."""
    if row.shut and seat is None:
        raise EmbargoedGame
