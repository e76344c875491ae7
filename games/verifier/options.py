"""What the caller knows beside the input."""

from __future__ import annotations

from dataclasses import dataclass, field

from deals.tlog.note import VerifierKey
from games.records.rule_book import RuleBook


@dataclass(frozen=True)
class Options:
    """`key` is the log's pinned key; `mine` are the K's that the caller's own seat gave.

    `book` has the rule sets of the records read so far.
    """

    key: VerifierKey | None = None
    mine: frozenset[str] = frozenset()
    book: RuleBook = field(default_factory=RuleBook, compare=False)
