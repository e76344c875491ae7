"""One deal proof alone, without log and game: steps 1, 3, 4, 5, 6 and 7.

What comes out is "unproven": the arithmetic agrees; nothing shows when anything was said.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from deals.fairness.integers import format_integer
from deals.fairness.proof import DealProof
from games.verifier.evidence import check_statements
from games.verifier.findings import StepFindings
from games.verifier.options import Options
from games.verifier.proof_steps import (
    check_beacon,
    check_cards,
    check_commitment,
    check_index,
    check_nonces,
)
from games.verifier.report import Report

_NOT_MADE: Final[Mapping[str, str]] = MappingProxyType(
    {"2": "no log", "8": "no game", "9": "no game", "10": "no log"}
)


@dataclass(frozen=True)
class _Follows:
    """What follows from a proof, as far as its steps were made."""

    made: int
    findings: StepFindings
    index: int | None = None
    cards: tuple[str, ...] | None = None


def report_proof(proof: DealProof, options: Options) -> Report:
    """Report on a deal proof alone; what it does not say of index and cards, the report says."""
    follows = _make_steps(proof, options.mine)
    not_made = dict(_NOT_MADE)
    failed = bool(follows.findings.found)
    if failed:
        later = (str(step) for step in (3, 4, 5, 6, 7) if step > follows.made)
        not_made |= dict.fromkeys(later, f"step {follows.made} failed")
    return Report(
        subject="deal",
        deal=proof.deal,
        verdict="false" if failed else "ok",
        strength=None if failed else "unproven",
        not_made={step: not_made[step] for step in sorted(not_made, key=int)},
        index=None if follows.index is None else format_integer(follows.index),
        cards=follows.cards,
        findings=tuple(follows.findings.found),
        notes=_mine(proof, options.mine),
    )


def _make_steps(proof: DealProof, mine: Collection[str]) -> _Follows:
    # 1. statements parse and are canonical
    step = StepFindings(1)
    with step.catching():
        check_statements(proof)
    if step.found:
        return _Follows(1, step)
    checks: tuple[tuple[int, Callable[[StepFindings], None]], ...] = (
        # 3. the opening hashes to the commitment
        (3, partial(check_commitment, proof)),
        # 4. each nonce opens its K
        (4, partial(_check_nonces, proof, mine)),
        # 5. the beacon's round is the committed one, and the chain's
        (5, partial(check_beacon, proof)),
    )
    for number, check in checks:
        step = StepFindings(number)
        check(step)
        if step.found:
            return _Follows(number, step)
    # 6. the index follows from seed and draw statement
    step = StepFindings(6)
    drawn = check_index(proof, step)
    if step.found:
        return _Follows(6, step, drawn.index)
    # 7. the cards follow from the index
    step = StepFindings(7)
    return _Follows(7, step, drawn.index, check_cards(proof, drawn.index, step))


def _check_nonces(proof: DealProof, mine: Collection[str], step: StepFindings) -> None:
    check_nonces(proof, step)
    if mine and not _mine(proof, mine):
        step.add("none of the K's that you gave stands in this deal as drawn by a seat")


def _mine(proof: DealProof, mine: Collection[str]) -> tuple[str, ...]:
    """Return where the caller's K's stand, in words."""
    return tuple(
        f"your K stands at seat {given.seat}"
        for given in proof.contributions
        if given.commitment in mine and given.by == "seat"
    )
