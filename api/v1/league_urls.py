"""The addresses of leagues."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, path

import api.converters  # noqa: F401 - it registers count and seat
from api.v1.league_audits import AuditOfLeague
from api.v1.league_entrants import Entrants, LeagueEvents
from api.v1.league_rounds import (
    Cards,
    CloseOfRound,
    GuestSeat,
    OneBoard,
    OneRound,
    ProvenRounds,
    Rounds,
)
from api.v1.league_standings import Standings
from api.v1.leagues import Leagues, OneLeague

LEAGUE_URLS: Final[list[URLPattern]] = [
    path("leagues", Leagues.as_view()),
    path("leagues/<uuid:league>", OneLeague.as_view()),
    path("leagues/<uuid:league>/entrants", Entrants.as_view()),
    path("leagues/<uuid:league>/events", LeagueEvents.as_view()),
    path("leagues/<uuid:league>/rounds", Rounds.as_view()),
    path("leagues/<uuid:league>/rounds/proof", ProvenRounds.as_view()),
    path("leagues/<uuid:league>/rounds/<count:number>", OneRound.as_view()),
    path("leagues/<uuid:league>/rounds/<count:number>/boards/<count:board>", OneBoard.as_view()),
    path("leagues/<uuid:league>/rounds/<count:number>/close", CloseOfRound.as_view()),
    path("leagues/<uuid:league>/standings", Standings.as_view()),
    path("leagues/<uuid:league>/cards", Cards.as_view()),
    path("leagues/<uuid:league>/audit", AuditOfLeague.as_view()),
    path("leagues/<uuid:league>/games/<uuid:game>/seats/<seat:seat>", GuestSeat.as_view()),
]
