"""Tokens as a page lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils import timezone

from api.pagination import parse_place, place_cursor
from api.tokens import Bearer, tokens_page
from deals.fairness.times import format_time

_TOKENS: Final = 25


def told_tokens(bearer: Bearer, *, cursor: str | None) -> dict[str, object]:
    """Return a page of a bearer's tokens, and where the next begins. Raises Problem (400)."""
    tokens, more = tokens_page(bearer, after=parse_place(cursor), limit=_TOKENS)
    return {"tokens": [_told(token) for token in tokens], "next": place_cursor(more)}


def _told(token: Mapping[str, object]) -> dict[str, object]:
    ends = token["expires"]
    is_over = isinstance(ends, str) and ends <= format_time(timezone.now())
    return {**token, "is_over": is_over}
