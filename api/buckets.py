"""Buckets that fill steadily: how much each caller may take.

Each process counts for itself, exactly, whatever its threads do at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

_MANY: Final = 10_000


class Buckets:
    """Lets `rate` requests a second pass for each caller, and up to `burst` at once."""

    def __init__(
        self, *, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._lock = threading.Lock()
        self._swept = clock()
        self._levels: dict[object, tuple[float, float]] = {}

    def take(self, caller: object) -> float:
        """Take one request out of a caller's bucket.

        Returns 0 when there was one, else the seconds until there will be.
        """
        with self._lock:
            now = self._clock()
            level = self._level(caller, now)
            if level < 1:
                return (1 - level) / self._rate
            self._levels[caller] = (level - 1, now)
            if len(self._levels) > _MANY and now - self._swept > 1:
                self._forget_full_ones(now)
            return 0.0

    def _level(self, caller: object, now: float) -> float:
        level, when = self._levels.get(caller, (float(self._burst), now))
        return min(self._burst, level + (now - when) * self._rate)

    def _forget_full_ones(self, now: float) -> None:
        """Drop whoever would start with a full bucket anyway."""
        self._swept = now
        self._levels = {
            caller: state
            for caller, state in self._levels.items()
            if self._level(caller, now) < self._burst
        }
