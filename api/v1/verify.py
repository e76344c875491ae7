"""The verifier as a call, for those who can't run it themselves."""

from __future__ import annotations

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import Endpoint
from api.problems import Place, Problem
from api.v1 import examples
from api.v1.shapes import OBJECT
from deals.selectors.log_files import first_log_key
from deals.tlog.note import parse_vkey
from games.verifier.options import Options
from games.verifier.verify import verify_value


class Verify(Endpoint):
    """The verifier."""

    body_limit = 8 * 1024 * 1024

    @described(
        Call(
            id="verify",
            summary="Verify a record, a deal proof, a bundle or a league's rounds",
            answers=[Answer(200, "The verdict, also a negative one.", OBJECT, examples.REPORT)],
            refuses=[Code.UNREADABLE],
            takes=OBJECT,
            example=examples.PROOF,
        )
    )
    def post(self, request: Request) -> Response:
        """Run the verifier over a document; nothing is kept.

        The answer is what `python -m games.verifier --json` writes on your own machine. A bundle
        of this service's log is checked under the log's keys, another one without a key.
        """
        document = request.data
        report = verify_value(document, _options(document))
        if report.unreadable is not None:
            where = report.unreadable
            place = Place(where.pointer or "", Code.UNREADABLE, f"expected {where.expected}")
            raise Problem(Code.UNREADABLE, str(where), errors=[place])
        return Response(report.to_json())


def _options(document: object) -> Options:
    checkpoint = document.get("checkpoint") if isinstance(document, dict) else None
    ours = isinstance(checkpoint, str) and checkpoint.startswith(f"{settings.HEARTS_ORIGIN}\n")
    # The first key leads to every later one; a newer key says nothing of bundles before it.
    vkey = first_log_key() if ours else None
    return Options(key=None if vkey is None else parse_vkey(vkey))
