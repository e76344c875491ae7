"""The seats' share of the randomness, in two rounds: first every commitment K, then every nonce."""

from __future__ import annotations

import hmac
import secrets

from deals.cards.seat import Seat
from deals.fairness.contribution import Contribution as Statement
from deals.fairness.contribution import contribution_commitment
from deals.models import Contribution, Deal
from deals.services.errors import (
    AlreadyContributed,
    ContributionsClosed,
    DoesNotOpen,
    ReusedNonce,
    TooEarly,
)
from deals.services.keys import service_keys
from deals.services.locked import LockedDeal


def open_contributions(deal: LockedDeal) -> None:
    """Take commitments from now on: the deal stands in its game's chain."""
    deal.row.state = Deal.State.CONTRIBUTING
    deal.row.save(update_fields=["state"])


def record_commitment(deal: LockedDeal, seat: Seat, commitment: str) -> None:
    """Keep a seat's K.

    Raises TooEarly, ContributionsClosed, AlreadyContributed.
    """
    _check_contributing(deal)
    given = list(deal.row.contributions.all())
    if any(row.nonce for row in given):
        raise ContributionsClosed("a nonce was opened already: no commitment can follow it")
    if any(row.seat == seat for row in given):
        raise AlreadyContributed(f"seat {seat} has sent its commitment")
    if any(row.commitment == commitment for row in given):
        raise AlreadyContributed("another seat has sent the same commitment")
    Contribution.objects.create(
        deal=deal.row, seat=seat, commitment=commitment, by=Contribution.By.SEAT
    )


def contribute_for_seat(deal: LockedDeal, seat: Seat) -> str:
    """Draw a nonce for a seat that has nobody to draw it, keep it sealed; its K."""
    nonce = secrets.token_bytes(32)
    commitment = contribution_commitment(Statement(deal.commitment, seat, nonce.hex()))
    Contribution.objects.create(
        deal=deal.row,
        seat=seat,
        commitment=commitment,
        by=Contribution.By.SERVICE,
        sealed_nonce=service_keys().sealer.seal(
            nonce, context=nonce_context(deal.commitment, seat)
        ),
    )
    return commitment


def silent_seats(deal: LockedDeal) -> list[Seat]:
    """Return the seats whose K is missing, or whose nonce is when every K is there."""
    given = {row.seat: row for row in deal.row.contributions.all()}
    if len(given) < deal.seats:
        return [seat for seat in range(deal.seats) if seat not in given]
    return [seat for seat in range(deal.seats) if not given[seat].nonce]


def is_opened(deal: LockedDeal) -> bool:
    """Whether every seat's nonce is public."""
    return deal.row.contributions.exclude(nonce="").count() == deal.seats


def open_nonce(deal: LockedDeal, seat: Seat, nonce: str) -> None:
    """Make a seat's nonce public.

    Raises TooEarly, ContributionsClosed, AlreadyContributed, DoesNotOpen, ReusedNonce.
    """
    _check_contributing(deal)
    given = {row.seat: row for row in deal.row.contributions.all()}
    if len(given) < deal.seats:
        raise TooEarly("a nonce follows when every seat's commitment stands in the chain")
    row = given[seat]
    if row.nonce:
        raise AlreadyContributed(f"seat {seat} has opened its nonce")
    commitment = contribution_commitment(Statement(deal.commitment, seat, nonce))
    if not hmac.compare_digest(commitment, row.commitment):
        raise DoesNotOpen(f"the nonce does not open the commitment of seat {seat}")
    if _is_used(deal, nonce):
        raise ReusedNonce("a nonce serves one deal only: draw 32 fresh bytes for each")
    _publish(row, nonce)


def open_service_nonces(deal: LockedDeal) -> list[tuple[Seat, str]]:
    """Make public the nonces that the service drew, in seat order."""
    rows = deal.row.contributions.filter(by=Contribution.By.SERVICE, nonce="").order_by("seat")
    return [(row.seat, _publish(row, _unseal(deal, row))) for row in rows]


def _publish(row: Contribution, nonce: str) -> str:
    row.nonce, row.sealed_nonce = nonce, None
    row.save(update_fields=["nonce", "sealed_nonce"])
    return nonce


def _unseal(deal: LockedDeal, row: Contribution) -> str:
    sealed = bytes(row.sealed_nonce or b"")
    return (
        service_keys().sealer.open(sealed, context=nonce_context(deal.commitment, row.seat)).hex()
    )


def _check_contributing(deal: LockedDeal) -> None:
    if deal.row.state == Deal.State.COMMITTED:
        raise TooEarly("the deal does not stand in its game's chain yet")
    if deal.row.state != Deal.State.CONTRIBUTING:
        raise ContributionsClosed(f"the deal is {deal.row.state}")


def _is_used(deal: LockedDeal, nonce: str) -> bool:
    """Whether a nonce is all zero or stood in a deal of the same game."""
    of_game = deal.row.purpose.partition("/hand/")[0] + "/hand/"
    used = Contribution.objects.filter(nonce=nonce, deal__purpose__startswith=of_game)
    return set(nonce) == {"0"} or used.exists()


def nonce_context(commitment: str, seat: Seat) -> str:
    """Return what a sealed nonce is bound to: its deal and seat."""
    return f"nonce/{commitment}/{seat}"
