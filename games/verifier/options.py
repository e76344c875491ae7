"""What the caller knows beside the input."""

from __future__ import annotations

from dataclasses import dataclass

from deals.tlog.note import VerifierKey


@dataclass(frozen=True)
class Options:
    """`key` is the log's pinned key; `mine` are the K's that the caller's own seat gave."""

    key: VerifierKey | None = None
    mine: frozenset[str] = frozenset()
