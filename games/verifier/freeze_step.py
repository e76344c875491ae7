"""Step 5: what a deal was drawn from was fixed before: frozen nonces, or the beacon's round."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from deals.fairness.beacon import check_notice, committed_round
from deals.fairness.beacon import check_round as open_round
from deals.fairness.draw import check_round
from deals.fairness.entries import CommitEntry, FreezeEntry, RevealEntry
from deals.fairness.proof import DealProof
from deals.fairness.times import parse_time
from games.events import details as d
from games.verifier.evidence import Evidence, Logged
from games.verifier.findings import StepFindings
from games.verifier.proof_steps import check_beacon
from games.verifier.story import DealStory


def check_freezes(evidence: Evidence, stories: Sequence[DealStory], step: StepFindings) -> None:
    """Step 5: what was frozen before the draw is what the chain says; the beacon's round."""
    for story in stories:
        frozen = story.said(d.Frozen)
        if story.freeze is None:
            for line, _ in frozen:
                step.add("the log has no freeze entry", hand=line.hand, seq=line.seq)
        else:
            _check_freeze(evidence, story, story.freeze, step)
        for commit in story.logged(CommitEntry):
            _check_notice(story, commit.entry, step)
        if story.opened is not None:
            check_beacon(story.opened[0], step, hand=story.hand)
            _check_shown(story, *story.opened, step)
        else:
            _check_lines(story, step)


def _check_freeze(
    evidence: Evidence, story: DealStory, freeze: Logged[FreezeEntry], step: StepFindings
) -> None:
    nonces = story.said(d.NonceOpened)
    if not nonces:
        step.add("a freeze entry of a deal without nonces", hand=story.hand)
        return
    entry, last = freeze.entry, nonces[-1][0].seq
    lines = story.seat_lines(evidence.rules.players)
    for what, found, expected in (
        ("the frozen seat lines", [*map(str, entry.seats)], [*map(str, lines)]),
        ("the frozen commitment", entry.commitment, story.commitment),
        ("the frozen game", entry.game, evidence.header.game),
        ("the frozen head", entry.head, f"{last} {evidence.head_after(last)}"),
    ):
        step.compare(what, found, expected, hand=story.hand)
    digest = sha256(freeze.text.encode()).hexdigest()
    for line, detail in story.said(d.Frozen):
        if (detail.digest, detail.entry) != (digest, freeze.index):
            step.add("the freeze line names another entry", hand=line.hand, seq=line.seq)


def _check_notice(story: DealStory, commit: CommitEntry, step: StepFindings) -> None:
    """Check that the committed round was still to come."""
    if commit.sources == "beacon":
        with step.catching(f"deal {story.number}", hand=story.hand):
            check_notice(committed_round(commit.beacon), parse_time(commit.time))


def _check_shown(
    story: DealStory, proof: DealProof, reveal: RevealEntry, step: StepFindings
) -> None:
    """Check that the chain's beacon line and the reveal entry show the proof's round."""
    shown = "-" if proof.round is None else f"{proof.round.number} {proof.round.signature}"
    step.compare("the revealed beacon", reveal.beacon, shown, hand=story.hand)
    for line, detail in story.said(d.BeaconRound):
        step.compare("the beacon line", f"{detail.round} {detail.signature}", shown, hand=line.hand)


def _check_lines(story: DealStory, step: StepFindings) -> None:
    """Check the round in the chain of a deal that has no proof yet, or never gets one."""
    committed = "" if story.commit is None else story.commit.entry.beacon
    for line, detail in story.said(d.BeaconRound):
        with step.catching(hand=line.hand, seq=line.seq):
            check_round(committed, str(detail.round))
            open_round(detail.round, detail.signature)
