"""Step 1: what a bundle's texts say, every statement, note and line read strictly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, TypeVar

from deals.fairness.commitment import commitment_of
from deals.fairness.contribution import contribution_commitment
from deals.fairness.draw import format_draw
from deals.fairness.entries import Entry, GameEntry, parse_entry
from deals.fairness.errors import RoundMismatch, StatementMalformed
from deals.fairness.proof import DealProof, contributions_of, draw_statement_of, opening_of
from deals.tlog.checkpoint import Checkpoint, parse_checkpoint
from deals.tlog.note import SignedNote, parse_note
from games.events.chain import chain_heads, first_head
from games.events.event import Event, parse_event
from games.events.receipt import Receipt, parse_receipt
from games.rules.ruleset import RuleSet, parse_rules_line
from games.verifier.bundle import Bundle, ProvenEntry, ProvenSize
from games.verifier.findings import StepFindings

E = TypeVar("E", bound=Entry)


@dataclass(frozen=True)
class Logged(Generic[E]):
    """An entry of the log, read, with its index."""

    index: int
    text: str
    entry: E


@dataclass(frozen=True)
class SignedCheckpoint:
    """A checkpoint and the note that signs it."""

    note: SignedNote
    value: Checkpoint


@dataclass(frozen=True, kw_only=True)
class LogShown:
    """What a document shows of the log that it says it is in: entries, states, and their proofs."""

    origin: str
    proven: tuple[ProvenEntry, ...]
    consistency: tuple[ProvenSize, ...]
    entries: tuple[Logged[Entry], ...]
    checkpoint: SignedCheckpoint
    seen: tuple[SignedCheckpoint, ...]

    def of_kind(self, kind: type[E]) -> tuple[Logged[E], ...]:
        """Return the entries of one kind, by index."""
        return tuple(
            Logged(logged.index, logged.text, logged.entry)
            for logged in self.entries
            if isinstance(logged.entry, kind)
        )


@dataclass(frozen=True)
class SignedReceipt:
    """A receipt and the note that signs it."""

    note: SignedNote
    value: Receipt


@dataclass(frozen=True)
class Evidence:
    """All that a bundle says, read. `heads` has one more item than `events`: it begins with head 0.

    `proofs` are by the deal's number.
    """

    bundle: Bundle
    header: GameEntry
    rules: RuleSet
    events: tuple[Event, ...]
    heads: tuple[str, ...]
    entries: tuple[Logged[Entry], ...]
    checkpoint: SignedCheckpoint
    seen: tuple[SignedCheckpoint, ...]
    receipts: tuple[SignedReceipt, ...]
    proofs: Mapping[int, DealProof]

    def head_after(self, seq: int) -> str:
        """Return the chain's head after line `seq`; "" when it has no such line."""
        return self.heads[seq] if seq < len(self.heads) else ""

    @property
    def log(self) -> LogShown:
        """What the bundle shows of the log."""
        return LogShown(
            origin=self.header.origin,
            proven=self.bundle.entries,
            consistency=self.bundle.consistency,
            entries=self.entries,
            checkpoint=self.checkpoint,
            seen=self.seen,
        )

    def of_kind(self, kind: type[E]) -> tuple[Logged[E], ...]:
        """Return the entries of one kind, by index."""
        return self.log.of_kind(kind)


def read_evidence(bundle: Bundle, step: StepFindings) -> Evidence | None:
    """Read a bundle's texts; None when one of them is not canonical, which `step` then tells."""
    header = _read_header(bundle.header, step)
    rules = _read_rules(header, step) if header else None
    entries = read_entries(bundle.entries, step)
    events = _read_events(bundle.events, step)
    seen = [read_checkpoint(text, f"seen note {n}", step) for n, text in enumerate(bundle.seen)]
    checkpoint = read_checkpoint(bundle.checkpoint, "the checkpoint", step)
    receipts = [_read_receipt(text, n, step) for n, text in enumerate(bundle.receipts)]
    for proof in bundle.deals:
        with step.catching(f"the proof of deal {proof.deal}"):
            check_statements(proof)
    if step.found or header is None or rules is None or checkpoint is None:
        return None
    return Evidence(
        bundle=bundle,
        header=header,
        rules=rules,
        events=events,
        heads=(first_head(bundle.header), *chain_heads(bundle.header, bundle.events)),
        entries=entries,
        checkpoint=checkpoint,
        seen=tuple(filter(None, seen)),
        receipts=tuple(filter(None, receipts)),
        proofs=MappingProxyType({proof.deal: proof for proof in bundle.deals}),
    )


def check_statements(proof: DealProof) -> None:
    """Check that a proof's values make canonical statements: opening, contributions, draw.

    Raises StatementMalformed, UnknownDeck, DrawMismatch.
    """
    commitment_of(opening_of(proof))
    for contribution, _ in contributions_of(proof):
        contribution_commitment(contribution)
    try:
        format_draw(draw_statement_of(proof))
    except RoundMismatch:
        return  # Another round is not malformed: that is step 5.


def _read_header(text: str, step: StepFindings) -> GameEntry | None:
    with step.catching("the header"):
        header = parse_entry(text)
        if not isinstance(header, GameEntry):
            raise StatementMalformed("it is no game entry", 1)
        if header.sources not in {"seats", "server", "beacon", "-"}:
            raise StatementMalformed("it is of no game of the service's log")
        return header
    return None


def _read_rules(header: GameEntry, step: StepFindings) -> RuleSet | None:
    with step.catching("the header's rules"):
        return parse_rules_line(header.rules)
    return None


def read_entries(
    proven_entries: Iterable[ProvenEntry], step: StepFindings
) -> tuple[Logged[Entry], ...]:
    """Read the texts of entries; one that is not canonical is left out, which `step` then tells."""
    entries: list[Logged[Entry]] = []
    for proven in proven_entries:
        with step.catching(f"log entry {proven.index}"):
            entries.append(Logged(proven.index, proven.text, parse_entry(proven.text)))
    return tuple(entries)


def _read_events(lines: tuple[str, ...], step: StepFindings) -> tuple[Event, ...]:
    events: list[Event] = []
    for seq, line in enumerate(lines, start=1):
        with step.catching(seq=seq):
            events.append(parse_event(line))
    return tuple(events)


def read_checkpoint(text: str, what: str, step: StepFindings) -> SignedCheckpoint | None:
    """Read a signed checkpoint; None when it is not canonical, which `step` then tells."""
    with step.catching(what):
        note = parse_note(text)
        return SignedCheckpoint(note, parse_checkpoint(note.text))
    return None


def _read_receipt(text: str, place: int, step: StepFindings) -> SignedReceipt | None:
    with step.catching(f"receipt {place}"):
        note = parse_note(text)
        return SignedReceipt(note, parse_receipt(note.text))
    return None
