"""Clubs, their members, and their open invitations."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from deals.fairness.times import format_time
from games.models import Club, Game, Invitation, Member
from games.selectors.pages import Place, page_of

Shown = list[dict[str, object]]


def clubs_page(
    *, after: Place | None, limit: int, member: UUID | None = None
) -> tuple[Shown, Place | None]:
    """Return clubs in pages, the newest first; with `member` only those of an account."""
    rows = Club.objects.all()
    if member is not None:
        rows = rows.filter(members__account=member)
    page, more = page_of(rows, after=after, limit=limit)
    return list(map(_club, page)), more


def club_summary(club: UUID) -> dict[str, object] | None:
    """Return what everybody may know of a club; None when there is none."""
    row = Club.objects.filter(id=club).first()
    return None if row is None else _club(row)


def members_page(club: UUID, *, after: Place | None, limit: int) -> tuple[Shown, Place | None]:
    """Return a club's members in pages, who joined last before the others."""
    rows = Member.objects.filter(club=club).select_related("account")
    page, more = page_of(rows, after=after, limit=limit, time="joined", key="account_id")
    return list(map(_member, page)), more


def member_summary(club: UUID, account: UUID) -> dict[str, object] | None:
    """Return a member; None when the account is none."""
    row = Member.objects.filter(club=club, account=account).select_related("account").first()
    return None if row is None else _member(row)


def role_in_club(club: UUID, account: UUID) -> str | None:
    """Return an account's role; None when it is no member."""
    found = Member.objects.filter(club=club, account=account)
    return found.values_list("role", flat=True).first()


def invitations_page(
    club: UUID, *, after: Place | None, limit: int, now: datetime
) -> tuple[Shown, Place | None]:
    """Return the invitations of a club that may still be used, the newest first."""
    rows = Invitation.objects.filter(club=club, used=None, expires__gt=now)
    page, more = page_of(rows, after=after, limit=limit)
    return list(map(_invitation, page)), more


def invitation_summary(invitation: UUID) -> dict[str, object] | None:
    """Return an invitation, without its secret; None when there is none."""
    row = Invitation.objects.filter(id=invitation).first()
    return None if row is None else _invitation(row)


def _club(row: Club) -> dict[str, object]:
    return {"id": str(row.id), "name": row.name, "created": format_time(row.created)}


def _member(row: Member) -> dict[str, object]:
    return {
        "account": str(row.account_id),
        "name": row.account.username,
        "role": row.role,
        "joined": format_time(row.joined),
    }


def _invitation(row: Invitation) -> dict[str, object]:
    return {
        "id": str(row.id),
        "role": row.role,
        "created": format_time(row.created),
        "expires": format_time(row.expires),
    }


def games_of_club(club: UUID) -> list[UUID] | None:
    """Return the games of a club, the oldest first; None when there is no such club."""
    if not Club.objects.filter(id=club).exists():
        return None
    rows = Game.objects.filter(club=club).order_by("created", "id")
    return list(rows.values_list("id", flat=True))
