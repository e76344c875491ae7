"""Step 2: the entries are in the signed log, the commits before anybody could contribute."""

from __future__ import annotations

from collections.abc import Sequence

from deals.fairness.entries import KeyEntry
from deals.fairness.kinds import HEX32
from deals.tlog.checkpoint import Checkpoint
from deals.tlog.note import VerifierKey, check_note, format_vkey, parse_vkey
from deals.tlog.proof import check_consistency, check_inclusion
from deals.tlog.tree import leaf_hash
from games.events.details import DealCommitted
from games.events.event import Event
from games.verifier.evidence import Evidence, Logged, SignedCheckpoint
from games.verifier.findings import StepFindings
from games.verifier.story import DealStory


def check_log(
    evidence: Evidence, stories: Sequence[DealStory], step: StepFindings, *, key: VerifierKey | None
) -> None:
    """Step 2. Without a pinned key the log's own is taken: that shows damage, not who signed."""
    keys = evidence.of_kind(KeyEntry)
    _check_keys(keys, step)
    _check_origins(evidence, step)
    _check_inclusions(evidence, step)
    roots = _check_sizes(evidence, step)
    _check_signatures(evidence, roots, step, _signer(keys, step, pinned=key))
    for story in stories:
        for line, detail in story.said(DealCommitted):
            _check_commit(story, line, detail, roots, step)


def _check_keys(keys: Sequence[Logged[KeyEntry]], step: StepFindings) -> None:
    first = [(logged.index, logged.entry.role) for logged in keys[:2]]
    if first != [(0, "log"), (1, "receipt")]:
        step.add("entries 0 and 1 are not the log's key and its receipts' key")


def _signer(
    keys: Sequence[Logged[KeyEntry]], step: StepFindings, *, pinned: VerifierKey | None
) -> VerifierKey | None:
    """Return the key that must have signed the checkpoint: the pinned one, or the log's last."""
    own = [logged.entry.vkey for logged in keys if logged.entry.role == "log"]
    if pinned is not None:
        if format_vkey(pinned) not in own:
            step.add(f"the pinned key is none of the log's: {format_vkey(pinned)}")
        return pinned
    with step.catching("the log's key"):
        return parse_vkey(own[-1]) if own else None
    return None


def _check_origins(evidence: Evidence, step: StepFindings) -> None:
    origins = {logged.entry.origin for logged in evidence.entries}
    notes = (evidence.checkpoint, *evidence.seen)
    origins |= {evidence.header.origin, *(note.value.origin for note in notes)}
    if len(origins) != 1:
        step.add(f"more than one origin: {', '.join(sorted(origins))}")


def _check_inclusions(evidence: Evidence, step: StepFindings) -> None:
    checkpoint = evidence.checkpoint.value
    last = -1
    for proven in evidence.bundle.entries:
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


def _check_sizes(evidence: Evidence, step: StepFindings) -> dict[int, str]:
    """Return the roots, hex, by size, that the checkpoint vouches for: its own and earlier ones."""
    checkpoint = evidence.checkpoint.value
    roots: dict[int, str] = {}
    last = -1
    for proven in evidence.bundle.consistency:
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
    evidence: Evidence, roots: dict[int, str], step: StepFindings, key: VerifierKey | None
) -> None:
    if key is None:
        return
    if key.name != evidence.header.origin:
        step.add(f"the key is that of {key.name}, the game is of {evidence.header.origin}")
    _check_signed(evidence.checkpoint, key, step)
    for seen in evidence.seen:
        _check_seen(seen.value, roots, step)
        _check_signed(seen, key, step)


def _check_signed(signed: SignedCheckpoint, key: VerifierKey, step: StepFindings) -> None:
    with step.catching(f"the checkpoint of size {signed.value.size}"):
        check_note(signed.note, key)


def _check_seen(seen: Checkpoint, roots: dict[int, str], step: StepFindings) -> None:
    if roots.get(seen.size) != seen.root.hex():
        step.add(f"the checkpoint of size {seen.size} is no earlier state of this log")


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
