"""For who watches the service: is the process alive, can it do its work."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse

from api.codes import Code
from api.methods import safe_only
from api.problems import Problem
from deals.selectors.log import latest_checkpoint


@safe_only
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 - a view's face
    """Say that the process answers."""
    return _answer({"status": "ok"})


@safe_only
def readyz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 - a view's face
    """Say that the database answers and the log is open. Raises Problem (503)."""
    newest = latest_checkpoint()
    if newest is None:
        raise Problem(Code.LOG_NOT_OPEN)
    return _answer({"status": "ok", "log": newest.size})


def _answer(body: dict[str, object]) -> JsonResponse:
    return JsonResponse(body, headers={"Cache-Control": "no-store"})
