"""The public log for strangers' clients: the newest checkpoint, and proofs under it (C2SP)."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse

from api.methods import safe_only
from deals.selectors.log import inclusion_note, latest_checkpoint

_TEXT: Final = "text/plain; charset=utf-8"


@safe_only
def checkpoint(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's face
    """Answer the newest signed checkpoint. Raises Http404 before the first."""
    newest = latest_checkpoint()
    if newest is None:
        raise Http404
    return _note(newest.note)


@safe_only
def proof(request: HttpRequest, index: int) -> HttpResponse:  # noqa: ARG001 - a view's face
    """Answer a tlog-proof of an entry under the newest checkpoint. Raises Http404 for none."""
    note = inclusion_note(index)
    if note is None:
        raise Http404
    return _note(note)


def _note(text: str) -> HttpResponse:
    return HttpResponse(text, content_type=_TEXT, headers={"Cache-Control": "no-cache"})
