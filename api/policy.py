"""Who may do what: pure predicates over a credential, and over where its bearer stands.

A credential is what a token says. A relation says where an account or a club stands towards one
game; a role says it towards a club. Each role may do what those below it may, and a token no more
than its scopes say.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from deals.cards.seat import Seat
from games.replay.sight import SPECTATOR, Viewer


class Kind(StrEnum):
    """For whom a token speaks."""

    SEAT = "seat"
    CREATOR = "creator"
    ACCOUNT = "account"
    CLUB = "club"


class Scope(StrEnum):
    """What a token of an account or a club may be used for; to read, every one may."""

    READ = "read"
    PLAY = "play"
    SCORE = "score"
    DIRECT = "direct"
    MANAGE = "manage"


class Role(StrEnum):
    """A member's role, the highest first."""

    OWNER = "owner"
    DIRECTOR = "director"
    SCORER = "scorer"
    PLAYER = "player"


_HEIGHT: Final = {role: len(Role) - place for place, role in enumerate(Role)}
SCOPES_OF_CLUBS: Final = frozenset({Scope.READ, Scope.SCORE, Scope.DIRECT})
"""A club's token neither sits nor manages: people do."""


@dataclass(frozen=True)
class Credential:
    """A token: the game and seat, the account or the club that it speaks for, and its scopes."""

    token: UUID
    kind: Kind
    game: UUID | None = None
    seat: Seat | None = None
    account: UUID | None = None
    club: UUID | None = None
    scopes: frozenset[Scope] = frozenset()
    expires: datetime | None = None


@dataclass(frozen=True)
class Relation:
    """Where an account or a club stands towards a game.

    `role` is the account's in the game's club, `seat` its seat at this table. `sits_elsewhere` says
    that it holds a seat of another open table of the same round.
    """

    game: UUID
    is_sheet: bool = False
    is_creator: bool = False
    club: UUID | None = None
    role: Role | None = None
    seat: Seat | None = None
    sits_elsewhere: bool = False


def may_act(credential: Credential, relation: Relation, seat: Seat) -> bool:
    """Whether it may act for a seat, and see what the seat sees."""
    if credential.kind == Kind.SEAT:
        return credential.game == relation.game and credential.seat == seat
    return _has(credential, Scope.PLAY, kind=Kind.ACCOUNT) and relation.seat == seat


def may_direct(credential: Credential, relation: Relation) -> bool:
    """Whether it may void, end, adjust, substitute, repair, and change a sheet's rules.

    The creator's token and account direct a game that names no club; else the club's directors.
    """
    return _leads(credential, relation, frozenset({Scope.DIRECT}), least=Role.DIRECTOR)


def may_score(credential: Credential, relation: Relation) -> bool:
    """Whether it may write and correct rows: whoever directs, and the club's scorers."""
    scopes = frozenset({Scope.SCORE, Scope.DIRECT})
    return _leads(credential, relation, scopes, least=Role.SCORER)


def may_ask(credential: Credential, relation: Relation) -> bool:
    """Whether it may ask for what a silent seat leaves undone: any seat, and the director."""
    sits = relation.seat if credential.kind == Kind.ACCOUNT else credential.seat
    is_seat = sits is not None and may_act(credential, relation, sits)
    return is_seat or may_direct(credential, relation)


def may_answer(credential: Credential, relation: Relation) -> bool:
    """Whether it may answer what a moon does: who may ask; and on a sheet whoever keeps it."""
    is_scorer = relation.is_sheet and may_score(credential, relation)
    return is_scorer or may_ask(credential, relation)


def viewer_of(credential: Credential | None, relation: Relation) -> Viewer:
    """Return as whom it looks at a table: its seat, or a spectator, as a director does too."""
    if credential is None:
        return SPECTATOR
    sits = relation.seat if credential.kind == Kind.ACCOUNT else credential.seat
    return Viewer(sits) if sits is not None and may_act(credential, relation, sits) else SPECTATOR


def may_audit(credential: Credential, relation: Relation) -> bool:
    """Whether it may ask for an audit: who sits, who created or directs, and the whole club."""
    if credential.kind == Kind.ACCOUNT:
        is_member = relation.role is not None
        return is_member or relation.is_creator or relation.seat is not None
    if credential.kind == Kind.CLUB:
        return relation.club is not None and credential.club == relation.club
    return credential.game == relation.game


def may_watch(relation: Relation) -> bool:
    """Whether its bearer may look on at a table: nobody who sits at another one of the round."""
    return not relation.sits_elsewhere


