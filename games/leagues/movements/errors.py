"""What the movements refuse."""

from __future__ import annotations


class MovementError(Exception):
    """The root of these errors."""

    code = "movement"


class MovementFaulty(MovementError):
    """The rounds can't be played: `round` and `table`, from 1, are where; `detail` says why."""

    code = "movement-faulty"

    def __init__(self, round_number: int, table: int, detail: str) -> None:
        super().__init__(f"round {round_number}, table {table}: {detail}")
        self.round = round_number
        self.table = table
        self.detail = detail


class TooFewToSeat(MovementError):
    """No table can be filled: `needed` is how many it takes."""

    code = "too-few-entrants"

    def __init__(self, needed: int) -> None:
        super().__init__(f"it takes {needed} entrants or more")
        self.needed = needed
