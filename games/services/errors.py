"""What the acts of a game refuse, each named by the fact; the rules refuse in their own words."""

from __future__ import annotations


class GameRefused(Exception):
    """The root of these errors; `code` is what the API answers."""

    code = "game-refused"


class UnknownGame(GameRefused):
    """No game, seat or deal has this id."""

    code = "not-found"


class InvalidGame(GameRefused):
    """A game can't be made like this; `pointer` names the part of the request (RFC 6901)."""

    code = "invalid-game"

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.detail = detail


class WrongInvite(GameRefused):
    """The secret is not the one that was made for this seat."""

    code = "wrong-invite"


class SeatAlreadyTaken(GameRefused):
    """Somebody sits there."""

    code = "seat-taken"


class NotASheet(GameRefused):
    """A row for a game that is played from deals."""

    code = "not-a-sheet"


class RulesPinned(GameRefused):
    """Other rules for a game that is played from deals."""

    code = "rules-pinned"


class StaleSeq(GameRefused):
    """The act was sent for an earlier state of the game; `seq` is the current one."""

    code = "stale"

    def __init__(self, seq: int) -> None:
        super().__init__(f"the game stands at seq {seq}: look at what happened and decide again")
        self.seq = seq


class SeatSubstituted(GameRefused):
    """A computer player holds the seat: nobody else acts for it."""

    code = "seat-substituted"


class HandOver(GameRefused):
    """No hand is on that could be void, or the game is over."""

    code = "hand-over"


class InvalidDeal(GameRefused):
    """A deal for a real table can't be made like this; `pointer` as in InvalidGame."""

    code = "invalid-deal"

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.detail = detail


class DealStands(GameRefused):
    """A deal stands for this hand already: `deal` is its number."""

    code = "deal-stands"

    def __init__(self, deal: int) -> None:
        super().__init__(f"deal {deal} stands for this hand")
        self.deal = deal