def may_seat_guests(relation: Relation) -> bool:
    """Whether its bearer, who directs, may act for guests there: nobody who plays in the round."""
    return relation.seat is None and not relation.sits_elsewhere


def may_create(
    credential: Credential | None, *, club: UUID | None, role: Role | None, is_sheet: bool
) -> bool:
    """Whether it may make a game, or a sheet: for a club as its director, or scorer; else anybody.

    In the name of an account only a token with the scope for it does.
    """
    scopes = frozenset({Scope.SCORE, Scope.DIRECT} if is_sheet else {Scope.DIRECT})
    if credential is None or credential.kind in {Kind.SEAT, Kind.CREATOR}:
        return club is None
    if not credential.scopes & scopes:
        return False
    if credential.kind == Kind.CLUB:
        return credential.club == club
    least = Role.SCORER if is_sheet else Role.DIRECTOR
    return club is None or _is_at_least(role, least)


def may_direct_club(credential: Credential, *, club: UUID, role: Role | None) -> bool:
    """Whether it may direct the leagues of a club: draw, close, enter, correct."""
    return may_create(credential, club=club, role=role, is_sheet=False)


def may_score_club(credential: Credential, *, club: UUID, role: Role | None) -> bool:
    """Whether it may correct results of a club's leagues: whoever directs, and its scorers."""
    return may_create(credential, club=club, role=role, is_sheet=True)


def may_take_seats(credential: Credential | None) -> bool:
    """Whether a seat may be taken with it: in an account's name only by a token that may play."""
    if credential is None or credential.kind in {Kind.SEAT, Kind.CREATOR}:
        return True
    return _has(credential, Scope.PLAY, kind=Kind.ACCOUNT)


def may_manage_account(credential: Credential, account: UUID) -> bool:
    """Whether it may change an account's password, found and join clubs as it, and leave them."""
    return _has(credential, Scope.MANAGE, kind=Kind.ACCOUNT) and credential.account == account


def may_see_members(credential: Credential, *, club: UUID, role: Role | None) -> bool:
    """Whether it may see who is in a club: members only."""
    return role is not None if credential.kind == Kind.ACCOUNT else credential.club == club


def may_manage_club(credential: Credential, *, role: Role | None) -> bool:
    """Whether it may change a club's name, members, invitations and tokens: owners."""
    return _has(credential, Scope.MANAGE, kind=Kind.ACCOUNT) and role == Role.OWNER


def may_issue(
    credential: Credential, *, scopes: AbstractSet[Scope], expires: datetime | None
) -> bool:
    """Whether it may make another token for the same bearer: none that may more, or longer."""
    if credential.kind == Kind.CLUB:
        return False
    if credential.kind == Kind.ACCOUNT and Scope.MANAGE not in credential.scopes:
        return False
    is_shorter = credential.expires is None or (
        expires is not None and expires <= credential.expires
    )
    return scopes <= credential.scopes and is_shorter


def may_revoke_own(credential: Credential, token: UUID) -> bool:
    """Whether it may end a token of its own bearer: itself, or any where it may manage."""
    if token == credential.token or credential.kind in {Kind.SEAT, Kind.CREATOR}:
        return True
    return _has(credential, Scope.MANAGE, kind=Kind.ACCOUNT)


def _leads(
    credential: Credential, relation: Relation, scopes: frozenset[Scope], *, least: Role
) -> bool:
    """Whether it speaks for the game's creator, or for enough of its club."""
    if relation.sits_elsewhere or credential.kind == Kind.SEAT:
        return False
    if credential.kind == Kind.CREATOR:
        return credential.game == relation.game
    if not credential.scopes & scopes:
        return False
    if credential.kind == Kind.CLUB:
        return relation.club is not None and credential.club == relation.club
    return relation.is_creator if relation.club is None else _is_at_least(relation.role, least)


def _has(credential: Credential, scope: Scope, *, kind: Kind) -> bool:
    return credential.kind == kind and scope in credential.scopes


def _is_at_least(role: Role | None, least: Role) -> bool:
    return role is not None and _HEIGHT[role] >= _HEIGHT[least]


def may_import(credential: Credential) -> bool:
    """Whether it may send in records of others: in the name of others one that writes."""
    return credential.kind in {Kind.SEAT, Kind.CREATOR} or credential.scopes != {Scope.READ}


def may_export(credential: Credential) -> bool:  # noqa: ARG001 - a predicate's face
    """Whether it may ask for an archive of finished games, which are public: any token."""
    return True


def may_audit_all(credential: Credential) -> bool:  # noqa: ARG001 - no token can, so far
    """Whether it may ask for an audit of everything: who runs the service may, by manage.py."""
    return False
