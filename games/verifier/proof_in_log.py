"""A deal proof alone beside a copy of the whole log: what the log has of this deal says the same.

Steps 2, 3, 5 and 6 are held to its entries, step 10 to the whole log. No word follows: that the
commit came before the first contribution, and what the cards were played for, only a game shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

from deals.fairness.draw import Drawn
from deals.fairness.entries import CommitEntry, Entry, FreezeEntry, RevealEntry
from deals.fairness.integers import format_integer
from deals.fairness.proof import DealProof
from deals.fairness.purpose import parse_purpose
from deals.tlog.errors import NotHandedOver
from games.verifier.deal_steps import terms_of
from games.verifier.findings import StepFindings
from games.verifier.log_reader import CheckedLog

E = TypeVar("E", bound=Entry)

NOT_BEFORE: Final = "no game: that the commit came before the first contribution is not shown"
LOG_ALONE: Final = "no game: only the log was checked"


@dataclass(frozen=True)
class LoggedDeal:
    """What a copy of the log has of a revealed deal; a freeze is there with sources `seats`."""

    commit: CommitEntry
    freeze: FreezeEntry | None
    reveal: RevealEntry


def find_deal(proof: DealProof, log: CheckedLog, step: StepFindings) -> LoggedDeal | None:
    """Step 2: the commit entry is in the log, and so is the reveal of what the proof shows."""
    if log.copy.unsigned is not None and not isinstance(log.copy.unsigned, NotHandedOver):
        step.add(f"the log: {log.copy.unsigned}")
    entries: tuple[Entry, ...] = ()
    with step.catching(f"deal {proof.deal}"):
        entries = log.entries_of_deal(proof.deal)
    commit, reveal = _first(entries, CommitEntry), _first(entries, RevealEntry)
    if commit is None or reveal is None:
        missing = "commit" if commit is None else "reveal"
        step.add(f"deal {proof.deal} has no {missing} entry in the log")
        return None
    return LoggedDeal(commit, _first(entries, FreezeEntry), reveal)


def check_terms(proof: DealProof, logged: LoggedDeal, step: StepFindings) -> None:
    """Step 3: the log has committed to this deal on these terms, and revealed this seed."""
    step.compare("the terms", terms_of(proof), terms_of(logged.commit), hand=None)
    step.compare("the revealed seed", logged.reveal.seed, proof.seed, hand=None)


def check_sources(proof: DealProof, logged: LoggedDeal, step: StepFindings) -> None:
    """Step 5: what the deal was drawn from is what the log froze, or the round that it shows."""
    frozen = [] if logged.freeze is None else [*map(str, logged.freeze.seats)]
    given = [f"{one.seat} {one.commitment} {one.nonce}" for one in proof.contributions]
    step.compare("the frozen seat lines", frozen, given, hand=None)
    shown = "-" if proof.round is None else f"{proof.round.number} {proof.round.signature}"
    step.compare("the revealed beacon", logged.reveal.beacon, shown, hand=None)


def check_drawn(drawn: Drawn, logged: LoggedDeal, step: StepFindings) -> None:
    """Step 6: the log reveals the index that follows."""
    said = format_integer(logged.reveal.index), logged.reveal.attempts
    follows = format_integer(drawn.index), drawn.attempts
    step.compare("index and attempts in the log", said, follows, hand=None)


def check_log_alone(proof: DealProof, log: CheckedLog, step: StepFindings) -> None:
    """Step 10, the log part."""
    for finding in log.findings_of(parse_purpose(proof.purpose).owner, {proof.deal}):
        step.add(f"the log: {finding}")
    step.compare("the log's origin", log.origin, proof.origin, hand=None)


def _first(entries: tuple[Entry, ...], kind: type[E]) -> E | None:
    return next((entry for entry in entries if isinstance(entry, kind)), None)
