"""The page that checks a deal, a game or rounds: in the browser; without script, by this server."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from api.codes import Code
from api.pages.views import page
from api.problems import Problem
from deals.services.keys import service_keys
from deals.tlog.errors import NoteMalformed
from deals.tlog.note import VerifierKey, format_vkey, parse_vkey
from games.verifier.options import Options
from games.verifier.report import Report
from games.verifier.verify import verify_line
from games.verifier.words import describe

LARGEST: Final = 5_000_000
"""Bytes of a file that this server looks at; the browser and the command line have no limit."""


@csrf_exempt  # It changes nothing, and these pages set no cookie.
def verify(request: HttpRequest) -> HttpResponse:
    """Show the form; answer one that was sent without script. Raises Problem (405, 413)."""
    if request.method == "POST":
        return _answer(request)
    if request.method not in {"GET", "HEAD"}:
        raise Problem(Code.METHOD_NOT_ALLOWED, headers={"Allow": "GET, HEAD, POST"})
    return page(request, "verify", _context(request, _own_key()))


def _context(request: HttpRequest, vkey: str) -> dict[str, object]:
    """Return what the page shows at first: also how to check without this site."""
    return {
        "here": "verify",
        "vkey": vkey,
        **_asked_document(request),
        "offers_file": settings.HEARTS_VERIFIER.is_file(),
    }


def _asked_document(request: HttpRequest) -> dict[str, str]:
    """Return where to take what the page's address names, below the API's, and a file's name."""
    if league := _asked_id(request, "league"):
        return {"address": f"leagues/{league}/rounds/proof", "file": "rounds.json"}
    game = _asked_id(request, "game") or "GAME"
    return {"address": f"games/{game}/bundle", "file": "bundle.json"}


def _asked_id(request: HttpRequest, name: str) -> UUID | None:
    try:
        return UUID(request.GET.get(name, ""))
    except ValueError:
        return None


def _answer(request: HttpRequest) -> HttpResponse:
    upload = request.FILES.get("file")
    text: str | bytes = request.POST.get("text", "")
    if upload is not None and not text:
        if (upload.size or 0) > LARGEST:
            raise Problem(Code.TOO_LARGE)
        text = upload.read()
    given = request.POST.get("key", "").strip()
    context = _context(request, given or _own_key())
    try:
        key = parse_vkey(given) if given else None
    except NoteMalformed as error:
        return page(request, "verify", context | {"key_error": str(error)})
    report = verify_line(text, _options(key))
    return page(request, "verify", context | {"report": report, "lines": _lines(report)})


def _options(key: VerifierKey | None) -> Options:
    return Options(key=key)


def _lines(report: Report) -> list[str]:
    return list(describe(report, "what you sent"))


def _own_key() -> str:
    return format_vkey(service_keys().log.verifier_key)
