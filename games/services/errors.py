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


class BoardShut(GameRefused):
    """Other tables play this board still: nothing of it is opened or thrown away."""

    code = "board-shut"


class HandOver(GameRefused):
    """No hand is on that could be void, or the game is over."""

    code = "hand-over"


class WrongName(GameRefused):
    """No account or club can have this name."""

    code = "invalid-name"


class NameTaken(GameRefused):
    """Another account has this name, perhaps in other letter case."""

    code = "name-taken"


class WeakPassword(GameRefused):
    """The password is one that others would guess."""

    code = "weak-password"


class WrongPassword(GameRefused):
    """No account has this name and this password."""

    code = "wrong-password"


class UnknownClub(GameRefused):
    """No club, member or invitation has this id."""

    code = "not-found"


class WrongInvitation(GameRefused):
    """The secret invites nobody into this club, or does no more."""

    code = "wrong-invitation"


class AlreadyMember(GameRefused):
    """The account is in the club."""

    code = "already-member"


class LastOwner(GameRefused):
    """Without this owner the club would have none."""

    code = "last-owner"


class AlreadySeated(GameRefused):
    """The account sits at another seat of this game."""

    code = "already-seated"


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


class AuditOver(GameRefused):
    """The audit has ended: there is nothing to call off."""

    code = "audit-over"
