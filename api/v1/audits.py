"""Audits: of one game, or of many with how far they are."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import require_auditor, require_director, required_credential
from api.body import read_body, read_query
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.league_rights import require_league_director
from api.pagination import format_cursor, parse_cursor, unknown_cursor
from api.policy import Credential, may_audit_all
from api.problems import Problem
from api.v1 import examples
from api.v1.inputs import AuditInput, PageQuery
from api.v1.shapes import AuditShape, FindingsShape
from games.leagues.services.league_runs import request_league_run
from games.selectors.audit_runs import findings_page, games_of_run, run_summary
from games.selectors.audits import audit_of_job, findings_of_job
from games.services.audit_runs import cancel_run, request_run
from games.services.auditing import request_audit
from games.tasks import wake


class Audits(Endpoint):
    """All audits."""

    @described(
        Call(
            id="request_audit",
            summary="Ask for an audit",
            answers=[Answer(202, "A worker will do it.", AuditShape, examples.QUEUED)],
            refuses=[Code.NOT_FOUND, Code.BUSY],
            takes=AuditInput,
            example={"games": [examples.GAME]},
            token="creator or seat",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request) -> Response:
        """Ask for an audit of your token's game: all steps of the verifier, then what is stored.

        Of a league its director asks: for the standings, seats and stored results, and for all its
        games but those of boards that are shut. With `repair` the director has the derived rows
        replaced: scores, totals, hand states, standings. The log is never touched.
        """
        credential = required_credential(request)
        body = read_body(AuditInput, request)
        games = [UUID(game) for game in body.get("games", ())]
        repair = bool(body.get("repair"))
        if "league" in body:
            return self._audit_league(request, UUID(body["league"]), repair=repair)
        _check_may_ask(request, credential, games, repair=repair)
        now = timezone.now()
        if len(games) == 1 and not repair:
            hint = call(request_audit, games[0], now=now)
            answer = audit_of_job(hint.job)
        else:
            run, hint = call(request_run, games or None, repair=repair, now=now)
            answer = run_summary(run)
        wake([hint])
        return _accepted(answer)

    def _audit_league(self, request: Request, league: UUID, *, repair: bool) -> Response:
        require_league_director(request, league=league)
        run, hint = call(request_league_run, league, repair=repair, now=timezone.now())
        wake([hint])
        return _accepted(run_summary(run))


def _accepted(answer: dict[str, object] | None) -> Response:
    place = {"Location": f"/api/v1/audits/{answer and answer['id']}"}
    return Response(answer, status=202, headers=PRIVATE | place)


def _check_may_ask(
    request: Request, credential: Credential, games: list[UUID], *, repair: bool
) -> None:
    """Raise Problem (403) unless a token may ask for an audit of these games; none: of all."""
    if not games and not may_audit_all(credential):
        raise Problem(Code.FORBIDDEN, "who runs the service audits all: manage.py audit --all")
    for game in games:
        require_auditor(request, game=game)
        if repair:
            require_director(request, game=game)


class OneAudit(Endpoint):
    """An audit."""

    @described(
        Call(
            id="see_audit",
            summary="See an audit",
            answers=[Answer(200, "Where it stands.", AuditShape, examples.AUDITED)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, audit: UUID) -> Response:  # noqa: ARG002 - a view's face
        """Return how far an audit is, and its result once there is one."""
        return found(audit_of_job(audit) or run_summary(audit))


class CancelledAudit(Endpoint):
    """The end of an audit before its end."""

    @described(
        Call(
            id="cancel_audit",
            summary="Call an audit off",
            answers=[
                Answer(
                    200,
                    "No further game is audited.",
                    AuditShape,
                    examples.QUEUED | {"game": None, "state": "cancelled", "attempts": None},
                )
            ],
            refuses=[Code.NOT_FOUND, Code.AUDIT_OVER],
            token="creator or seat",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request, audit: UUID) -> Response:
        """Call off an audit of several games, or one with repair; what is audited stays."""
        credential = required_credential(request)
        _check_may_ask(request, credential, games_of_run(audit) or [], repair=False)
        call(cancel_run, audit, now=timezone.now())
        return Response(run_summary(audit), headers=PRIVATE)


class FindingsOfAudit(Endpoint):
    """What an audit found."""

    @described(
        Call(
            id="list_findings",
            summary="List an audit's findings",
            answers=[Answer(200, "None, or each defect.", FindingsShape, examples.FINDINGS)],
            refuses=[Code.NOT_FOUND],
            query=PageQuery,
        )
    )
    def get(self, request: Request, audit: UUID) -> Response:
        """Return each defect that the audit found so far, game by game, in pages."""
        query = read_query(PageQuery, request)
        after = _number(query["cursor"]) if "cursor" in query else 0
        of_one = findings_of_job(audit)
        if of_one is None and run_summary(audit) is None:
            raise Http404
        limit = query["limit"]
        if of_one is None:
            findings, more = findings_page(audit, after=after, limit=limit)
        else:
            findings = of_one[after : after + limit]
            more = after + limit if len(of_one) > after + limit else None
        cursor = more and format_cursor(str(more))
        return found({"audit": str(audit), "findings": findings, "next": cursor})


def _number(cursor: str) -> int:
    (number,) = parse_cursor(cursor, parts=1)
    if not (number.isascii() and number.isdigit() and len(number) <= 18):
        raise unknown_cursor()
    return int(number)
