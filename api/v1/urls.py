"""The addresses of version 1; none has a slash at its end."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, path

import api.converters  # noqa: F401 - it registers count and seat
from api.v1.accounts import Accounts, OneAccount, PasswordOfAccount
from api.v1.adjustments import Adjustments
from api.v1.audits import Audits, CancelledAudit, FindingsOfAudit, OneAudit
from api.v1.clubs import Clubs, OneClub
from api.v1.contributions import ContributionOfSeat, Contributions
from api.v1.deals import Deals, OneDeal, ProofOfDeal, SlipOfDeal
from api.v1.events import Events
from api.v1.exports import Exports, FileOfExport, OneExport
from api.v1.games import BundleOfGame, Games, OneGame, RecordOfGame
from api.v1.imports import Imports, LinesOfImport, OneImport
from api.v1.invitations import Invitations, OneInvitation
from api.v1.league_urls import LEAGUE_URLS
from api.v1.members import Members, OneMember
from api.v1.moon_choice import MoonChoice
from api.v1.openapi import openapi_document
from api.v1.passes import Passes
from api.v1.plays import Plays
from api.v1.rescore import Rescore
from api.v1.rows import OneRow, Rows, RulesOfSheet
from api.v1.rulesets import CheckRules
from api.v1.scoresheet import Scoresheet
from api.v1.seats import SeatOfGame
from api.v1.substitutions import Substitutions
from api.v1.tokens import OneToken, Tokens, TokensOfClub
from api.v1.verify import Verify
from api.v1.view import ViewOfGame
from api.v1.voids import VoidOfDeal, VoidOfGame

urlpatterns: Final[list[URLPattern]] = [
    path("games", Games.as_view()),
    path("games/<uuid:game>", OneGame.as_view()),
    path("games/<uuid:game>/seats/<seat:seat>", SeatOfGame.as_view()),
    path("games/<uuid:game>/passes", Passes.as_view()),
    path("games/<uuid:game>/plays", Plays.as_view()),
    path("games/<uuid:game>/void", VoidOfGame.as_view()),
    path("games/<uuid:game>/substitutions", Substitutions.as_view()),
    path("games/<uuid:game>/moon-choice", MoonChoice.as_view()),
    path("games/<uuid:game>/rows", Rows.as_view()),
    path("games/<uuid:game>/rows/<count:hand>", OneRow.as_view()),
    path("games/<uuid:game>/rules", RulesOfSheet.as_view()),
    path("games/<uuid:game>/adjustments", Adjustments.as_view()),
    path("games/<uuid:game>/scoresheet", Scoresheet.as_view()),
    path("games/<uuid:game>/rescore", Rescore.as_view()),
    path("games/<uuid:game>/events", Events.as_view()),
    path("games/<uuid:game>/view", ViewOfGame.as_view()),
    path("games/<uuid:game>/record", RecordOfGame.as_view()),
    path("games/<uuid:game>/bundle", BundleOfGame.as_view()),
    path("deals", Deals.as_view()),
    path("deals/<count:number>", OneDeal.as_view()),
    path("deals/<count:number>/contributions", Contributions.as_view()),
    path("deals/<count:number>/contributions/<seat:seat>", ContributionOfSeat.as_view()),
    path("deals/<count:number>/void", VoidOfDeal.as_view()),
    path("deals/<count:number>/slips/<seat:place>", SlipOfDeal.as_view()),
    path("deals/<count:number>/proof", ProofOfDeal.as_view()),
    path("accounts", Accounts.as_view()),
    path("accounts/<uuid:account>", OneAccount.as_view()),
    path("accounts/<uuid:account>/password", PasswordOfAccount.as_view()),
    path("tokens", Tokens.as_view()),
    path("tokens/<uuid:token>", OneToken.as_view()),
    path("clubs", Clubs.as_view()),
    path("clubs/<uuid:club>", OneClub.as_view()),
    path("clubs/<uuid:club>/members", Members.as_view()),
    path("clubs/<uuid:club>/members/<uuid:account>", OneMember.as_view()),
    path("clubs/<uuid:club>/invitations", Invitations.as_view()),
    path("clubs/<uuid:club>/invitations/<uuid:invitation>", OneInvitation.as_view()),
    path("clubs/<uuid:club>/tokens", TokensOfClub.as_view()),
    path("rulesets/check", CheckRules.as_view()),
    path("audits", Audits.as_view()),
    path("audits/<uuid:audit>", OneAudit.as_view()),
    path("audits/<uuid:audit>/cancel", CancelledAudit.as_view()),
    path("audits/<uuid:audit>/findings", FindingsOfAudit.as_view()),
    path("imports", Imports.as_view()),
    path("imports/<uuid:file>", OneImport.as_view()),
    path("imports/<uuid:file>/lines", LinesOfImport.as_view()),
    path("exports", Exports.as_view()),
    path("exports/<uuid:export>", OneExport.as_view()),
    path("exports/<uuid:export>/file", FileOfExport.as_view()),
    path("verify", Verify.as_view()),
    *LEAGUE_URLS,
    path("openapi.json", openapi_document),
]
