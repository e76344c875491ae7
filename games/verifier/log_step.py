"""Step 2: the entries are in the signed log, the commits before anybody could contribute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from deals.fairness.entries import KeyEntry
from deals.fairness.kinds import HEX32
from deals.tlog.checkpoint import Checkpoint
from deals.tlog.errors import TlogError
from deals.tlog.keys import LoggedKey, check_signed, trusted_key
from deals.tlog.note import parse_vkey
from deals.tlog.proof import check_consistency, check_inclusion
from deals.tlog.tree import leaf_hash
from games.events.details import DealCommitted
from games.events.event import Event
from games.verifier.evidence import Logged, LogShown, SignedCheckpoint
from games.verifier.findings import StepFindings
from games.verifier.log_reader import CheckedLog
from games.verifier.options import Options
from games.verifier.story import DealStory

NO_KEY: Final = "no key: the checkpoint's signature was not checked against a pinned one"


@dataclass(frozen=True)
class LogStates:
    """What is proven of the log: its roots, hex by size, and the keys that its entries name."""

    roots: Mapping[int, str] = field(default_factory=dict)
    keys: tuple[LoggedKey, ...] = ()


def check_log(
    shown: LogShown, stories: Sequence[DealStory], step: StepFindings, *, options: Options
) -> LogStates:
    """Step 2. Without a pinned key the log's own is taken: that shows damage, not who signed."""
    entries = shown.of_kind(KeyEntry)
    _check_first(entries, step)
    _check_origins(shown, step)
    _check_inclusions(shown, step)
    roots = _check_sizes(shown, step)
    if options.log is not None:
        roots = _roots_of_copy(shown, roots, options.log, options.seen) | roots
    states = LogStates(roots, _read_keys(entries, step))
    _check_signatures(shown, states, step, options=options)
    _check_kept(options.seen, states, step)
    for story in stories:
        for line, detail in story.said(DealCommitted):
            _check_commit(story, line, detail, roots, step)
    return states


def _check_first(keys: Sequence[Logged[KeyEntry]], step: StepFindings) -> None:
    first = [(logged.index, logged.entry.role) for logged in keys[:2]]
    if first != [(0, "log"), (1, "receipt")]:
        step.add("entries 0 and 1 are not the log's key and its receipts' key")


def _read_keys(entries: Sequence[Logged[KeyEntry]], step: StepFindings) -> tuple[LoggedKey, ...]:
    """Return the log's keys by its own entries, the newest last."""
    with step.catching("the log's key"):
        return tuple(
            LoggedKey(logged.index, parse_vkey(logged.entry.vkey))
            for logged in entries
            if logged.entry.role == "log"
        )
    return ()


def _roots_of_copy(
    shown: LogShown, roots: Mapping[int, str], log: CheckedLog, seen: Sequence[SignedCheckpoint]
) -> dict[int, str]:
    """Return the roots that a copy of the whole log proves, if it is a copy of this log."""
    ours, theirs = shown.checkpoint.value, log.copy.checkpoint
    is_same = log.root_at(ours.size) == ours.root.hex()
    if not is_same and roots.get(theirs.size) != theirs.root.hex():
        return {}
    sizes = {theirs.size, *(one.value.size for one in seen)}
    found = {size: log.root_at(size) for size in sorted(sizes)}
    return {size: root for size, root in found.items() if root is not None}


def _check_origins(shown: LogShown, step: StepFindings) -> None:
    origins = {logged.entry.origin for logged in shown.entries}
    notes = (shown.checkpoint, *shown.seen)
    origins |= {shown.origin, *(note.value.origin for note in notes)}
    if len(origins) != 1:
        step.add(f"more than one origin: {', '.join(sorted(origins))}")


