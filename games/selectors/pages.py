"""Pages of a collection, the newest first: a place in them is (time, id), as times may be equal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Place:
    """Where a page ended: the last row's time and id."""

    time: datetime
    id: UUID


def page_of(
    rows: QuerySet[Row], *, after: Place | None, limit: int, time: str = "created", key: str = "id"
) -> tuple[list[Row], Place | None]:
    """Return at most `limit` rows, and where the next page goes on, if there is one.

    `time` and `key` name the fields that rows are ordered by.
    """
    rows = rows.order_by(f"-{time}", f"-{key}")
    if after is not None:
        same = Q(**{time: after.time, f"{key}__lt": after.id})
        rows = rows.filter(Q(**{f"{time}__lt": after.time}) | same)
    found = list(rows[: limit + 1])
    page = found[:limit]
    if len(found) <= limit:
        return page, None
    return page, Place(getattr(page[-1], time), getattr(page[-1], key))
