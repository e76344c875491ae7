"""The pages: what this is, what every call does, what every refusal means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from api.codes import Code
from api.document import parsed_document
from api.errors import KINDS
from api.methods import safe_only
from api.pages.marked import marked
from api.pages.operations import operation_by_id, outlines_by_resource
from deals.selectors.deals import deal_summary
from deals.selectors.log import latest_checkpoint
from deals.services.keys import service_keys
from deals.tlog.note import format_vkey

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may do, as a browser enforces it."""


@safe_only
def landing(request: HttpRequest) -> HttpResponse:
    """Say what this is, and where to begin."""
    context = {"vkey": format_vkey(service_keys().log.verifier_key)}
    return page(request, "landing", context)


@safe_only
def fairness(request: HttpRequest) -> HttpResponse:
    """Say how a deal comes about that nobody chose, and what is not promised."""
    return page(request, "fairness", {"here": "fairness"})


@safe_only
def documentation(request: HttpRequest) -> HttpResponse:
    """List all calls of the API: readable without script, and offline."""
    document = parsed_document()
    context = {
        "here": "documentation",
        "info": document["info"],
        "resources": outlines_by_resource(document),
    }
    return page(request, "documentation", context)


@safe_only
def operation(request: HttpRequest, name: str) -> HttpResponse:
    """Show all that the OpenAPI document says of a call. Raises Http404."""
    found = operation_by_id(parsed_document(), name)
    if found is None:
        raise Http404
    return page(request, "operation", {"here": "documentation", "operation": found})


@safe_only
def errors(request: HttpRequest) -> HttpResponse:
    """List every refusal."""
    return page(request, "errors", {"kinds": KINDS.items()})


@safe_only
def error(request: HttpRequest, code: str) -> HttpResponse:
    """Show cause and cure of one refusal: where its `type` leads. Raises Http404."""
    try:
        kind = KINDS[Code(code)]
    except ValueError:
        raise Http404 from None
    texts = {"cause": marked(kind.cause), "cure": marked(kind.cure)}
    return page(request, "error", {"code": code, "kind": kind, **texts})


@safe_only
def deal(request: HttpRequest, number: int) -> HttpResponse:
    """Show what is public of a deal, and how to check it. Raises Http404."""
    summary = deal_summary(number)
    if summary is None:
        raise Http404
    return page(request, "deal", {"deal": summary, "here": "verify"})


def page(request: HttpRequest, name: str, context: Mapping[str, object]) -> HttpResponse:
    """Render a page that runs and loads nothing but this site's own files.

    At its foot stand size and root of the log: two logs are found only by comparing.
    """
    newest = latest_checkpoint()
    of_log = {"checkpoint": newest, "root": newest and bytes(newest.root).hex()}
    response = render(request, f"pages/{name}.html", {**of_log, **context})
    response["Cache-Control"] = "no-cache"
    response["Content-Security-Policy"] = POLICY
    return response