def _check_inclusions(shown: LogShown, step: StepFindings) -> None:
    checkpoint = shown.checkpoint.value
    last = -1
    for proven in shown.proven:
        if proven.index <= last:
            step.add(f"entry {proven.index} stands after entry {last}")
        last = proven.index
        with step.catching(f"entry {proven.index}"):
            check_inclusion(
                proven.hashes,
                index=proven.index,
                size=checkpoint.size,
                root=checkpoint.root,
                leaf=leaf_hash(proven.text.encode()),
            )


def _check_sizes(shown: LogShown, step: StepFindings) -> dict[int, str]:
    """Return the roots, hex, by size, that the checkpoint vouches for: its own and earlier ones."""
    checkpoint = shown.checkpoint.value
    roots: dict[int, str] = {}
    last = -1
    for proven in shown.consistency:
        what = f"the consistency with size {proven.size}"
        if proven.size <= last:
            step.add(f"{what} stands after that with size {last}")
        last = proven.size
        if HEX32.parse(proven.root) is None:
            step.add(f"{what}: the root is not 64 lower-case hex digits")
            continue
        with step.catching(what):
            check_consistency(
                proven.hashes,
                old_size=proven.size,
                old_root=bytes.fromhex(proven.root),
                size=checkpoint.size,
                root=checkpoint.root,
            )
            roots[proven.size] = proven.root
    return {checkpoint.size: checkpoint.root.hex()} | roots


def _check_signatures(
    shown: LogShown, states: LogStates, step: StepFindings, *, options: Options
) -> None:
    for seen in shown.seen:
        if not _is_state(seen.value, states):
            step.add(f"the checkpoint of size {seen.value.size} is no earlier state of this log")
            return
        with step.catching(f"the checkpoint of size {seen.value.size}"):
            check_signed(seen.note, states.keys)
    with step.catching(f"the checkpoint of size {shown.checkpoint.value.size}"):
        handovers = [one.note for one in (shown.checkpoint, *shown.seen, *options.seen)]
        trusted = trusted_key(states.keys, handovers, pinned=options.key)
        if trusted.name != shown.origin:
            step.add(f"the key is {trusted.name}'s, the game is of {shown.origin}")
        check_signed(shown.checkpoint.note, states.keys, trusted=trusted)


def _check_kept(kept: Sequence[SignedCheckpoint], states: LogStates, step: StepFindings) -> None:
    """Check that a checkpoint that the caller kept, if the log signed it, is a state of it."""
    for one in kept:
        root = states.roots.get(one.value.size)
        if root is not None and root != one.value.root.hex() and _is_signed(one, states.keys):
            step.add(
                f"two logs were shown: of size {one.value.size} with the root "
                f"{one.value.root.hex()} to the caller, with the root {root} here"
            )


def _is_signed(signed: SignedCheckpoint, keys: Sequence[LoggedKey]) -> bool:
    try:
        check_signed(signed.note, keys)
    except TlogError:
        return False
    return True


def _is_state(checkpoint: Checkpoint, states: LogStates) -> bool:
    return states.roots.get(checkpoint.size) == checkpoint.root.hex()


def _check_commit(
    story: DealStory, line: Event, detail: DealCommitted, roots: dict[int, str], step: StepFindings
) -> None:
    """Check that a deal line's commit entry stands under the checkpoint that the line names."""
    commit = story.commit
    said = (detail.entry, detail.commitment)
    if commit is None:
        step.add(f"deal {story.number} has no commit entry", hand=line.hand, seq=line.seq)
        return
    if said != (commit.index, commit.entry.commitment):
        step.add("the deal line names another commit entry", hand=line.hand, seq=line.seq)
    if roots.get(detail.size) != detail.root:
        step.add(
            f"no proof that the log of size {detail.size} had the root {detail.root}",
            hand=line.hand,
            seq=line.seq,
        )
    if commit.index >= detail.size:
        step.add("the checkpoint does not hold the commit entry", hand=line.hand, seq=line.seq)
    if commit.entry.time > line.time:
        step.add("the commit entry is later than the deal line", hand=line.hand, seq=line.seq)
