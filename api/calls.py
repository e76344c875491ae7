"""Calling a service from the edge: tried again when the database asks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from django.db import OperationalError

from api.codes import Code
from api.problems import Problem

P = ParamSpec("P")
R = TypeVar("R")

TRY_AGAIN: Final = frozenset({"40001", "40P01"})  # serialization failure, deadlock
RETRIES: Final = 3
_PAUSE: Final = 0.02  # seconds, doubled each time


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
