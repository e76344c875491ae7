"""Who takes part in a league, and what its director decides."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.body import read_body, read_query
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.league_rights import require_league_director, require_league_scorer
from api.problems import Place, Problem
from api.v1 import league_examples as examples
from api.v1.league_inputs import EntrantInput, LeagueEventInput, LeagueEventsQuery
from api.v1.league_shapes import EntrantShape, EntrantsShape, LeagueEventsShape
from games.leagues.selectors.leagues import (
    club_of_league,
    entrant_summary,
    entrants_of,
    last_seq,
    league_events,
)
from games.leagues.services import directing, entering
from games.leagues.services.locked import Decision
from games.leagues.standings.facts import Averaged

_NEEDED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "withdraw": ("entrant",),
        "return": ("entrant",),
        "substitute": ("entrant", "player"),
        "penalty": ("entrant", "value"),
        "average": ("entrant", "round", "board", "value"),
        "correct": ("game", "totals"),
    }
)


class Entrants(Endpoint):
    """The entrants of a league."""

    @described(
        Call(
            id="list_entrants",
            summary="List who takes part in a league",
            answers=[Answer(200, "In the order of entry.", EntrantsShape, examples.ENTRANTS)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, league: UUID) -> Response:  # noqa: ARG002 - a view's face
        """Return all entrants, those that have left too."""
        _check_known(league)
        return found({"league": str(league), "entrants": entrants_of(league)})

    @described(
        Call(
            id="enter_league",
            summary="Enter somebody into a league",
            answers=[Answer(201, "The entrant.", EntrantShape, examples.ENTRANT)],
            refuses=[Code.NOT_FOUND, Code.ALREADY_ENTERED, Code.INVALID_LEAGUE, Code.BUSY],
            takes=EntrantInput,
            example={"name": "Anna", "account": examples.ACCOUNT},
            token="director",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request, league: UUID) -> Response:
        """Enter a member of the club, a guest or a computer player; at any time of the season.

        A member plays with a token of the account, a guest with a token that the director asks
        for. Who comes late counts as having sat out as often as who has the least.
        """
        by = require_league_director(request, league=league)
        body = read_body(EntrantInput, request)
        entry = entering.Entry(body["name"], body.get("account"), body["computer"])
        decision = Decision(by, body.get("reason", ""))
        entrant = call(entering.enter, league, entry, decision, now=timezone.now())
        return Response(entrant_summary(entrant), status=201, headers=PRIVATE)


class LeagueEvents(Endpoint):
    """The events of a league: all that counts."""

    @described(
        Call(
            id="list_league_events",
            summary="Read a league's events",
            answers=[Answer(200, "Events after `after`.", LeagueEventsShape, examples.EVENTS)],
            query=LeagueEventsQuery,
            refuses=[Code.OVER_LIMIT, Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, league: UUID) -> Response:
        """Return the events of a league in their order: what its standings are folded from."""
        query = read_query(LeagueEventsQuery, request)
        return _events(league, after=query["after"], limit=query["limit"])

    @described(
        Call(
            id="decide_in_league",
            summary="Decide something in a league",
            answers=[Answer(201, "The event.", LeagueEventsShape, examples.DECIDED)],
            refuses=[
                Code.NOT_FOUND,
                Code.ALREADY_ENTERED,
                Code.ALREADY_LEFT,
                Code.ROUND_NOT_OPEN,
                Code.NOT_COUNTED,
                Code.BOARD_SCORED,
                Code.INVALID_LEAGUE,
                Code.BUSY,
            ],
            takes=LeagueEventInput,
            example={
                "kind": "penalty",
                "entrant": examples.ANNA,
                "value": "1/2",
                "reason": "late",
            },
            token="director",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request, league: UUID) -> Response:
        """Withdraw, let return, substitute, penalise, give an average, correct a result.

        Nothing is edited: a decision that was wrong is followed by another. A scorer may correct.
        """
        scores = isinstance(request.data, dict) and request.data.get("kind") == "correct"
        allowed = require_league_scorer if scores else require_league_director
        by = allowed(request, league=league)
        body = read_body(LeagueEventInput, request)
        _check_fields(body)
        before = last_seq(league)
        _decide(league, body, Decision(by, body["reason"]))
        answer = _events(league, after=before or 0, limit=1)
        answer.status_code = 201
        return answer


def _decide(league: UUID, body: dict[str, Any], decision: Decision) -> None:
    now = timezone.now()
    match body["kind"]:
        case "withdraw":
            call(entering.withdraw, league, body["entrant"], decision, now=now)
        case "return":
            call(entering.return_entrant, league, body["entrant"], decision, now=now)
        case "substitute":
            call(entering.substitute, league, body["entrant"], body["player"], decision, now=now)
        case "penalty":
            value = Fraction(body["value"])
            call(directing.penalise, league, body["entrant"], value, decision, now=now)
        case "average":
            missed = Averaged(
                str(body["entrant"]), body["round"], body["board"], Fraction(body["value"])
            )
            call(directing.give_average, league, missed, decision, now=now)
        case _:
            totals = None if body["totals"] is None else tuple(body["totals"])
            call(directing.correct_result, league, body["game"], totals, decision, now=now)


def _check_fields(body: dict[str, Any]) -> None:
    """Check that a decision has the fields of its kind, and no others. Raises Problem (422)."""
    needed = {"kind", "reason", *_NEEDED[body["kind"]]}
    places = [Place(f"/{name}", "required", "this kind needs it") for name in needed - set(body)]
    places += [Place(f"/{name}", "unknown", "not of this kind") for name in set(body) - needed]
    if places:
        raise Problem(Code.INVALID_BODY, errors=sorted(places, key=lambda place: place.pointer))


def _events(league: UUID, *, after: int, limit: int) -> Response:
    last = last_seq(league)
    if last is None:
        raise Http404
    events = league_events(league, after=after, limit=limit)
    return found({"league": str(league), "events": events, "last_seq": last})


def _check_known(league: UUID) -> None:
    if club_of_league(league) is None:
        raise Http404
