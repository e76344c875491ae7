"""Step 8: the chain is whole, and the log's heads and reveals stand on it."""

from __future__ import annotations

from collections.abc import Sequence

from deals.fairness.entries import GameEntry, HeadEntry, RevealEntry
from games.events import details as d
from games.replay.table import TableState
from games.replay.table_fold import LOST
from games.verifier.evidence import Evidence
from games.verifier.findings import StepFindings
from games.verifier.receipt_step import check_on_chain
from games.verifier.story import DealStory

_WITH_HEAD = (d.Scored, d.Voided, d.Adjusted, d.RowCorrected, d.Ended)
"""The lines after which the log carries the chain's head."""


def check_chain(
    evidence: Evidence, stories: Sequence[DealStory], table: TableState, step: StepFindings
) -> None:
    """Step 8, but for receipts and record. `table` is the fold over the lines."""
    games = [logged.text for logged in evidence.of_kind(GameEntry)]
    if games != [evidence.bundle.header]:
        step.add("the header is not the log's one entry of this game")
    step.found.extend(finding for finding in table.findings if finding.step == 8)
    _check_heads(evidence, step)
    for story in stories:
        _check_reveal(story, step)
        _check_lost(story, step)


def _check_heads(evidence: Evidence, step: StepFindings) -> None:
    logged = evidence.of_kind(HeadEntry)
    for head in logged:
        check_on_chain(f"head entry {head.index}", head.entry, evidence, step)
    seqs = {head.entry.seq for head in logged}
    for event in evidence.events:
        if isinstance(event.detail, _WITH_HEAD) and event.seq not in seqs:
            step.add(f"the log has no head after this {event.kind} line", seq=event.seq)


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


def _check_lost(story: DealStory, step: StepFindings) -> None:
    """Check that a hand whose passes are not opened, as lost, is void for that in the log too."""
    for line, detail in story.said(d.Voided):
        reason = None if story.void is None else story.void.entry.reason
        if (detail.reason, detail.by) == LOST and reason != LOST[0]:
            step.add(
                f"deal {story.number} is void as {LOST[0]} here, and as {reason} in the log",
                hand=line.hand,
                seq=line.seq,
            )
