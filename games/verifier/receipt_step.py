"""Step 8, the receipts: what the service signed lies on the chain, and its log got there in time.

A receipt that its key signed and that does not lie on the chain proves misconduct: two chains were
shown for one game. So does one whose line no head entry of the log has reached two days later.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import accumulate
from typing import Final

from deals.fairness.entries import HeadEntry, KeyEntry
from deals.fairness.times import parse_time
from deals.tlog.note import VerifierKey, check_note, parse_vkey
from games.events.receipt import Receipt
from games.verifier.evidence import Evidence, SignedReceipt
from games.verifier.findings import StepFindings
from games.verifier.options import Options

LONGEST_BEHIND: Final = timedelta(days=2)
"""How long after a receipt a head entry must have reached its line."""


def check_receipts(evidence: Evidence, step: StepFindings, options: Options) -> None:
    """Step 8 for each receipt, the caller's of this game too.

    The heads are those of a copy of the log too, if there is one.
    """
    log = options.log
    keys = _receipt_keys(evidence, step)
    if not keys:
        return
    heads = [(head.entry.seq, head.entry.time) for head in evidence.of_kind(HeadEntry)]
    newest = max(logged.entry.time for logged in evidence.entries)
    if log is not None and log.origin == evidence.header.origin:
        heads += log.trace(evidence.header.game).heads
        newest = max(newest, log.census.time)
    reached = _Reached(heads, newest)
    places = {(key.name, key.key_hash): place for place, key in enumerate(keys)}
    given = [(f"receipt {place}", receipt) for place, receipt in enumerate(evidence.receipts)]
    given += [(f"your receipt {place}", receipt) for place, receipt in kept_of(evidence, options)]
    for what, receipt in given:
        with step.catching(what):
            check_note(receipt.note, _signer(receipt, places, keys))
            if check_on_chain(what, receipt.value, evidence, step):
                _check_time(what, receipt.value, evidence, step)
            reached.check(what, receipt.value, step)


def kept_of(evidence: Evidence, options: Options) -> list[tuple[int, SignedReceipt]]:
    """Return the caller's receipts that are of this game, each with its place among his."""
    game = evidence.header.game
    return [(place, one) for place, one in enumerate(options.receipts) if one.value.game == game]


def receipt_notes(evidence: Evidence, options: Options) -> Iterator[str]:
    """Yield how many of the caller's receipts were held to this game's chain, in words."""
    if options.receipts:
        here = len(kept_of(evidence, options))
        others = len(options.receipts) - here
        yield f"receipts that you kept: {here} on this game's chain, {others} of other games"


def check_on_chain(
    what: str, said: HeadEntry | Receipt, evidence: Evidence, step: StepFindings
) -> bool:
    """Answer whether a head that was logged or signed is of this chain; note when it is not."""
    if (said.origin, said.game) != (evidence.header.origin, evidence.header.game):
        step.add(f"{what} is of another game")
    elif said.seq >= len(evidence.heads):
        step.add(f"{what} is after the chain's last line", seq=said.seq)
    elif said.head != evidence.heads[said.seq]:
        step.add(
            f"two chains were shown: {what} says {said.head}, "
            f"the chain has {evidence.heads[said.seq]}",
            seq=said.seq,
        )
    else:
        return True
    return False


def _receipt_keys(evidence: Evidence, step: StepFindings) -> tuple[VerifierKey, ...]:
    with step.catching("the receipts' key"):
        return tuple(
            parse_vkey(logged.entry.vkey)
            for logged in evidence.of_kind(KeyEntry)
            if logged.entry.role == "receipt"
        )
    return ()


def _signer(
    receipt: SignedReceipt, places: Mapping[tuple[str, int], int], keys: Sequence[VerifierKey]
) -> VerifierKey:
    """Return which of the receipt keys, the last one unless another, signed it."""
    named = (places.get((one.name, one.key_hash)) for one in receipt.note.signatures)
    return keys[min((place for place in named if place is not None), default=-1)]


def _check_time(what: str, said: Receipt, evidence: Evidence, step: StepFindings) -> None:
    if said.time != evidence.events[said.seq - 1].time:
        step.add(f"{what} has another time than its line", seq=said.seq)


class _Reached:
    """How far the log's heads had come at any time; `newest` is the time of its newest entry."""

    def __init__(self, heads: Iterable[tuple[int, str]], newest: str) -> None:
        by_time = sorted((parse_time(time), seq) for seq, time in heads)
        self._times = [time for time, _ in by_time]
        self._seqs = [*accumulate((seq for _, seq in by_time), max)]
        self._newest = parse_time(newest)

    def check(self, what: str, said: Receipt, step: StepFindings) -> None:
        """Check that a head reached the receipt's line in time, if the log goes on so far."""
        time = parse_time(said.time)
        if self._newest - time <= LONGEST_BEHIND:
            return
        heads = bisect_right(self._times, time + LONGEST_BEHIND)
        if not heads or self._seqs[heads - 1] < said.seq:
            step.add(f"no head entry reached {what} within two days", seq=said.seq)
