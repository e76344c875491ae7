"""Rounds of the public beacon: fetched from whoever serves them, believed when they verify.

An endpoint is the address of a drand node's HTTP interface; a round is asked for below the
chain's hash. What an endpoint says counts for nothing until the signature is checked.
"""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from deals.fairness.beacon import CHAIN, check_round, committed_round, first_round, round_due
from deals.fairness.errors import RoundSignatureInvalid
from deals.models import Deal
from deals.services.fetching import FETCH_ERRORS, fetch_bytes
from deals.services.locked import LockedDeal

MARGIN: Final = timedelta(seconds=15)
"""Beyond the notice of 60 s: time for eyes outside to see the commit before the round is due."""
LOST_AFTER: Final = timedelta(hours=24)
_SETTLES: Final = timedelta(seconds=1)
"""How long after it is due a round is asked for first: it takes the network that long to sign."""
_MOST_BYTES: Final = 4096
_SIGNATURE: Final = re.compile("[0-9a-f]{96}")

logger = logging.getLogger("hearts.beacon")


@dataclass(frozen=True)
class FetchedRound:
    """A round whose signature (hex) was checked."""

    number: int
    signature: str


def promise_round(committed: datetime) -> str:
    """Return the beacon line of a deal that is committed now: the round it will wait for."""
    return f"{CHAIN}@{first_round(committed + MARGIN)}"


def promised_round(deal: LockedDeal) -> int:
    """Return the round that a deal waits for."""
    return committed_round(deal.row.beacon)


def wait_for_round(deal: LockedDeal) -> datetime:
    """Note that a deal waits for its round from now on; return when to ask for it first."""
    if deal.row.state == Deal.State.COMMITTED:  # A board's may be further at another table.
        deal.row.state = Deal.State.WAITING
        deal.row.save(update_fields=["state"])
    return round_due(promised_round(deal)) + _SETTLES


def is_lost(number: int, *, now: datetime) -> bool:
    """Whether a round is so late that its deal is given up."""
    return now >= round_due(number) + LOST_AFTER


def record_round(deal: LockedDeal, fetched: FetchedRound) -> None:
    """Keep the round that a deal waited for: its cards can be drawn now."""
    deal.row.signature = fetched.signature
    deal.row.save(update_fields=["signature"])


def fetch_round(number: int) -> FetchedRound | None:
    """Ask the endpoints of the settings in turn; None while none of them has a valid round."""
    for endpoint in settings.HEARTS_BEACONS:
        signature = _signature_from(endpoint, number)
        if signature is None:
            continue
        try:
            check_round(number, signature)
        except RoundSignatureInvalid as error:
            logger.warning("%s gave what is not round %d: %s", endpoint, number, error)
            continue
        return FetchedRound(number, signature)
    return None


def _signature_from(endpoint: str, number: int) -> str | None:
    """Return what an endpoint says is the signature of a round, None when it says nothing."""
    address = f"{endpoint.rstrip('/')}/{CHAIN}/public/{number}"
    try:
        said = json.loads(fetch_bytes(address, most=_MOST_BYTES))
    except FETCH_ERRORS as error:
        logger.info("%s does not give round %d: %s", endpoint, number, type(error).__name__)
        return None
    if not isinstance(said, dict) or said.get("round") != number:
        logger.warning("%s answers another round than %d", endpoint, number)
        return None
    signature = said.get("signature")
    return signature if isinstance(signature, str) and _SIGNATURE.fullmatch(signature) else None
