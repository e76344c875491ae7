"""Who takes part: entries at any time, withdrawals, returns, substitutes. Nothing gains points."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from deals.services.effects import note_effect
from games.leagues.models import Entrant, Standing
from games.leagues.services.errors import AlreadyEntered, AlreadyLeft, InvalidLeague
from games.leagues.services.locked import Decision, LockedLeague, lock_league
from games.leagues.services.terms import check_name
from games.leagues.standings.facts import Entered, Returned, Substituted, Withdrawn
from games.selectors.clubs import role_in_club


@dataclass(frozen=True)
class Entry:
    """Who is to take part: a member's account, or with None a guest or a computer player."""

    name: str
    account: UUID | None = None
    is_computer: bool = False


@transaction.atomic
def enter(league: UUID, entry: Entry, decision: Decision, *, now: datetime) -> UUID:
    """Enter somebody, before the first round or later; the entrant's id.

    Raises UnknownLeague, InvalidLeague, AlreadyEntered.
    """
    check_name(entry.name)
    locked = lock_league(league, now=now)
    _check_account(locked, entry)
    everybody = Entrant.objects.filter(league=locked.row)
    made = Entrant.objects.create(
        id=uuid.uuid4(),
        league=locked.row,
        number=everybody.count() + 1,
        name=entry.name,
        holder=_holder(entry),
        account_id=entry.account,
        sat=_fewest_sat(locked),
    )
    seq = locked.append(Entered(str(made.id)), decision)
    Standing.objects.create(entrant=made, league=locked.row, seq=seq)
    note_effect()
    return made.id


@transaction.atomic
def withdraw(league: UUID, entrant: UUID, decision: Decision, *, now: datetime) -> None:
    """Let an entrant leave; what it has come to stays. Raises UnknownLeague, AlreadyLeft."""
    locked = lock_league(league, now=now)
    row = locked.entrant(entrant)
    if row.left:
        raise AlreadyLeft("the entrant has left")
    row.left = True
    row.save(update_fields=["left"])
    locked.append(Withdrawn(str(entrant)), decision)
    note_effect()


@transaction.atomic
def return_entrant(league: UUID, entrant: UUID, decision: Decision, *, now: datetime) -> None:
    """Let an entrant go on with what it had. Raises UnknownLeague, AlreadyEntered."""
    locked = lock_league(league, now=now)
    row = locked.entrant(entrant)
    if not row.left:
        raise AlreadyEntered("the entrant has not left")
    row.left, row.sat = False, max(row.sat, _fewest_sat(locked))
    row.save(update_fields=["left", "sat"])
    locked.append(Returned(str(entrant)), decision)
    note_effect()


@transaction.atomic
def substitute(
    league: UUID, entrant: UUID, player: UUID | None, decision: Decision, *, now: datetime
) -> None:
    """Let a member play for an entrant from the next draw on; None: itself again.

    Raises UnknownLeague, InvalidLeague.
    """
    locked = lock_league(league, now=now)
    row = locked.entrant(entrant)
    if player is not None and role_in_club(locked.row.club_id, player) is None:
        raise InvalidLeague("/player", "no member of the club has this account")
    if player is not None and _plays_already(locked, player):
        raise InvalidLeague("/player", "the account plays in this league already")
    row.substitute_id = player
    row.save(update_fields=["substitute"])
    locked.append(Substituted(str(entrant), None if player is None else str(player)), decision)
    note_effect()


def _check_account(locked: LockedLeague, entry: Entry) -> None:
    if entry.account is None:
        return
    if entry.is_computer:
        raise InvalidLeague("/computer", "an account is no computer player")
    if role_in_club(locked.row.club_id, entry.account) is None:
        raise InvalidLeague("/account", "no member of the club has this account")
    if Entrant.objects.filter(league=locked.row, account=entry.account).exists():
        raise AlreadyEntered("the account is an entrant of this league: let it return")
    if _plays_already(locked, entry.account):
        raise InvalidLeague("/account", "the account plays as a substitute in this league")


def _plays_already(locked: LockedLeague, account: UUID) -> bool:
    """Whether an account is an entrant that has not left, or somebody's substitute."""
    entrants = Entrant.objects.filter(league=locked.row)
    return entrants.filter(Q(account=account, left=False) | Q(substitute=account)).exists()


def _holder(entry: Entry) -> str:
    if entry.is_computer:
        return Entrant.Holder.COMPUTER
    return Entrant.Holder.GUEST if entry.account is None else Entrant.Holder.ACCOUNT


def _fewest_sat(locked: LockedLeague) -> int:
    """Return as how often who comes in now counts as having sat out."""
    active = Entrant.objects.filter(league=locked.row, left=False)
    return active.order_by("sat").values_list("sat", flat=True).first() or 0
