"""Fields of bodies and queries that stand for ids and times."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, ClassVar, Final
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.body import Text

_KEY: Final = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_MOMENT: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?Z)?"
)
REASON: Final = r"^[a-z0-9]+(?:[-_][a-z0-9]+)*\Z"
"""A code: why somebody decided something in a league."""
FRACTION: Final = r"^-?(?:0|[1-9][0-9]{0,5})(?:/[1-9][0-9]{0,3})?\Z"
"""An exact number, as in 1/2."""


@extend_schema_field(OpenApiTypes.UUID)
class Key(Text):
    """An id, as it is written in all answers."""

    default_error_messages: ClassVar = {"invalid": "expected an id of lower-case hex digits"}

    def to_internal_value(self, data: Any) -> UUID:  # type: ignore[override]  # noqa: ANN401
        """Return the id; anything else is invalid."""
        text = super().to_internal_value(data)
        if not _KEY.fullmatch(text):
            self.fail("invalid")
        return UUID(text)


@extend_schema_field(OpenApiTypes.STR)
class Moment(Text):
    """A date, or a time in UTC: 2026-11-02 or 2026-11-02T19:00:03.750Z."""

    default_error_messages: ClassVar = {
        "invalid": "expected a date, or a time in UTC as in 2026-11-02T19:00:03Z"
    }

    def __init__(self, *, help_text: str, **kwargs: Any) -> None:  # noqa: ANN401
        words = f"{help_text}: a date, or a time in UTC as in 2026-11-02T19:00:03Z"
        super().__init__(help_text=words, **kwargs)

    def to_internal_value(self, data: Any) -> datetime:  # type: ignore[override]  # noqa: ANN401
        """Return the moment, the first one of a date; anything else is invalid."""
        text = super().to_internal_value(data)
        if not _MOMENT.fullmatch(text):
            self.fail("invalid")
        try:
            return datetime.fromisoformat(text).replace(tzinfo=UTC)
        except ValueError:
            raise serializers.ValidationError("no such time", code="invalid") from None
