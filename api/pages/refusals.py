"""Refusals as pages, for people: what a program gets as a problem, a browser shows in words."""

from __future__ import annotations

import json
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from api.codes import Code
from api.errors import KINDS
from api.middleware import Next
from api.pages.marked import marked
from api.pages.views import page
from api.problems import MEDIA_TYPE, UNREACHABLE

_FOR_PROGRAMS: Final = ("/api/", "/log/", "/healthz", "/readyz", "/metrics")


class RefusalsForPeople:
    """Shows the refusal of a page, as long as a page is what was asked for."""

    def __init__(self, get_response: Next) -> None:
        """Keep the rest of the chain."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer with a page in the place of a problem; with the problem when none can be made."""
        response = self.get_response(request)
        if not isinstance(response, HttpResponse) or not _is_shown(request, response):
            return response
        problem = json.loads(response.content)
        kind = KINDS[Code(problem["code"])]
        detail = "" if problem["detail"] == kind.cause else problem["detail"]
        texts = {"cause": marked(kind.cause), "cure": marked(kind.cure), "detail": detail}
        try:
            shown = page(request, "refusal", {"kind": kind, **texts})
        except UNREACHABLE:
            return response
        shown.status_code = response.status_code
        for name in ("Retry-After", "Allow", "Cache-Control"):
            if name in response:
                shown[name] = response[name]
        return shown


def _is_shown(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        response.get("Content-Type") == MEDIA_TYPE
        and not request.path.startswith(_FOR_PROGRAMS)
        and "text/html" in request.META.get("HTTP_ACCEPT", "")
    )
