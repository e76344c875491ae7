"""The public log for strangers' clients, as C2SP tlog-tiles has it; and proofs under it."""

from __future__ import annotations

import re
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, re_path

import api.converters  # noqa: F401 - it registers index and count
from api.methods import safe_only
from deals.selectors.log import (
    handover_text,
    inclusion_note,
    published_checkpoint,
    tile_bytes,
)
from deals.tlog.errors import TileMalformed
from deals.tlog.tile import parse_tile_path

HOME: Final = "log"
"""Where the log is always served, beside the address that its origin names."""

_TEXT: Final = "text/plain; charset=utf-8"
_BYTES: Final = "application/octet-stream"
_FOR_EVER: Final = "public, max-age=31536000, immutable"


@safe_only
def checkpoint(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's face
    """Answer the newest signed checkpoint, cosigned. Raises Http404 before the first."""
    note = published_checkpoint()
    if note is None:
        raise Http404
    return _note(note)


@safe_only
def tile(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001 - a view's face
    """Answer a hash tile or an entry bundle. Raises Http404 past the newest checkpoint."""
    try:
        data = tile_bytes(parse_tile_path(name))
    except TileMalformed:
        raise Http404 from None
    if data is None:
        raise Http404
    return HttpResponse(data, content_type=_BYTES, headers={"Cache-Control": _FOR_EVER})


@safe_only
def proof(request: HttpRequest, index: int) -> HttpResponse:  # noqa: ARG001 - a view's face
    """Answer a tlog-proof of an entry under the newest checkpoint. Raises Http404 for none."""
    note = inclusion_note(index)
    if note is None:
        raise Http404
    return _note(note)


@safe_only
def handover(request: HttpRequest, number: int) -> HttpResponse:  # noqa: ARG001 - a view's face
    """Answer the checkpoint by which a key hands over to the next. Raises Http404 for none."""
    text = handover_text(number)
    if text is None:
        raise Http404
    return _note(text)


def log_urls(origin: str) -> list[URLPattern]:
    """Return the log's addresses: below /log, and below the path that the origin has."""
    named = origin.partition("/")[2]
    return [pattern for home in sorted({HOME, named}) for pattern in _urls_below(home)]


def _urls_below(home: str) -> list[URLPattern]:
    below = f"{home}/" if home else ""
    return [
        path(f"{below}checkpoint", checkpoint),
        path(f"{below}proof/<index:index>", proof),
        path(f"{below}handover/<count:number>", handover),
        re_path(rf"^{re.escape(below)}(?P<name>tile/.+)\Z", tile),
    ]


def _note(text: str) -> HttpResponse:
    return HttpResponse(text, content_type=_TEXT, headers={"Cache-Control": "no-cache"})
