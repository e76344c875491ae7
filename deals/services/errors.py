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
