"""Files that are sent as they are: within a limit of size, of the kinds that a call takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, Final

from django.conf import settings
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from api.codes import Code
from api.problems import Problem

INFLATES: Final = 8
"""How many times its limit as sent a packed file may have when it is inflated."""
_PACKED: Final = frozenset({"", "identity", "gzip"})


class FileParser(BaseParser):
    """A body as it came."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 - DRF's face
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002 - DRF's face
    ) -> Any:  # noqa: ANN401 - DRF's face
        """Return the bytes. Raises Problem (413)."""
        limit: int = settings.HEARTS_IMPORT_LIMIT
        body: bytes = stream.read(limit + 1)
        if len(body) > limit:
            raise too_large(limit)
        return body


class LinesParser(FileParser):
    """Lines of JSON, plain or gzip."""

    media_type = "application/x-ndjson"


class PackedParser(FileParser):
    """The same, gzip."""

    media_type = "application/gzip"


class SheetParser(FileParser):
    """A spreadsheet."""

    media_type = "text/csv"


def sent_file(request: Request) -> bytes:
    """Return the file of a request. Raises Problem (413, 415)."""
    if request.headers.get("Content-Encoding", "").lower() not in _PACKED:
        raise Problem(Code.UNSUPPORTED_MEDIA_TYPE, "a file is packed with gzip, or not at all")
    body: object = request.data
    # Without a body DRF makes an empty form of it.
    return body if isinstance(body, bytes) else b""


def too_large(limit: int) -> Problem:
    """Return the refusal of a file above a limit of bytes."""
    detail = f"the file is longer than {limit} bytes"
    return Problem(Code.TOO_LARGE, detail, more={"limit": limit})
