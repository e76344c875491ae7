"""What is the same in every refusal of one code."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus


@dataclass(frozen=True)
class Kind:
    """A code's status and words. `retry` is Retry-After in seconds."""

    status: HTTPStatus
    title: str
    cause: str
    cure: str
    retry: int | None = None


def kind(status: int, title: str, cause: str, cure: str, *, retry: int | None = None) -> Kind:
    """Return the kind of a status by its number."""
    return Kind(HTTPStatus(status), title, cause, cure, retry)
