"""Exports: archives of games, to be taken away and checked anywhere."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import FileResponse, Http404
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import required_credential
from api.body import read_body
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.policy import may_export
from api.problems import Problem
from api.v1 import archive_examples as examples
from api.v1.archive_inputs import ExportInput
from api.v1.archive_shapes import ExportShape
from api.v1.examples import AUDIT, GAME
from games.selectors.exports import export_path, export_summary
from games.services.exporting import request_export
from games.tasks import wake

TAR: Final = "application/x-tar"
_PIECE: Final = 65_536


class Exports(Endpoint):
    """All exports."""

    @described(
        Call(
            id="export_games",
            summary="Ask for an archive of games",
            answers=[Answer(202, "A worker writes it.", ExportShape, examples.EXPORT_QUEUED)],
            refuses=[Code.NOT_FOUND, Code.BUSY],
            takes=ExportInput,
            example={"games": [GAME, AUDIT]},
            token="any",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request) -> Response:
        """Ask for a tar of games that verifies by itself, in ten years with Python alone.

        It holds records, bundles, the whole public log, the keys, the specification and the
        verifier. A game that is not over is left out, and named in `left_out`.
        """
        if not may_export(required_credential(request)):
            raise Problem(Code.FORBIDDEN, "this token may not export")
        games = list(map(UUID, read_body(ExportInput, request)["games"]))
        export, hint = call(request_export, games, now=timezone.now())
        wake([hint])
        place = {"Location": f"/api/v1/exports/{export}"}
        return Response(export_summary(export), status=202, headers=PRIVATE | place)


class OneExport(Endpoint):
    """An export."""

    @described(
        Call(
            id="see_export",
            summary="See an export",
            answers=[Answer(200, "Where it stands.", ExportShape, examples.EXPORT)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, export: UUID) -> Response:  # noqa: ARG002 - a view's face
        """Return how far an archive is, what it holds, and where to fetch it."""
        return found(export_summary(export))


class FileOfExport(Endpoint):
    """The file of an export."""

    @described(
        Call(
            id="take_export",
            summary="Take an archive",
            answers=[
                Answer(200, "The tar.", {"type": "string"}, "(the bytes of a tar)", TAR),
            ],
            refuses=[Code.NOT_FOUND, Code.EXPORT_UNFINISHED, Code.EXPORT_GONE],
        )
    )
    def get(self, request: Request, export: UUID) -> HttpResponseBase:  # noqa: ARG002
        """Return the tar; its SHA-256 is the export's `sha256`. It is kept for a week."""
        stands = export_summary(export)
        if stands is None:
            raise Http404
        if stands["state"] != "done":
            raise Problem(Code.EXPORT_UNFINISHED, f"the export is {stands['state']}")
        try:
            file = export_path(export).open("rb")
        except FileNotFoundError:
            raise Problem(Code.EXPORT_GONE) from None
        answer = FileResponse(
            file, as_attachment=True, filename=f"hearts-{export}.tar", content_type=TAR
        )
        answer.block_size = _PIECE
        answer["Cache-Control"] = "no-cache"
        answer["ETag"] = f'"{stands["sha256"]}"'
        return answer
