"""What can go wrong for a client: it was refused, or the server did not do what it promised."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar


class ClientError(Exception):
    """The root of these errors."""

    code = "client"


class ApiProblem(ClientError):
    """The server refused a call (RFC 9457): `code` is for programs, `more` has further members."""

    def __init__(self, status: int, code: str, detail: str, more: Mapping[str, object]) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.more = more


class AnswerUnreadable(ClientError):
    """An answer is not of the documented shape."""

    code = "answer-unreadable"


class ServerBrokeItsWord(ClientError):
    """What the server shows is not what it promised; `step` is the verifier's (SPEC.md 8)."""

    code = "server-broke-its-word"
    step: ClassVar[int]


class NotInLog(ServerBrokeItsWord):
    """An entry is not in the log, under a checkpoint that the pinned key signed."""

    code = "not-in-log"
    step = 2


class OtherTerms(ServerBrokeItsWord):
    """The commit entry or the header is for another log, game, hand, deck or source."""

    code = "other-terms"
    step = 2


class SeedDoesNotOpen(ServerBrokeItsWord):
    """The revealed seed is not the one that was committed."""

    code = "seed-does-not-open"
    step = 3


class ContributionMissing(ServerBrokeItsWord):
    """The chain lacks a seat's K before the nonces, or has another for this seat."""

    code = "contribution-missing"
    step = 4


class FreezeDiffers(ServerBrokeItsWord):
    """The freeze entry does not have the K's and nonces that stand in the chain."""

    code = "freeze-differs"
    step = 5


class OtherIndex(ServerBrokeItsWord):
    """The revealed index is not the one that follows from seed and draw statement."""

    code = "other-index"
    step = 6


class OtherCards(ServerBrokeItsWord):
    """The cards that this seat was shown are not those of the index."""

    code = "other-cards"
    step = 7


class ChainChanged(ServerBrokeItsWord):
    """A line is malformed, out of order, or not what this seat did."""

    code = "chain-changed"
    step = 8


class ReceiptInvalid(ServerBrokeItsWord):
    """A receipt is not signed by the logged receipt key, or does not lie on the chain."""

    code = "receipt-invalid"
    step = 8
