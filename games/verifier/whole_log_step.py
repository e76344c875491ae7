"""Step 10, the log part: what only the whole log can show (with --log)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.verifier.evidence import LogShown
from games.verifier.findings import StepFindings
from games.verifier.log_reader import CheckedLog
from games.verifier.log_step import LogStates

OLDER_COPY: Final = "the copy of the log ends before the bundle's checkpoint"


def check_whole_log(
    shown: LogShown, of: Sequence[int], log: CheckedLog, states: LogStates, step: StepFindings
) -> None:
    """Check that the log is whole, and that a bundle leaves out nothing of its game.

    `of` are the indexes of all that the log has of the game, or of the league.
    """
    for finding in log.findings:
        step.add(f"the log: {finding}")
    checkpoint = shown.checkpoint.value
    if log.origin != checkpoint.origin:
        step.add(f"the log is {log.origin}, the game is of {checkpoint.origin}")
        return
    size = min(checkpoint.size, log.copy.size)
    here, there = states.roots.get(size), log.root_at(size)
    if here is not None and there is not None and here != there:
        step.add(f"at size {size} the log has the root {there}, the bundle's has {here}")
        return
    given = {logged.index for logged in shown.entries}
    for index in of:
        if index < checkpoint.size and index not in given:
            step.add(f"entry {index} of the log is of this game, and not in the bundle")


def reaches(log: CheckedLog, shown: LogShown) -> bool:
    """Whether a copy has all that the bundle's checkpoint covers."""
    return log.copy.size >= shown.checkpoint.value.size
