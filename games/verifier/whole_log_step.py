"""Step 10, the log part: what only the whole log can show (with --log)."""

from __future__ import annotations

from typing import Final

from games.verifier.evidence import Evidence
from games.verifier.findings import StepFindings
from games.verifier.log_reader import CheckedLog
from games.verifier.log_step import LogStates

OLDER_COPY: Final = "the copy of the log ends before the bundle's checkpoint"


def check_whole_log(
    evidence: Evidence, log: CheckedLog, states: LogStates, step: StepFindings
) -> None:
    """Check that the log is whole, and that the bundle leaves out nothing of its game."""
    for finding in log.findings:
        step.add(f"the log: {finding}")
    checkpoint = evidence.checkpoint.value
    if log.origin != checkpoint.origin:
        step.add(f"the log is {log.origin}, the game is of {checkpoint.origin}")
        return
    size = min(checkpoint.size, log.copy.size)
    here, there = states.roots.get(size), log.root_at(size)
    if here is not None and there is not None and here != there:
        step.add(f"at size {size} the log has the root {there}, the bundle's has {here}")
        return
    shown = {logged.index for logged in evidence.entries}
    for index in log.trace(evidence.header.game).entries:
        if index < checkpoint.size and index not in shown:
            step.add(f"entry {index} of the log is of this game, and not in the bundle")


def reaches(log: CheckedLog, evidence: Evidence) -> bool:
    """Whether a copy has all that the bundle's checkpoint covers."""
    return log.copy.size >= evidence.checkpoint.value.size
