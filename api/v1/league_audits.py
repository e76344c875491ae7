"""The audit of a league: step 11, what is stored against what follows."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.body import read_body
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint
from api.league_rights import require_league_director
from api.v1 import league_examples as examples
from api.v1.league_inputs import LeagueAuditInput
from api.v1.league_shapes import LeagueAuditShape
from games.leagues.services.auditing import audit_league


class AuditOfLeague(Endpoint):
    """The audit of a league."""

    @described(
        Call(
            id="audit_league",
            summary="Audit a league's standings",
            answers=[Answer(200, "What was found.", LeagueAuditShape, examples.AUDIT)],
            refuses=[Code.NOT_FOUND, Code.BUSY],
            takes=LeagueAuditInput,
            example={"repair": True},
            token="director",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request, league: UUID) -> Response:
        """Compare the stored standings, sit-outs, rounds and results with the league's events.

        With `repair` derived rows are replaced by the rebuilt ones; the events are never touched.
        Its games are audited one by one: POST /audits.
        """
        require_league_director(request, league=league)
        body = read_body(LeagueAuditInput, request)
        audit = call(audit_league, league, repairs=body["repair"], now=timezone.now())
        answer = {
            "league": str(league),
            "verdict": "false" if audit.findings else "ok",
            "repaired": audit.repaired,
            "findings": [finding.to_json() for finding in audit.findings],
        }
        return Response(answer, headers=PRIVATE)
