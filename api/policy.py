"""Who may do what: pure predicates over the credential that came with a request."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from deals.cards.seat import Seat


@dataclass(frozen=True)
class Credential:
    """What a token says: a game, and the seat that it speaks for, or None for its creator."""

    game: UUID
    seat: Seat | None


def may_act(credential: Credential, *, game: UUID | None, seat: Seat) -> bool:
    """Whether it may act for a seat, and see what the seat sees."""
    return credential.game == game and credential.seat == seat


def may_direct(credential: Credential, game: UUID | None) -> bool:
    """Whether it may void, end and substitute in a game: its creator."""
    return credential.game == game and credential.seat is None


def may_ask(credential: Credential, game: UUID | None) -> bool:
    """Whether it may ask for what a silent seat leaves undone: any seat, and the creator."""
    return credential.game == game


def may_audit_all(credential: Credential) -> bool:  # noqa: ARG001 - no token can, so far
    """Whether it may ask for an audit of everything: who runs the service may, by manage.py."""
    return False


def may_audit(credential: Credential, game: UUID) -> bool:
    """Whether it may ask for an audit of a game: its creator and its seats."""
    return credential.game == game
