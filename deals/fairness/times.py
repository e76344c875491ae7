"""Times as statements write them: UTC, 24 characters, milliseconds cut (SPEC.md 0)."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from deals.fairness.errors import StatementMalformed

_SHAPE: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
)


def format_time(moment: datetime) -> str:
    """Return a time as in 2026-11-02T19:00:03.750Z; microseconds are cut, never rounded.

    Raises StatementMalformed for a time without a zone.
    """
    if moment.utcoffset() is None:
        raise StatementMalformed("a time needs a zone")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_time(text: str) -> datetime:
    """Return the moment, in UTC.

    Raises StatementMalformed for another shape or a date that is in no calendar.
    """
    if not _SHAPE.fullmatch(text):
        raise StatementMalformed("expected a time as in 2026-11-02T19:00:03.750Z")
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise StatementMalformed("expected a time that exists") from None


def cut_time(moment: datetime) -> datetime:
    """Return a moment as its text has it: microseconds below a millisecond are cut."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
