"""What the caller of a service wants to happen in the very transaction of its effect.

A service may need several transactions: a commit entry has to be signed before the line that names
it is written. So nobody can wrap a service in one more transaction. Instead each service says, in
the transaction that decides, that its effect is being written; whoever called it within `noting`
then writes its own row in that transaction, or raises to have all of it rolled back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from django.db import connection

Note = Callable[[object], None]

_NOTE: Final[ContextVar[Note | None]] = ContextVar("note", default=None)


@contextmanager
def noting(note: Note) -> Iterator[None]:
    """Have `note` called when a service within this block writes its effect.

    It gets what the service is about to return, where that is known already; else None.
    """
    token = _NOTE.set(note)
    try:
        yield
    finally:
        _NOTE.reset(token)


def is_noted() -> bool:
    """Whether somebody wants to write beside the effect: then it needs a transaction."""
    return _NOTE.get() is not None


def note_effect(result: object = None) -> None:
    """Say that the effect is being written. To be called last in its transaction."""
    note = _NOTE.get()
    if note is None:
        return
    if not connection.in_atomic_block:
        raise AssertionError("an effect that is noted is written in a transaction")
    note(result)
