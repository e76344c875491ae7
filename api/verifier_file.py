"""The verifier as one file, for download; its hash stands in the log."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from api.methods import safe_only


@safe_only
def verifier_file(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's face
    """Answer the file that is offered. Raises Http404 while there is none."""
    try:
        data = Path(settings.HEARTS_VERIFIER).read_bytes()
    except FileNotFoundError:
        raise Http404 from None
    headers = {
        "Cache-Control": "no-cache",
        "Content-Disposition": 'attachment; filename="hearts-verify.pyz"',
        "ETag": f'"{sha256(data).hexdigest()}"',
    }
    return HttpResponse(data, content_type="application/octet-stream", headers=headers)
