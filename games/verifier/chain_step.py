"""Step 8: the chain is whole, and log, receipts and record stand on it."""

from __future__ import annotations

from collections.abc import Sequence

from deals.fairness.entries import GameEntry, HeadEntry, KeyEntry, RevealEntry
from deals.tlog.note import VerifierKey, check_note, parse_vkey, signatures_by
from games.events import details as d
from games.replay.table import TableState
from games.verifier.evidence import Evidence, SignedReceipt
from games.verifier.findings import StepFindings
from games.verifier.story import DealStory

_WITH_HEAD = (d.Scored, d.Voided, d.Adjusted, d.RowCorrected, d.Ended)
"""The lines after which the log carries the chain's head."""


def check_chain(
    evidence: Evidence, stories: Sequence[DealStory], table: TableState, step: StepFindings
) -> None:
    """Step 8, but for the record. `table` is the fold over the lines."""
    games = [logged.text for logged in evidence.of_kind(GameEntry)]
    if games != [evidence.bundle.header]:
        step.add("the header is not the log's one entry of this game")
    step.found.extend(finding for finding in table.findings if finding.step == 8)
    _check_heads(evidence, step)
    _check_receipts(evidence, step)
    for story in stories:
        _check_reveal(story, step)


def _check_heads(evidence: Evidence, step: StepFindings) -> None:
    logged = evidence.of_kind(HeadEntry)
    for head in logged:
        _check_on_chain(f"head entry {head.index}", head.entry, evidence, step)
    seqs = {head.entry.seq for head in logged}
    for event in evidence.events:
        if isinstance(event.detail, _WITH_HEAD) and event.seq not in seqs:
            step.add(f"the log has no head after this {event.kind} line", seq=event.seq)


def _check_on_chain(
    what: str, entry: HeadEntry | SignedReceipt, evidence: Evidence, step: StepFindings
) -> None:
    """Note when a head that was logged or signed is none of this chain."""
    said = entry.value if isinstance(entry, SignedReceipt) else entry
    if (said.origin, said.game) != (evidence.header.origin, evidence.header.game):
        step.add(f"{what} is of another game")
    if said.seq >= len(evidence.heads):
        step.add(f"{what} is after the chain's last line", seq=said.seq)
    elif said.head != evidence.heads[said.seq]:
        step.add(f"{what} says {said.head}, the chain has {evidence.heads[said.seq]}", seq=said.seq)
    elif isinstance(entry, SignedReceipt) and said.time != evidence.events[said.seq - 1].time:
        step.add(f"{what} has another time than its line", seq=said.seq)


def _check_receipts(evidence: Evidence, step: StepFindings) -> None:
    with step.catching("the receipts' key"):
        keys = [
            parse_vkey(logged.entry.vkey)
            for logged in evidence.of_kind(KeyEntry)
            if logged.entry.role == "receipt"
        ]
        for place, receipt in enumerate(evidence.receipts):
            what = f"receipt {place}"
            _check_on_chain(what, receipt, evidence, step)
            with step.catching(what):
                check_note(receipt.note, _signer(receipt, keys))


def _signer(receipt: SignedReceipt, keys: Sequence[VerifierKey]) -> VerifierKey:
    """Return which of the receipt keys, the last one unless another, signed it."""
    return next((key for key in keys if signatures_by(receipt.note, key)), keys[-1])


def _check_reveal(story: DealStory, step: StepFindings) -> None:
    """Check that the reveal line is there exactly with the reveal entry, and says the same."""
    logged = [
        (reveal.entry.deal, reveal.entry.seed, reveal.entry.index, reveal.index)
        for reveal in story.logged(RevealEntry)
    ]
    lines = story.said(d.Revealed)
    said = [(line.number, line.seed, line.index, line.entry) for _, line in lines]
    if said != logged:
        seq = lines[0][0].seq if lines else None
        step.add(
            f"deal {story.number}: the reveal line and the reveal entry differ",
            hand=story.hand,
            seq=seq,
        )
