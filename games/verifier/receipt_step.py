"""Step 8, the receipts: what the service signed lies on the chain, and its log got there in time.

A receipt that its key signed and that does not lie on the chain proves misconduct: two chains were
shown for one game. So does one whose line no head entry of the log has reached two days later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Final

from deals.fairness.entries import HeadEntry, KeyEntry
from deals.fairness.times import parse_time
from deals.tlog.note import VerifierKey, check_note, parse_vkey, signatures_by
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
    given = [(f"receipt {place}", receipt) for place, receipt in enumerate(evidence.receipts)]
    given += [(f"your receipt {place}", receipt) for place, receipt in kept_of(evidence, options)]
    for what, receipt in given:
        with step.catching(what):
            check_note(receipt.note, _signer(receipt, keys))
            if check_on_chain(what, receipt.value, evidence, step):
                _check_time(what, receipt.value, evidence, step)
            _check_reached(what, receipt.value, heads, step, newest=newest)


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


def _signer(receipt: SignedReceipt, keys: Sequence[VerifierKey]) -> VerifierKey:
    """Return which of the receipt keys, the last one unless another, signed it."""
    return next((key for key in keys if signatures_by(receipt.note, key)), keys[-1])


def _check_time(what: str, said: Receipt, evidence: Evidence, step: StepFindings) -> None:
    if said.time != evidence.events[said.seq - 1].time:
        step.add(f"{what} has another time than its line", seq=said.seq)


def _check_reached(
    what: str,
    said: Receipt,
    heads: Iterable[tuple[int, str]],
    step: StepFindings,
    *,
    newest: str,
) -> None:
    last = parse_time(said.time) + LONGEST_BEHIND
    if parse_time(newest) <= last:
        return
    if not any(seq >= said.seq and parse_time(time) <= last for seq, time in heads):
        step.add(f"no head entry reached {what} within two days", seq=said.seq)
