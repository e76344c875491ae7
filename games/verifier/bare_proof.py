"""One deal proof alone, without its game: steps 1, 3, 4, 5, 6 and 7; beside a log, 2 and 10 too.

What comes out is "unproven": the arithmetic agrees; nothing shows when anything was said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from deals.fairness.draw import Drawn
from deals.fairness.integers import format_integer
from deals.fairness.proof import DealProof
from games.replay.finding import Finding
from games.verifier.evidence import check_statements
from games.verifier.findings import StepFindings
from games.verifier.log_step import NO_KEY
from games.verifier.options import Options
from games.verifier.own_k import own_k_of_proof
from games.verifier.proof_in_log import (
    LOG_ALONE,
    NOT_BEFORE,
    LoggedDeal,
    check_drawn,
    check_log_alone,
    check_sources,
    check_terms,
    find_deal,
)
from games.verifier.proof_steps import (
    check_beacon,
    check_cards,
    check_commitment,
    check_index,
    check_nonces,
)
from games.verifier.report import Report

_NO_GAME: Final[Mapping[str, str]] = MappingProxyType({"8": "no game", "9": "no game"})
_NO_LOG: Final[Mapping[str, str]] = MappingProxyType({"2": "no log", "10": "no log"})
_WITHOUT_LOG: Final = (1, 3, 4, 5, 6, 7)
_WITH_LOG: Final = (1, 2, 3, 4, 5, 6, 7, 10)
_LOG_ALONE: Final[Mapping[str, str]] = MappingProxyType({"2": NOT_BEFORE, "10": LOG_ALONE})


def report_proof(proof: DealProof, options: Options) -> Report:
    """Report on a deal proof alone; what it does not say of index and cards, the report says."""
    steps = ProofSteps(proof, options)
    findings = steps.run()
    not_made = _not_made(options, failed=findings[0].step if findings else None)
    return Report(
        subject="deal",
        deal=proof.deal,
        verdict="false" if findings else "ok",
        strength=None if findings else "unproven",
        not_made={step: not_made[step] for step in sorted(not_made, key=int)},
        index=None if steps.drawn is None else format_integer(steps.drawn.index),
        cards=steps.cards,
        findings=findings,
        notes=own_k_of_proof(proof, options),
        log=None if options.log is None else options.log.to_json(),
    )


def _not_made(options: Options, *, failed: int | None) -> dict[str, str]:
    """Return the steps that were not made, by number, and why; those after a failed one among them.

    Beside a log step 2 is half made: nobody shows that a commit came first.
    """
    has_log = options.log is not None
    not_made = {**_NO_GAME, **(_LOG_ALONE if has_log else _NO_LOG)}
    if options.log is not None and options.log.copy.unsigned is not None:
        not_made["2"] = str(options.log.copy.unsigned)
    if has_log and options.key is None:
        not_made["2"] = NO_KEY
    if failed is not None:
        made = _WITH_LOG if has_log else _WITHOUT_LOG
        not_made |= {str(step): f"step {failed} failed" for step in made if step > failed}
        not_made.pop(str(failed), None)
    return not_made


class ProofSteps:
    """The steps over one proof; `drawn` and `cards` are what follows, as far as they were made."""

    def __init__(self, proof: DealProof, options: Options) -> None:
        self._proof = proof
        self._options = options
        self._logged: LoggedDeal | None = None
        self._index: int
        self.drawn: Drawn | None = None
        self.cards: tuple[str, ...] | None = None

    def run(self) -> tuple[Finding, ...]:
        """Make the steps, up to the first that finds something; return what it found."""
        steps: Mapping[int, Callable[[StepFindings], None]] = {
            1: self._read_statements,
            2: self._find_deal,
            3: self._check_commitment,
            4: self._check_nonces,
            5: self._check_sources,
            6: self._check_index,
            7: self._check_cards,
            10: self._check_log,
        }
        for number, make in steps.items():
            step = StepFindings(number)
            make(step)
            if step.found:
                return tuple(step.found)
        return ()

    def _read_statements(self, step: StepFindings) -> None:
        # 1. statements parse and are canonical
        with step.catching():
            check_statements(self._proof)

    def _find_deal(self, step: StepFindings) -> None:
        # 2. the commit entry is in the log
        if self._options.log is not None:
            self._logged = find_deal(self._proof, self._options.log, step)

    def _check_commitment(self, step: StepFindings) -> None:
        # 3. the opening hashes to the commitment
        if self._logged is not None:
            check_terms(self._proof, self._logged, step)
        check_commitment(self._proof, step)

    def _check_nonces(self, step: StepFindings) -> None:
        # 4. each nonce opens its K
        check_nonces(self._proof, step)
        if self._options.mine and not own_k_of_proof(self._proof, self._options):
            step.add("none of the K's that you gave stands in this deal as drawn by a seat")

    def _check_sources(self, step: StepFindings) -> None:
        # 5. the beacon's round is the committed one, and the chain's
        check_beacon(self._proof, step)
        if self._logged is not None:
            check_sources(self._proof, self._logged, step)

    def _check_index(self, step: StepFindings) -> None:
        # 6. the index follows from seed and draw statement
        drawn = self.drawn = check_index(self._proof, step)
        self._index = drawn.index
        if self._logged is not None:
            check_drawn(drawn, self._logged, step)

    def _check_cards(self, step: StepFindings) -> None:
        # 7. the cards follow from the index
        self.cards = check_cards(self._proof, self._index, step)

    def _check_log(self, step: StepFindings) -> None:
        # 10. the whole log
        if self._options.log is not None:
            check_log_alone(self._proof, self._options.log, step)
