"""For who watches the service: is the process alive, can it do its work."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse

from api.codes import Code
from api.methods import safe_only
from api.problems import Problem
from deals.selectors.log import latest_checkpoint
from deals.services.checkpoints import require_log_key


@safe_only
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 - a view's face
    """Say that the process answers."""
    return _answer({"status": "ok"})


@safe_only
def readyz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 - a view's face
    """Say that the database answers, the log is open and its key is there.

    Raises Problem (503), LogKeyMissing.
    """
    newest = latest_checkpoint()
    if newest is None:
        raise Problem(Code.LOG_NOT_OPEN)
    require_log_key()
    return _answer({"status": "ok", "log": newest.size})


def _answer(body: dict[str, object]) -> JsonResponse:
    return JsonResponse(body, headers={"Cache-Control": "no-store"})
