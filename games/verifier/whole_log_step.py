"""Step 10, the log part: what only the whole log can show (with --log), or other documents.

What is wrong with other deals and games of the same log is no finding here: it stands in the
report on the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from deals.fairness.entries import CommitEntry
from deals.tlog.errors import NotHandedOver
from deals.tlog.note import SignedNote
from deals.tlog.tree import leaf_hash
from games.verifier.evidence import Evidence, LogShown
from games.verifier.findings import StepFindings
from games.verifier.log_reader import CheckedLog
from games.verifier.log_step import LogStates
from games.verifier.options import Options
from games.verifier.shown_before import Document

OLDER_COPY: Final = "the copy of the log ends before the bundle's checkpoint"


def check_whole_log(
    shown: LogShown,
    owner: str,
    of: Sequence[int],
    options: Options,
    states: LogStates,
    step: StepFindings,
) -> None:
    """Check that the log is whole, and that a bundle leaves out nothing of its game.

    `owner` is the game, or the league; `of` are the indexes of all that the log has of it.
    """
    log = options.log
    if log is None:
        return
    checkpoint = shown.checkpoint.value
    _check_findings(shown, owner, options, states, step)
    if log.origin != checkpoint.origin:
        step.add(f"the log is {log.origin}, the game is of {checkpoint.origin}")
        return
    if _differs(shown, log, states, step):
        return
    given = {logged.index for logged in shown.entries}
    for index in of:
        if index < checkpoint.size and index not in given:
            step.add(f"entry {index} of the log is of this game, and not in the bundle")


def _differs(shown: LogShown, log: CheckedLog, states: LogStates, step: StepFindings) -> bool:
    """Note where the copy has another root or entry than the document, though both are proven.

    All that both have is compared: the copy may end before the document's checkpoint.
    """
    for size, here in sorted(states.roots.items()):
        there = log.root_at(size)
        if there is not None and there != here:
            step.add(
                f"two logs were shown: at size {size} the log has the root {there}, the bundle's "
                f"has {here}"
            )
            return True
    both = [one for one in shown.entries if one.index < log.copy.size]
    for one, leaf in zip(both, log.leaves_at([one.index for one in both]), strict=False):
        here = leaf_hash(one.text.encode()).hex()
        if leaf != here:
            step.add(
                f"two logs were shown: entry {one.index} has the leaf hash {leaf} in the log, "
                f"{here} in the bundle"
            )
            return True
    return False


def check_before(
    shown: LogShown,
    states: LogStates,
    step: StepFindings,
    options: Options,
    game: Evidence | None = None,
) -> None:
    """Compare a log, and a bundle's game, with what earlier documents of this call have shown."""
    if options.before is not None:
        key = options.key or states.keys[-1].key
        document = Document(
            source=options.source, key=key, log=shown, roots=states.roots, game=game
        )
        options.before.check(document, step)


def _check_findings(
    shown: LogShown, owner: str, options: Options, states: LogStates, step: StepFindings
) -> None:
    """Note what is wrong with the log itself, or with the deals and the owner of a bundle."""
    log, checkpoint = options.log, shown.checkpoint.value
    if log is None:
        return
    unsigned = log.unsigned(options.key, _handovers(shown, options))
    if log.copy.size <= checkpoint.size and states.roots.get(log.copy.size) == log.copy.root:
        unsigned = None  # The bundle's own checkpoint vouches for an older copy.
    if unsigned is not None and not isinstance(unsigned, NotHandedOver):
        step.add(f"the log: {unsigned}")
    deals = {commit.entry.deal for commit in shown.of_kind(CommitEntry)}
    below = None if unsigned is None else checkpoint.size
    for finding in log.findings_of(owner, deals, below=below):
        step.add(f"the log: {finding}")


def why_not_whole(shown: LogShown, options: Options) -> str | None:
    """Return why the log part of step 10 was made in part only; None where all of it was made."""
    log = options.log
    if log is None:
        return None
    if log.copy.size < shown.checkpoint.value.size:
        return OLDER_COPY
    unsigned = log.unsigned(options.key, _handovers(shown, options))
    if unsigned is None:
        return None
    return f"the copy of the log, past the bundle's checkpoint: {unsigned}"


def _handovers(shown: LogShown, options: Options) -> list[SignedNote]:
    """Return the checkpoints by which a bundle, and its reader, lead from key to key."""
    return [one.note for one in (shown.checkpoint, *shown.seen, *options.seen)]
