"""Clubs and their members. Whatever may take an owner from a club holds the lock of its row."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.services.effects import note_effect
from games.models import Club, Invitation, Member, Role
from games.services.errors import (
    AlreadyMember,
    LastOwner,
    UnknownClub,
    WrongInvitation,
    WrongName,
)

LONGEST_NAME: Final = 64


@dataclass(frozen=True)
class NewInvitation:
    """An invitation, and its secret, shown this once."""

    id: UUID
    secret: str


def create_club(name: str, *, owner: UUID, now: datetime) -> UUID:
    """Found a club with its first owner; its id. Raises WrongName."""
    _check_name(name)
    with transaction.atomic():
        club = Club.objects.create(name=name, created=now)
        Member.objects.create(club=club, account_id=owner, role=Role.OWNER, joined=now)
        note_effect()
    return club.id


def rename_club(club: UUID, name: str) -> None:
    """Give a club another name. Raises WrongName, UnknownClub."""
    _check_name(name)
    if not Club.objects.filter(id=club).update(name=name):
        raise UnknownClub("no club has this id")


@transaction.atomic
def invite_member(club: UUID, role: str, *, expires: datetime, now: datetime) -> NewInvitation:
    """Make an invitation for one person, into a role. Raises UnknownClub."""
    _lock(club)
    secret = secrets.token_urlsafe(32)
    made = Invitation.objects.create(
        club_id=club, role=role, digest=_digest(secret), created=now, expires=expires
    )
    note_effect()
    return NewInvitation(made.id, secret)


@transaction.atomic
def withdraw_invitation(club: UUID, invitation: UUID) -> None:
    """Take back an invitation that nobody has used. Raises UnknownClub for any other."""
    _lock(club)
    found = Invitation.objects.filter(id=invitation, club=club, used=None)
    if not found.delete()[0]:
        raise UnknownClub("no open invitation has this id")


@transaction.atomic
def join_club(club: UUID, account: UUID, *, secret: str, now: datetime) -> None:
    """Make an account a member by an invitation, which is used up by that.

    Raises UnknownClub, WrongInvitation, AlreadyMember.
    """
    _lock(club)
    found = Invitation.objects.filter(club=club, digest=_digest(secret)).first()
    if found is None:
        raise WrongInvitation("no invitation into this club has this secret")
    if found.used is not None:
        raise WrongInvitation("the invitation was used")
    if found.expires <= now:
        raise WrongInvitation("the invitation has expired")
    _, is_new = Member.objects.get_or_create(
        club_id=club, account_id=account, defaults={"role": found.role, "joined": now}
    )
    if not is_new:
        raise AlreadyMember("the account is a member of this club")
    found.used = now
    found.save(update_fields=["used"])
    note_effect()


@transaction.atomic
def change_role(club: UUID, account: UUID, role: str) -> None:
    """Give a member another role. Raises UnknownClub, LastOwner."""
    member = _lock_member(club, account)
    if role != Role.OWNER:
        _check_other_owner(member)
    member.role = role
    member.save(update_fields=["role"])


@transaction.atomic
def remove_member(club: UUID, account: UUID) -> None:
    """End a membership; games and seats stay as they were. Raises UnknownClub, LastOwner."""
    member = _lock_member(club, account)
    _check_other_owner(member)
    member.delete()


def _lock(club: UUID) -> None:
    """Lock a club's row: one change of its members at a time. Raises UnknownClub."""
    rows = Club.objects.select_for_update(no_key=True, of=("self",))
    if not rows.filter(id=club).exists():
        raise UnknownClub("no club has this id")


def _lock_member(club: UUID, account: UUID) -> Member:
    _lock(club)
    member = Member.objects.filter(club=club, account=account).first()
    if member is None:
        raise UnknownClub("no such member")
    return member


def _check_other_owner(member: Member) -> None:
    owners = Member.objects.filter(club=member.club_id, role=Role.OWNER)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise LastOwner("a club keeps an owner: make another member owner first")


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise WrongName(f"a name is 1 to {LONGEST_NAME} characters, all of them printable")


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
