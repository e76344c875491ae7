"""A round that stands in the public log though the database has lost it: it is not drawn again.

So it is after a backup was restored and the log made whole from a mirror. The round is seated as it
was logged, with new games; what was played of it is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias
from uuid import UUID

from deals.selectors.deals import round_entry
from games.leagues.models import Entrant, Standing
from games.leagues.movements.plan import Plan
from games.leagues.services.locked import Decision, LockedLeague
from games.leagues.standings.facts import Entered

Tables: TypeAlias = tuple[tuple[str, ...], ...]

RESTORED: Final = "restored"


def logged_tables(league: UUID, number: int) -> Tables | None:
    """Return the tables of a round as the public log has them; None before it is seated."""
    entry = round_entry(league, number)
    return None if entry is None else tuple(line.entrants for line in entry.tables)


def bring_back(locked: LockedLeague, tables: Tables) -> None:
    """Enter who sits in the log and in no row: guests, for their names are lost."""
    seated = [UUID(entrant) for table in tables for entrant in table]
    everybody = Entrant.objects.filter(league=locked.row)
    known = set(everybody.values_list("id", flat=True))
    for number, entrant in enumerate((one for one in seated if one not in known), len(known) + 1):
        made = Entrant.objects.create(
            id=entrant,
            league=locked.row,
            number=number,
            name=f"restored {number}",
            holder=Entrant.Holder.GUEST,
            sat=_fewest_sat(locked),
        )
        seq = locked.append(Entered(str(entrant)), Decision(reason=RESTORED))
        Standing.objects.create(entrant=made, league=locked.row, seq=seq)


def _fewest_sat(locked: LockedLeague) -> int:
    active = Entrant.objects.filter(league=locked.row, left=False)
    return active.order_by("sat").values_list("sat", flat=True).first() or 0


def plan_as_logged(plan: Plan, tables: Tables) -> Plan:
    """Return a plan for the tables of the log: this one where it seats the same people."""
    seated = [entrant for table in tables for entrant in table]
    sizes = tuple(map(len, tables))
    if sorted(seated) == sorted(plan.order) and sizes == plan.sizes:
        return plan
    everybody: Sequence[str] = (*plan.order, *plan.sitting)
    sitting = tuple(entrant for entrant in everybody if entrant not in seated)
    return Plan(tuple(seated), sizes, sitting)
