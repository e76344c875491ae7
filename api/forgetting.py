"""What the edge keeps for a day only."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from api.models import Bucket
from api.repeats import forget_repeats

_FULL_AFTER: Final = timedelta(days=1)
"""By then every bucket is full again, and a full one needs no row."""


def forget_old(*, now: datetime) -> int:
    """Drop answers whose day is over, and buckets that nobody draws from; how many rows."""
    buckets = Bucket.objects.filter(time__lte=now - _FULL_AFTER).delete()[0]
    return forget_repeats(now=now) + buckets
