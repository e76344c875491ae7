"""The committed OpenAPI document: `manage.py openapi` writes it, a test says when it is old."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from drf_spectacular.generators import SchemaGenerator

PATH: Final = Path(__file__).with_name("openapi.json")


def written_document() -> str:
    """Return the document as the views describe themselves now."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    document = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


@cache
def committed_document() -> bytes:
    """Return the committed document."""
    return PATH.read_bytes()


@cache
def committed_digest() -> str:
    """Return the SHA-256 of the committed document, in hex."""
    return sha256(committed_document()).hexdigest()


@cache
def parsed_document() -> dict[str, Any]:
    """Return the committed document's value; nobody changes it."""
    document: dict[str, Any] = json.loads(committed_document())
    return document
