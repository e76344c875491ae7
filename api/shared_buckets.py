"""Buckets that all web processes share: a cap holds however many of them there are.

What is left to a caller is one row, changed in one statement, so requests at the same moment queue
at the row and no more pass than there were. To spare the database, a process draws a twentieth of a
bucket at once and hands it out for a second; what it has drawn counts as used, so that too never
lets one too many through. A cap below forty is drawn one by one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.db import connection

_LASTS: Final = 1.0  # seconds that a process may hand out what it has drawn
_MANY: Final = 10_000

_LEVEL: Final = """least(%(burst)s, api_bucket.level
    + greatest(0, extract(epoch FROM excluded.time - api_bucket.time)) * %(rate)s)"""
_DRAW: Final = f"""
INSERT INTO api_bucket (name, level, time, taken)
VALUES (%(name)s, %(burst)s - %(want)s, clock_timestamp(), %(want)s)
ON CONFLICT (name) DO UPDATE SET
    level = {_LEVEL} - least(%(want)s, floor({_LEVEL})),
    taken = least(%(want)s, floor({_LEVEL})),
    time = greatest(api_bucket.time, excluded.time)
RETURNING taken, level
"""  # noqa: S608 - made of constants alone


@dataclass
class _Share:
    """What a process has drawn and not handed out; or until when there is nothing to draw."""

    left: int = 0
    until: float = 0.0
    empty_until: float = 0.0


class SharedBuckets:
    """Lets `rate` requests a second pass for each caller, and up to `burst` at once.

    `name` says what is counted.
    """

    def __init__(
        self,
        *,
        rate: float,
        burst: int,
        name: str = "calls",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._name = name
        self._clock = clock
        self._want = max(1, burst // 20)
        self._lock = threading.Lock()
        self._shares: dict[object, _Share] = {}

    def take(self, caller: object) -> float:
        """Take one request out of a caller's bucket.

        Returns 0 when there was one, else the seconds until there may be.
        """
        with self._lock:
            share = self._shares.get(caller)
            now = self._clock()
            if share is not None and share.left and share.until > now:
                share.left -= 1
                return 0.0
            if share is not None and share.empty_until > now:
                return share.empty_until - now
        taken, level = self._draw(caller)
        with self._lock:
            return self._keep(caller, taken, level)

    def _keep(self, caller: object, taken: int, level: float) -> float:
        now = self._clock()
        if len(self._shares) > _MANY:
            self._shares = {
                who: share
                for who, share in self._shares.items()
                if max(share.until, share.empty_until) > now
            }
        share = self._shares.setdefault(caller, _Share())
        if not taken:
            share.empty_until = now + (1 - level) / self._rate
            return share.empty_until - now
        kept = share.left if share.until > now else 0
        share.left, share.until = kept + taken - 1, now + _LASTS
        return 0.0

    def _draw(self, caller: object) -> tuple[int, float]:
        name = sha256(f"{self._name}\n{caller}".encode()).digest()
        terms: dict[str, bytes | float] = {
            "name": name,
            "burst": self._burst,
            "rate": self._rate,
            "want": self._want,
        }
        with connection.cursor() as cursor:
            cursor.execute(_DRAW, terms)
            row = cursor.fetchone()
        if row is None:
            raise AssertionError("an upsert returns its row")
        return int(row[0]), float(row[1])
