"""Calling a service from the edge: tried again when the database asks, workers told after it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from typing import Final, ParamSpec, TypeVar

from django.db import OperationalError
from kombu.exceptions import KombuError

from api.codes import Code
from api.problems import Problem
from deals.services.jobs import JobHint
from games.tasks import wake

P = ParamSpec("P")
R = TypeVar("R")

TRY_AGAIN: Final = frozenset({"40001", "40P01"})  # serialization failure, deadlock
RETRIES: Final = 3
_PAUSE: Final = 0.02  # seconds, doubled each time


logger = logging.getLogger("hearts.workers")


def wake_workers(hints: Iterable[JobHint]) -> None:
    """Tell the broker of committed jobs; what it does not hear, the sweep sends again."""
    try:
        wake(hints)
    except (KombuError, OSError) as error:
        logger.warning("the broker was not told: %s", type(error).__name__)


def call(service: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a service or selector, and call it again up to three times after a deadlock.

    Raises Problem (503, with Retry-After) when the last try met one too; else what it raises.
    """
    for attempt in range(RETRIES + 1):
        try:
            return service(*args, **kwargs)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in TRY_AGAIN:
                raise
        if attempt < RETRIES:
            time.sleep(_PAUSE * 2**attempt)
    raise Problem(Code.BUSY)
