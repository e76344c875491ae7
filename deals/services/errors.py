"""What the acts of dealing refuse, each named by the fact."""

from __future__ import annotations


class DealRefused(Exception):
    """The root of these errors; `code` is what the API answers."""

    code = "deal-refused"


class ContributionsClosed(DealRefused):
    """The deal does not take this commitment or nonce (any more)."""

    code = "contributions-closed"


class AlreadyContributed(DealRefused):
    """The seat's commitment or nonce stands already, or another seat's is the same."""

    code = "already-contributed"


class TooEarly(DealRefused):
    """A nonce before every seat's commitment stands in the chain, or anything before the deal."""

    code = "too-early"


class StaleHead(DealRefused):
    """The nonce was not sent for the chain as it stood after the last commitment."""

    code = "stale-head"


class DoesNotOpen(DealRefused):
    """The nonce does not open the seat's commitment."""

    code = "does-not-open"


class ReusedNonce(DealRefused):
    """The nonce is all zero, or stood in an earlier deal of the game."""

    code = "reused-nonce"


class SeedLost(DealRefused):
    """The key that sealed a deal's seed is gone: the deal can only be voided, as seed-lost."""

    code = "seed-lost"


class WaitNotOver(DealRefused):
    """The seat may still answer; `until` (a statement's time) is when it will be late."""

    code = "wait-not-over"

    def __init__(self, seat: int, until: str) -> None:
        super().__init__(f"seat {seat} may answer until {until}")
        self.until = until


class SeatNotSilent(DealRefused):
    """Nobody waits for this seat: it has given what was asked, or another is on turn."""

    code = "seat-not-silent"
