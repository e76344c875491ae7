"""The public randomness that a deal can wait for: drand's quicknet (SPEC.md 1 and 5).

Every three seconds a round comes out: its number, and a signature over it that nobody could
foretell. Which round a deal is drawn from is fixed with its commitment, before the round is due.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from deals.fairness.bls12381.signature import check_signature
from deals.fairness.errors import (
    PointRefused,
    RoundSignatureInvalid,
    RoundTooEarly,
    SignatureRefused,
)
from deals.fairness.kinds import NUMBER_END, QUICKNET, SHOWN_BEACON
from deals.fairness.times import format_time

CHAIN: Final = QUICKNET
"""The chain's hash."""
SCHEME: Final = "bls-unchained-g1-rfc9380"
PUBLIC_KEY: Final = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
    "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
    "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
"""The chain's key, a compressed point of G2, hex."""
TAG: Final = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The domain separation tag under which a round is hashed to G1."""
GENESIS: Final = datetime.fromtimestamp(1_692_803_367, UTC)
"""When round 1 was due."""
PERIOD: Final = timedelta(seconds=3)
NOTICE: Final = timedelta(seconds=60)
"""How long after the commit entry's time a committed round must be due, at least."""


def round_due(number: int) -> datetime:
    """Return when a round, from 1, is due; the end of time for rounds beyond every calendar."""
    try:
        return GENESIS + (number - 1) * PERIOD
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def round_at(moment: datetime) -> int:
    """Return the newest round that is due at a moment; 0 before the first."""
    return max(0, (moment - GENESIS) // PERIOD + 1)


def first_round(committed: datetime) -> int:
    """Return the first round that a deal may wait for whose commit entry has this time."""
    earliest = committed + NOTICE
    return max(1, -((GENESIS - earliest) // PERIOD) + 1)


def committed_round(beacon: str) -> int:
    """Return the round of a commit entry's `<chain hash>@<round>`."""
    return int(beacon.partition("@")[2])


def check_notice(number: int, committed: datetime) -> None:
    """Check that a committed round was due 60 s or more after the commit entry's time.

    Raises RoundTooEarly.
    """
    due = round_due(number)
    if due - committed < NOTICE:
        raise RoundTooEarly(number, due=format_time(due), committed=format_time(committed))


def check_round(number: int, signature: str) -> str:
    """Check a round's signature, 96 hex digits, and return its randomness: their SHA-256, hex.

    Raises RoundSignatureInvalid.
    """
    if not 0 < number < NUMBER_END or SHOWN_BEACON.parse(f"{number} {signature}") is None:
        raise RoundSignatureInvalid(number, "it is not 96 lower-case hex digits")
    signed = bytes.fromhex(signature)
    message = sha256(number.to_bytes(8, "big")).digest()
    try:
        check_signature(bytes.fromhex(PUBLIC_KEY), message, signed, tag=TAG.encode())
    except (PointRefused, SignatureRefused) as error:
        raise RoundSignatureInvalid(number, str(error)) from None
    return round_randomness(signature)


def round_randomness(signature: str) -> str:
    """Return what a round's signature, in hex, gives: its SHA-256, hex."""
    return sha256(bytes.fromhex(signature)).hexdigest()
