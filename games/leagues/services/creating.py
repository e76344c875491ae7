"""Making a league."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from deals.fairness.times import cut_time
from deals.services.effects import note_effect
from games.leagues.models import League
from games.leagues.services.terms import LeagueTerms, check_terms


@transaction.atomic
def create_league(club: UUID, terms: LeagueTerms, *, now: datetime) -> UUID:
    """Make a league of a club; its id. Raises InvalidLeague, InvalidRules."""
    lines = check_terms(terms)
    time = cut_time(now)
    made = League.objects.create(
        club_id=club,
        name=terms.name,
        kind=terms.kind,
        play=terms.play,
        rules=lines,
        sources=terms.sources,
        lots=terms.lots,
        wait=terms.wait,
        games=terms.games,
        time=time,
        created=time,
    )
    note_effect()
    return made.id
