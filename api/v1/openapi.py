"""The OpenAPI document."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import etag

from api.document import committed_digest, committed_document
from api.methods import safe_only


def _etag(request: HttpRequest) -> str:  # noqa: ARG001 - the decorator's face
    return f'"{committed_digest()}"'


@safe_only
@etag(_etag)
def openapi_document(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's face
    """Answer the document."""
    return HttpResponse(
        committed_document(),
        content_type="application/json",
        headers={"Cache-Control": "no-cache"},
    )
