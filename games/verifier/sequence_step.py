"""Step 10: for each hand the deals follow one another, all but the last voided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from deals.fairness.entries import CommitEntry, FreezeEntry, RevealEntry, VoidEntry
from deals.fairness.purpose import Purpose, parse_purpose
from games.replay.table import TableState
from games.verifier.evidence import Evidence
from games.verifier.findings import StepFindings
from games.verifier.story import DealStory
from games.verifier.void_step import check_ends


def check_sequence(
    evidence: Evidence, stories: Sequence[DealStory], table: TableState, step: StepFindings
) -> None:
    """Step 10, as far as a bundle shows it: the deals of this game, and the log's times."""
    by_hand: defaultdict[int, list[DealStory]] = defaultdict(list)
    for story in stories:
        by_hand[story.hand].append(story)
        _check_terms(evidence, story, step)
        _check_ends(story, table, step)
        _check_in_chain(story, table, step)
    check_ends(evidence, stories, step)
    for deals in by_hand.values():
        for first, second in pairwise(deals):
            _check_follows(first, second, step)
    for first, second in pairwise(stories):
        if _commit_index(second) <= _commit_index(first):
            step.add(f"deal {second.number} was committed before deal {first.number}")
    for earlier, later in pairwise(evidence.entries):
        if later.entry.time < earlier.entry.time:
            step.add(f"the time of entry {later.index} is before that of entry {earlier.index}")


def _check_terms(evidence: Evidence, story: DealStory, step: StepFindings) -> None:
    """Check that it is for this game, with the header's sources and the deck of its rules."""
    header, deck = evidence.header, evidence.rules.deck.code
    for commit in story.logged(CommitEntry):
        purpose = _purpose(evidence, story, commit.entry)
        found = (commit.entry.purpose, commit.entry.sources, commit.entry.deck)
        step.compare(
            f"deal {story.number}", found, (purpose, header.sources, deck), hand=story.hand
        )


def _purpose(evidence: Evidence, story: DealStory, commit: CommitEntry) -> str:
    """Return what a deal of this game is for: a hand of it, or the board that a table plays."""
    header = evidence.header
    is_board = header.table != "-" and parse_purpose(commit.purpose).kind == "board"
    if is_board and (evidence.rules.hands, story.hand) == (1, 1):
        return commit.purpose
    return str(Purpose("game", header.game, story.hand))


def _check_ends(story: DealStory, table: TableState, step: StepFindings) -> None:
    """Check that it has one of each kind of entry at most, in order, and one end."""
    kinds = (CommitEntry, FreezeEntry, RevealEntry, VoidEntry)
    indexes = [[logged.index for logged in story.logged(kind)] for kind in kinds]
    for kind, found in zip(kinds, indexes, strict=True):
        if len(found) > 1:
            step.add(f"deal {story.number}: two entries {kind.__name__}", hand=story.hand)
    order = [index for found in indexes for index in found]
    if order != sorted(order):
        step.add(f"deal {story.number}: its entries are out of order", hand=story.hand)
    ends = len(indexes[2]) + len(indexes[3])
    is_open = table.phase != "over" and story.hand >= table.number
    if ends != 1 and not (is_open and ends == 0):
        step.add(f"deal {story.number} has {ends} ends", hand=story.hand)


def _check_in_chain(story: DealStory, table: TableState, step: StepFindings) -> None:
    """Check that it is in the chain, unless it was void before a seat had given anything.

    The line of the newest deal may still be to come: it is written after the commit is covered.
    """
    untouched = story.void is not None and all(
        line.commitment is None for line in story.void.entry.seats
    )
    awaited = table.phase == "committed" and story.hand == table.number and not story.void
    if not story.lines and not untouched and not awaited:
        step.add(f"deal {story.number} was committed, and is not in the chain", hand=story.hand)


def _check_follows(first: DealStory, second: DealStory, step: StepFindings) -> None:
    if first.void is None or first.void.index > _commit_index(second):
        step.add(
            f"deal {second.number} was committed before deal {first.number} was voided",
            hand=second.hand,
        )


def _commit_index(story: DealStory) -> int:
    return -1 if story.commit is None else story.commit.index
