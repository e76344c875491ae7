"""Imports: files of records that others kept."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import required_credential
from api.body import parse_json, read_query
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.policy import may_import
from api.problems import Problem
from api.uploads import INFLATES, LinesParser, PackedParser, SheetParser, sent_file
from api.v1 import archive_examples as examples
from api.v1.archive_inputs import ImportQuery, LinesQuery
from api.v1.archive_shapes import ImportedLinesShape, ImportShape
from games.records.upload import LONGEST_LINE, inflate, split_lines
from games.rules.ruleset import parse_rules
from games.selectors.imports import import_lines_page, import_summary
from games.services.importing import Begun, begin_import, begin_sheet_import
from games.tasks import wake


class Imports(Endpoint):
    """All imports."""

    parser_classes = (LinesParser, PackedParser, SheetParser)  # type: ignore[assignment]

    @described(
        Call(
            id="import_file",
            summary="Import the records of others",
            answers=[
                Answer(202, "A worker takes it in.", ImportShape, examples.IMPORT_QUEUED),
            ],
            refuses=[Code.MALFORMED_BODY, Code.INVALID_RULES, Code.BUSY],
            files=examples.FILES,
            query=ImportQuery,
            token="any",  # noqa: S106 - whose token, no secret
            more={Code.INVALID_RULES: {"setting": "moon"}, Code.TOO_LARGE: {"limit": 33_554_432}},
        )
    )
    def post(self, request: Request) -> Response:
        """Take in a file: one hearts-record/1 a line, or the numbers of an OpenSpiel game.

        The body is the file, plain or gzip; as text/csv it is a score sheet, which is one game.
        Every record that can be read becomes a game, whatever a replay finds; its verdict and
        findings stand beside it. A record that is here already is a duplicate.
        """
        if not may_import(required_credential(request)):
            raise Problem(Code.FORBIDDEN, "this token may not import")
        query = read_query(ImportQuery, request)
        begun = _begin(sent_file(request), request, name=query.get("name"), rules=query["rules"])
        wake([begun.hint])
        place = {"Location": f"/api/v1/imports/{begun.file}"}
        return Response(import_summary(begun.file), status=202, headers=PRIVATE | place)


class OneImport(Endpoint):
    """An import."""

    @described(
        Call(
            id="see_import",
            summary="See an import and its report",
            answers=[Answer(200, "How far it is.", ImportShape, examples.IMPORT)],
            refuses=[Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, file: UUID) -> Response:  # noqa: ARG002 - a view's face
        """Return how many lines were taken in, and each that was rejected with its place."""
        return found(import_summary(file))


class LinesOfImport(Endpoint):
    """The lines of an import."""

    @described(
        Call(
            id="list_imported_lines",
            summary="List what each line of an import became",
            answers=[Answer(200, "A page of lines.", ImportedLinesShape, examples.LINES)],
            query=LinesQuery,
            refuses=[Code.OVER_LIMIT, Code.NOT_FOUND],
        )
    )
    def get(self, request: Request, file: UUID) -> Response:
        """Return the lines by number, in pages: game and verdict, or why it was rejected."""
        query = read_query(LinesQuery, request)
        page = import_lines_page(
            file, result=query.get("result"), after=query["after"], limit=query["limit"]
        )
        if page is None:
            raise Http404
        lines, more = page
        return found({"lines": lines, "next": more})


def _begin(file: bytes, request: Request, *, name: str | None, rules: str) -> Begun:
    now, limit = timezone.now(), settings.HEARTS_IMPORT_LIMIT * INFLATES
    if (request.content_type or "").lower().startswith(SheetParser.media_type):
        text = b"".join(inflate([file], limit=LONGEST_LINE))
        asked = parse_json(rules.encode()) if rules.startswith("{") else {"preset": rules}
        return call(begin_sheet_import, text, source=name, rules=parse_rules(asked), now=now)
    # The lines are split again for each try.
    return call(
        lambda: begin_import(split_lines(inflate([file], limit=limit)), source=name, now=now)
    )
