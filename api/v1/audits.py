"""Audits."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import require_auditor, required_credential
from api.body import read_body
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.v1 import examples
from api.v1.inputs import AuditInput
from api.v1.shapes import AuditShape, FindingsShape
from games.selectors.audits import audit_of_job, findings_of_job
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
        """Ask for an audit of your token's game: all steps of the verifier, then what is stored."""
        required_credential(request)
        game = UUID(*read_body(AuditInput, request)["games"])
        require_auditor(request, game=game)
        hint = call(request_audit, game, now=timezone.now())
        wake([hint])
        place = {"Location": f"/api/v1/audits/{hint.job}"}
        return Response(audit_of_job(hint.job), status=202, headers=PRIVATE | place)


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
        return found(audit_of_job(audit))


class FindingsOfAudit(Endpoint):
    """What an audit found."""

    @described(
        Call(
            id="list_findings",
            summary="List an audit's findings",
            answers=[Answer(200, "None, or each defect.", FindingsShape, examples.FINDINGS)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, audit: UUID) -> Response:  # noqa: ARG002 - a view's face
        """Return each defect that the audit found, in the order of its steps."""
        findings = findings_of_job(audit)
        if findings is None:
            raise Http404
        return found({"audit": str(audit), "findings": findings})
