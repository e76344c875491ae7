"""A copy of the whole log, read once and checked: the log part of step 10 for every game in it.

`check_log` is the face: from a reader of the log's files (a directory's, or one over the network)
to a report. deals.tlog.directory checks tree, tiles and signatures, deals.fairness.log_rules what
the entries say.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from deals.fairness.entries import Entry, parse_entry
from deals.fairness.errors import FairnessError
from deals.fairness.log_census import Census, GameTrace
from deals.fairness.log_rules import LogRules
from deals.fairness.statement import decode_statement
from deals.tlog.directory import (
    FileReader,
    LogCopy,
    check_copy_signed,
    hash_reader,
    read_entry,
)
from deals.tlog.directory import check_log as check_copy
from deals.tlog.errors import CopyDamaged, SignatureInvalid, TlogError
from deals.tlog.note import SignedNote, VerifierKey
from deals.tlog.tree import Node, tree_root


@dataclass(frozen=True)
class CheckedLog:
    """A whole log, what is wrong with it, and what it has of each game."""

    copy: LogCopy
    rules: LogRules
    read: FileReader

    @cached_property
    def census(self) -> Census:
        """Its deals, open ones, voids by reason, and what is wrong with its entries."""
        return self.rules.census()

    @property
    def origin(self) -> str:
        """Whose log it is."""
        return self.copy.checkpoint.origin

    @property
    def findings(self) -> tuple[str, ...]:
        """All that is wrong with signatures and entries, whosever they are, in words."""
        return (*self.copy.findings, *map(str, self.census.findings))

    def findings_of(
        self, owner: str | None, deals: Collection[int], *, below: int | None = None
    ) -> tuple[str, ...]:
        """Return what is wrong with the log itself, or with these deals or their owner.

        `owner` is a game or a league; `below` leaves out the entries from an index on.
        """
        return tuple(
            str(one)
            for one in self.census.findings
            if one.is_of_log or one.owner == owner or not set(deals).isdisjoint(one.deals)
            if below is None or one.index is None or one.index < below
        )

    def unsigned(
        self, key: VerifierKey | None, handovers: Sequence[SignedNote] = ()
    ) -> TlogError | None:
        """Return why no key signed that the pinned one leads to, with more handovers; else None.

        `handovers` are known to be states of this log.
        """
        if self.copy.unsigned is None:
            return None
        try:
            check_copy_signed(self.copy, key=key, handovers=handovers)
        except TlogError as error:
            return error
        return None

    def root_at(self, size: int) -> str | None:
        """Return the root, hex, at an earlier size; None when the copy does not reach so far."""
        if size > self.copy.size:
            return None
        try:
            return tree_root(size, hash_reader(self.read, self.copy.size)).hex()
        except TlogError:
            return None

    def time_at(self, size: int) -> str | None:
        """Return the time of the last entry at a size from 1; None as `root_at`.

        In a log that is right no entry before it has a later one.
        """
        if size > self.copy.size or self.copy.findings:
            return None
        try:
            text = read_entry(self.read, self.copy.checkpoint, size - 1)
            return parse_entry(decode_statement(text)).time
        except (TlogError, FairnessError):
            return None

    def leaves_at(self, indexes: Sequence[int]) -> tuple[str, ...]:
        """Return the leaf hashes, hex, of entries that the copy reaches; none if it is damaged."""
        if self.copy.findings or not indexes:
            return ()
        try:
            leaves = hash_reader(self.read, self.copy.size)([Node(0, index) for index in indexes])
        except TlogError:
            return ()
        return tuple(leaf.hex() for leaf in leaves)

    def trace(self, game: str) -> GameTrace:
        """Return what the log has of a game."""
        return self.rules.game(game)

    def entries_of_league(self, league: str) -> tuple[int, ...]:
        """Return the indexes of what the log has of a league: its draws and rounds."""
        return self.rules.league(league)

    def entries_of_deal(self, number: int) -> tuple[Entry, ...]:
        """Return a deal's entries, in the log's order. Raises TlogError, FairnessError."""
        return tuple(
            parse_entry(decode_statement(read_entry(self.read, self.copy.checkpoint, index)))
            for index in self.rules.deal(number)
        )

    def to_json(self) -> dict[str, object]:
        """Return the report on the log as JSON takes it."""
        return {
            "origin": self.origin,
            "size": self.copy.size,
            "root": self.copy.root,
            "deals": self.census.deals,
            "open": len(self.census.open_deals),
            "voids": dict(self.census.voids),
            "findings": [*self.findings],
        }

    def __str__(self) -> str:
        """Return the report on the log in words."""
        voids = ", ".join(f"{count} {reason}" for reason, count in self.census.voids.items())
        told = (
            f"log {self.origin}: {self.copy.size} entries, root {self.copy.root}; "
            f"{self.census.deals} deals, {len(self.census.open_deals)} open; "
            f"voids: {voids or 'none'}"
        )
        if not self.findings:
            return told
        count = f"findings in the whole log: {len(self.findings)}"
        return "\n".join((told, count, *(f"    {finding}" for finding in self.findings)))


def check_log(
    read: FileReader, *, key: VerifierKey | None, handovers: Sequence[SignedNote] = ()
) -> CheckedLog:
    """Read and check a whole log; what is wrong with it is among its findings.

    Raises FileMissing, NoteMalformed, CheckpointMalformed when it has no checkpoint; CopyDamaged
    when its files do not give the state that was signed: that shows nothing about the log.
    """
    rules = LogRules()
    copy = check_copy(read, key=key, rules=rules, handovers=handovers)
    if copy.damage is not None:
        raise CopyDamaged(str(copy.damage))
    if isinstance(copy.unsigned, SignatureInvalid):
        raise CopyDamaged(f"the checkpoint: {copy.unsigned}")
    return CheckedLog(copy, rules, read)
