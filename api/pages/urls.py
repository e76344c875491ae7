"""The addresses of the pages."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, path

import api.converters  # noqa: F401 - it registers count
from api.pages import documents, views
from api.pages.audits import audit
from api.pages.games import games
from api.pages.leagues.desk import desk
from api.pages.leagues.making import new_league
from api.pages.leagues.rounds import board, cards, round_
from api.pages.leagues.rounds import slips as round_slips
from api.pages.leagues.season import history, league, leagues
from api.pages.people.account import account
from api.pages.people.club import club
from api.pages.people.club_tokens import club_tokens
from api.pages.people.clubs import clubs
from api.pages.people.join import join
from api.pages.play import play
from api.pages.public_log import public_log
from api.pages.replay import replay
from api.pages.sheets import empty_sheet, keep_sheet, sheet
from api.pages.slips import slips
from api.pages.verify import verify

urlpatterns: Final[list[URLPattern]] = [
    path("", views.landing, name="landing"),
    path("api/v1/docs/", views.documentation, name="documentation"),
    path("api/v1/docs/<slug:name>", views.operation, name="operation"),
    path("verify", verify, name="verify"),
    path("deals/<count:number>", views.deal, name="deal"),
    path("deals/<count:number>/slips", slips, name="slips"),
    path("fairness", views.fairness, name="fairness"),
    path("rules", documents.rules, name="rules"),
    path("documents/<slug:name>", documents.document, name="document"),
    path("public-log", public_log, name="public-log"),
    path("play", play, name="play"),
    path("audits/<uuid:audit>", audit, name="audit"),
    path("games", games, name="games"),
    path("games/<uuid:game>", replay, name="replay"),
    path("games/<uuid:game>/sheet", sheet, name="sheet"),
    path("sheet", keep_sheet, name="keep-sheet"),
    path("sheet/empty", empty_sheet, name="empty-sheet"),
    path("leagues", leagues, name="leagues"),
    path("account", account, name="account"),
    path("clubs", clubs, name="clubs"),
    path("clubs/<uuid:club>", club, name="club"),
    path("clubs/<uuid:club>/tokens", club_tokens, name="club-tokens"),
    path("clubs/<uuid:club>/join", join, name="join"),
    path("clubs/<uuid:club>/leagues/new", new_league, name="new-league"),
    path("leagues/<uuid:league>", league, name="league"),
    path("leagues/<uuid:league>/history", history, name="league-history"),
    path("leagues/<uuid:league>/cards", cards, name="movement-cards"),
    path("leagues/<uuid:league>/rounds/<count:number>", round_, name="round"),
    path("leagues/<uuid:league>/rounds/<count:number>/slips", round_slips, name="round-slips"),
    path("leagues/<uuid:league>/rounds/<count:number>/boards/<count:board>", board, name="board"),
    path("desk/<uuid:league>", desk, name="desk"),
    path("errors/", views.errors, name="errors"),
    path("errors/<slug:code>", views.error, name="error"),
]
