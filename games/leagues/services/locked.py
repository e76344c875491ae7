"""A league under its row's lock, as its acts pass it on: the first lock of every act."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from deals.fairness.times import cut_time
from games.leagues.models import Entrant, League, LeagueEvent, Standing
from games.leagues.selectors.tallies import read_tally, write_tally
from games.leagues.services.errors import UnknownLeague
from games.leagues.standings.facts import Fact, fact_to_json, kind_of
from games.leagues.standings.tally import Part, Tally


@dataclass(frozen=True)
class Decision:
    """Who decided something, and why: an account, and a code."""

    by: UUID | None = None
    reason: str = ""


SERVICE = Decision()
"""What the service does by itself."""


@dataclass(frozen=True)
class LockedLeague:
    """A league's row, locked; `now` is the later of the clock and its last event."""

    row: League
    now: datetime

    @property
    def id(self) -> UUID:
        """The league's id."""
        return self.row.id

    def append(self, fact: Fact, decision: Decision = SERVICE) -> int:
        """Write an event; its seq."""
        self.row.seq += 1
        self.row.time = self.now
        LeagueEvent.objects.create(
            league=self.row,
            seq=self.row.seq,
            time=self.now,
            kind=kind_of(fact),
            detail=fact_to_json(fact),
            reason=decision.reason,
            by=decision.by,
        )
        self.row.save(update_fields=["seq", "time"])
        return self.row.seq

    def add(self, entrant: str | UUID, part: Part, *, sign: int = 1) -> None:
        """Add what a result adds to an entrant's standing; with `sign` -1 take it back.

        The cost does not grow with the season.
        """
        standing = Standing.objects.get(entrant_id=entrant)
        tally = read_tally(standing)
        other: Tally = part.tally
        write_tally(standing, tally + other if sign == 1 else tally - other)
        standing.seq = self.row.seq
        standing.save()

    def entrant(self, entrant: UUID) -> Entrant:
        """Return an entrant of this league. Raises UnknownLeague."""
        found = Entrant.objects.filter(league=self.row, id=entrant).first()
        if found is None:
            raise UnknownLeague("the league has no such entrant")
        return found


def lock_league(league: UUID, *, now: datetime) -> LockedLeague:
    """Return a league, locked, inside a transaction. Raises UnknownLeague."""
    rows = League.objects.select_for_update(no_key=True, of=("self",))
    row = rows.filter(id=league).first()
    if row is None:
        raise UnknownLeague("no league has this id")
    return LockedLeague(row, max(cut_time(now), row.time))
