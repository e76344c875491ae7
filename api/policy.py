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


def may_audit(credential: Credential, game: UUID) -> bool:
    """Whether it may ask for an audit of a game: its creator and its seats."""
    return credential.game == game


def may_import(credential: Credential) -> bool:  # noqa: ARG001 - whose accounts, is yet to come
    """Whether it may send in records of others: any token, for now."""
    return True


def may_export(credential: Credential) -> bool:  # noqa: ARG001 - whose accounts, is yet to come
    """Whether it may ask for an archive of finished games, which are public: any token."""
    return True
