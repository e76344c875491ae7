"""Accounts, as their owners see them."""

from __future__ import annotations

from uuid import UUID

from deals.fairness.times import format_time
from games.models import Account, Member


def account_summary(account: UUID) -> dict[str, object] | None:
    """Return an account with its clubs; None when there is none."""
    row = Account.objects.filter(id=account).first()
    if row is None:
        return None
    clubs = Member.objects.filter(account=account).select_related("club")
    return {
        "id": str(row.id),
        "name": row.username,
        "created": format_time(row.date_joined),
        "clubs": [
            {"club": str(member.club_id), "name": member.club.name, "role": member.role}
            for member in clubs.order_by("joined", "club_id")
        ],
    }
