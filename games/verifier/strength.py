"""The word for a game, and how many deals of a hand the server could have chosen between.

- unchosen: every deal from a beacon, and each commit seen outside before its round was due
- shared: a seat drew a nonce of every deal
- server-only: otherwise; the server could have tried seeds until it liked one
- unproven: nothing was revealed yet, or a step that a word needs was not made
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.events.details import Contributed
from games.verifier.eyes import Eyes
from games.verifier.log_reader import CheckedLog
from games.verifier.report import Strength
from games.verifier.story import DealStory

BUNDLES_WORD: Final = (
    "step 10 made without a copy of the log (--log): which deals were thrown away is the word of "
    "who made this file, and whole deals may be left out"
)
"""What people are told of step 10 without the whole log: `not_made` names whole steps alone."""


def judge_strength(stories: Sequence[DealStory], eyes: Eyes) -> Strength:
    """Return the weakest word of the revealed deals, all of whose steps were made."""
    revealed = [story for story in stories if story.reveal is not None]
    if not revealed:
        return "unproven"
    if all(map(eyes.saw_in_time, revealed)):
        return "unchosen"
    return "shared" if all(map(_is_shared, revealed)) else "server-only"


def choices_notes(
    strength: Strength, choices: int | None, *, log: CheckedLog | None
) -> Iterator[str]:
    """Yield what the number of choices says, where the word or the number alone misleads."""
    if choices is None:
        return
    if strength == "unchosen" and choices > 1:
        yield (
            f"one of {choices}: each of these deals was committed blind, but the server could see "
            "its cards once its round was due, throw it away and keep another"
        )
    if log is None:
        yield BUNDLES_WORD


def _is_shared(story: DealStory) -> bool:
    return any(detail.by == "seat" for _, detail in story.said(Contributed))


def count_choices(stories: Sequence[DealStory]) -> int | None:
    """Return the most deals that the server could have evaluated for one hand; None without any.

    Those are the one revealed, and every one thrown away after its last K, or that needed none.
    """
    evaluated = Counter(story.hand for story in stories if _was_open(story))
    revealed = [story.hand for story in stories if story.reveal is not None]
    return max((1 + evaluated[hand] for hand in revealed), default=None)


def _was_open(story: DealStory) -> bool:
    """Whether the server could evaluate a deal that was thrown away."""
    if story.commit is None or story.void is None:
        return False
    needs_none = story.commit.entry.sources != "seats"
    return needs_none or all(line.commitment is not None for line in story.void.entry.seats)
