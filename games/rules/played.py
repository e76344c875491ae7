"""How far the plays of a hand were legal, and where it stands then."""

from __future__ import annotations

from typing import NamedTuple

from deals.cards.seat import Seat
from games.rules.limits import Limits


class Played(NamedTuple):
    """How far plays were legal, and where the hand stands then; sets of cards are 52-bit ints.

    `made` plays are good; `fault` names the rule that the next one breaks, if there was one;
    `turn` plays next, under `limits`, to the suit `led`. `winners` took the finished tricks, and
    `taken` holds their cards, without any kitty.
    """

    made: int
    fault: str | None
    opener: Seat
    turn: Seat
    led: int
    limits: Limits
    held: list[int]
    taken: list[int]
    winners: list[Seat]
    hearts_broken: bool

    def turn_at(self, made: int, *, players: int) -> Seat:
        """Give who played, or plays, after so many of these plays."""
        tricks, at = divmod(made, players)
        leader = self.winners[tricks - 1] if tricks else self.opener
        return (leader + at) % players
