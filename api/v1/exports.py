"""Exports: archives of games, to be taken away and checked anywhere."""

from __future__ import annotations

from typing import Any, Final
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
from api.problems import Place, Problem
from api.v1 import archive_examples as examples
from api.v1.archive_inputs import MOST_GAMES, ExportInput
from api.v1.archive_shapes import ExportShape
from api.v1.examples import AUDIT, GAME
from games.leagues.selectors.rounds import games_of_league
from games.selectors.clubs import games_of_club
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

        Of those named, or of all of a league or a club. It holds records, bundles, the whole
        public log, the keys, the specification and the verifier. A game that is not over is left
        out, and named in `left_out`. A league's own rows are taken by its addresses.
        """
        if not may_export(required_credential(request)):
            raise Problem(Code.FORBIDDEN, "this token may not export")
        games = _games(read_body(ExportInput, request))
        export, hint = call(request_export, games, now=timezone.now())
        wake([hint])
        place = {"Location": f"/api/v1/exports/{export}"}
        return Response(export_summary(export), status=202, headers=PRIVATE | place)


def _games(body: dict[str, Any]) -> list[UUID]:
    """Return the games that are asked for. Raises Http404, Problem when they are none or too many.

    Those of a league or a club that are not over are left out, with a word.
    """
    if "games" in body:
        return list(map(UUID, body["games"]))
    by_league = "league" in body
    found = (
        games_of_league(UUID(body["league"])) if by_league else games_of_club(UUID(body["club"]))
    )
    if found is None:
        raise Http404
    if not 0 < len(found) <= MOST_GAMES:
        detail = f"there are {len(found)} games, and an archive has 1 to {MOST_GAMES}: name some"
        place = Place("/league" if by_league else "/club", "invalid", detail)
        raise Problem(Code.INVALID_BODY, errors=[place])
    return found


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
