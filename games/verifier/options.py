"""What the caller knows beside the input."""

from __future__ import annotations

from dataclasses import dataclass, field

from deals.tlog.note import VerifierKey
from games.records.rule_book import RuleBook
from games.verifier.evidence import SignedCheckpoint, SignedReceipt
from games.verifier.log_reader import CheckedLog
from games.verifier.shown_before import ShownBefore


@dataclass(frozen=True)
class Options:
    """What a caller pins, kept or was given.

    `key` is the log's pinned key; `mine` are the K's that the caller's own seat gave, `heads` pairs
    of such a K and the chain's head that he sent with its nonce; `receipts` are those he was given;
    `witness` is the key of one whose cosignatures the caller believes; `seen` are checkpoints that
    he kept and says he had in time; `log` is a copy of the whole log.
    `before` is what the documents of this call have shown so far, None where each stands alone;
    `source` names the one that is read now.
    `book` has the rule sets of the records read so far.
    """

    key: VerifierKey | None = None
    mine: frozenset[str] = frozenset()
    heads: frozenset[tuple[str, str]] = frozenset()
    receipts: tuple[SignedReceipt, ...] = ()
    witness: VerifierKey | None = None
    seen: tuple[SignedCheckpoint, ...] = ()
    log: CheckedLog | None = None
    source: str = field(default="", compare=False)
    before: ShownBefore | None = field(default=None, compare=False)
    book: RuleBook = field(default_factory=RuleBook, compare=False)
