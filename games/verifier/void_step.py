"""Step 10, the ends: a void says why by what the chain shows, and nothing is open before its time.

A void is a choice that the server could have made, so its reason is held to the facts: who gave
nothing stands in the seat lines, and how long he had in the times. A seed that is public, by a
reveal or a void, is one that nobody plays with any more.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import accumulate
from types import MappingProxyType
from typing import Final

from deals.cards.seat import Seat
from deals.fairness.beacon import committed_round, round_due
from deals.fairness.entries import CommitEntry, HeadEntry, VoidEntry
from deals.fairness.times import format_time, parse_time
from games.events import details as d
from games.events.event import Event
from games.verifier.evidence import Evidence
from games.verifier.findings import StepFindings
from games.verifier.story import DealStory

BEACON_LOST_AFTER: Final = timedelta(hours=24)
IDLE_AFTER: Final = timedelta(days=90)

_ANSWERS: Final[Mapping[str, type[d.Detail]]] = MappingProxyType(
    {"late": d.DealCommitted, "withheld": d.Contributed}
)
"""Which line a seat has to answer, the last of its kind, by what it is blamed for."""
_PLAYED: Final = (
    d.Contributed,
    d.NonceOpened,
    d.Frozen,
    d.BeaconRound,
    d.Passed,
    d.Played,
    d.MoonChosen,
    d.Scored,
)
"""The lines of a hand that somebody could write better who knows the seed."""


def check_ends(evidence: Evidence, stories: Sequence[DealStory], step: StepFindings) -> None:
    """Step 10 for the end of each deal: reveal or void, not too early, and for the reason said."""
    heads = evidence.of_kind(HeadEntry)
    reached = [*accumulate((head.entry.seq for head in heads), max)]
    for story in stories:
        for line, _ in story.said(d.Scored)[-1:]:
            first = bisect_left(reached, line.seq)
            covered = heads[first].index if first < len(heads) else None
            _check_reveal(story, line, covered, step)
        if story.void is not None:
            _check_closed(story, story.void.entry, step)
            if story.commit is not None:
                _check_reason(evidence, story, story.commit.entry, story.void.entry, step)


def _check_reveal(story: DealStory, score: Event, covered: int | None, step: StepFindings) -> None:
    """Check that the log had the head over the hand's score before it had the seed.

    `covered` is the index of the first head entry that reaches the `score` line.
    """
    if story.reveal is None or (covered is not None and covered < story.reveal.index):
        return
    head = "no head entry" if covered is None else f"entry {covered}, the first head"
    step.add(
        f"deal {story.number} is revealed by entry {story.reveal.index}, before {head} over its "
        "score",
        hand=score.hand,
        seq=score.seq,
    )


def _check_closed(story: DealStory, void: VoidEntry, step: StepFindings) -> None:
    """Check that nobody played on when the void had shown the seed."""
    late = next((line for line in _played(story) if line.time > void.time), None)
    if late is not None:
        step.add(
            f"deal {story.number} is void since {void.time}, and has a {late.kind} line of "
            f"{late.time}",
            hand=late.hand,
            seq=late.seq,
        )


def _check_reason(
    evidence: Evidence, story: DealStory, commit: CommitEntry, void: VoidEntry, step: StepFindings
) -> None:
    kind, _, seat = void.reason.rpartition("-")
    if kind in _ANSWERS:
        _check_blame(evidence, story, void, step, kind=kind, seat=int(seat))
    elif void.reason == "beacon-lost":
        is_beacon = commit.sources == "beacon"
        if not is_beacon or story.said(d.BeaconRound):
            _deny(story, void, "the round came" if is_beacon else "it waits for no round", step)
        else:
            due = round_due(committed_round(commit.beacon))
            _check_waited(story, void, format_time(due), BEACON_LOST_AFTER, step)
    elif void.reason == "idle":
        for line, _ in story.said(d.Voided)[:1]:
            before = evidence.events[line.seq - 2]
            _check_waited(story, void, before.time, IDLE_AFTER, step)


def _check_blame(
    evidence: Evidence,
    story: DealStory,
    void: VoidEntry,
    step: StepFindings,
    *,
    kind: str,
    seat: Seat,
) -> None:
    """Check that the seat had not given what it is blamed for, and had been asked long before."""
    line = void.seats[seat]
    asked = [event for event in story.lines if isinstance(event.detail, _ANSWERS[kind])]
    is_withheld = kind == "withheld"
    if (line.commitment is not None) != is_withheld or line.nonce is not None:
        _deny(story, void, f"the seat's line is {line}", step)
    elif not asked:
        _deny(story, void, "the chain has no line that the seat had to answer", step)
    elif is_withheld and any(one.commitment is None for one in void.seats):
        _deny(story, void, "no nonce is due before the last K", step)
    else:
        wait = timedelta(seconds=evidence.header.wait)
        _check_waited(story, void, asked[-1].time, wait, step)


def _check_waited(
    story: DealStory, void: VoidEntry, since: str, wait: timedelta, step: StepFindings
) -> None:
    """Check that a void came late enough; times are compared by their distance, as none is far."""
    if parse_time(void.time) - parse_time(since) < wait:
        seconds = wait // timedelta(seconds=1)
        _deny(story, void, f"{seconds} s after {since} were not over at {void.time}", step)


def _deny(story: DealStory, void: VoidEntry, fact: str, step: StepFindings) -> None:
    step.add(f"deal {story.number} is void as {void.reason}, but {fact}", hand=story.hand)


def _played(story: DealStory) -> list[Event]:
    return [line for line in story.lines if isinstance(line.detail, _PLAYED)]
