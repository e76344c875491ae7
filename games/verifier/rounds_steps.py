"""A league's rounds, checked: each draw like any deal, and that who sits where follows from it.

Steps 1 to 7 and 10 as for a game, over the draws; step 9 is the seating (LEAGUES.md 6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from deals.fairness.beacon import check_notice, committed_round
from deals.fairness.entries import CommitEntry, RevealEntry, VoidEntry
from deals.fairness.numbering import unrank_cards
from deals.fairness.places import place_sizes
from deals.fairness.proof import DealProof
from deals.fairness.service_entries import RoundEntry
from deals.fairness.times import parse_time
from games.replay.finding import PLAY_STEP, Finding
from games.verifier.deal_steps import terms_of
from games.verifier.evidence import (
    Logged,
    LogShown,
    check_statements,
    read_checkpoint,
    read_entries,
)
from games.verifier.findings import StepFindings
from games.verifier.log_step import NO_KEY, LogStates, check_log
from games.verifier.options import Options
from games.verifier.proof_steps import (
    check_beacon,
    check_cards,
    check_commitment,
    check_index,
    check_nonces,
)
from games.verifier.report import Report, Strength
from games.verifier.rounds import Rounds
from games.verifier.seating import Before, Plan, Unseatable, seat_by_lots
from games.verifier.strength import choices_notes
from games.verifier.whole_log_step import check_before, check_whole_log, why_not_whole

SEATING: Final = "round_seating"
"""What a finding is named when people sit otherwise than drawn; its `hand` is the round."""

_NO_GAME: Final[Mapping[str, str]] = MappingProxyType({"8": "no game"})


@dataclass(frozen=True)
class Round:
    """A round's entry, what was settled before it, and its draw with the entries that frame it."""

    seated: Logged[RoundEntry]
    plan: Plan
    proof: DealProof
    commit: Logged[CommitEntry]
    reveal: Logged[RevealEntry]


def report_rounds(rounds: Rounds, options: Options) -> Report:
    """Report on a league's rounds."""
    return RoundsSteps(rounds, options).run()


class RoundsSteps:
    """The steps over the rounds of a league, each with what the earlier ones found out."""

    def __init__(self, given: Rounds, options: Options) -> None:
        self._given = given
        self._options = options
        self._shown: LogShown
        self._rounds: tuple[Round, ...] = ()
        self._states = LogStates()
        self._indexes: dict[int, int] = {}

    def run(self) -> Report:
        """Make the steps, up to the first that finds something."""
        steps: Mapping[int, Callable[[StepFindings], None]] = {
            1: self._read_statements,
            2: self._check_log,
            3: self._check_commitments,
            4: self._check_nonces,
            5: self._check_beacons,
            6: self._check_indexes,
            7: self._check_lots,
            9: self._check_seating,
            10: self._check_sequence,
        }
        for number, make in steps.items():
            step = StepFindings(number)
            make(step)
            if step.found:
                later = {str(one): f"step {number} failed" for one in steps if one > number}
                return self._report(tuple(step.found), later)
        return self._report((), {})

    def _report(self, findings: tuple[Finding, ...], later: Mapping[str, str]) -> Report:
        options = self._options
        not_made = {**_NO_GAME, **later}
        if not later and options.key is None:
            not_made["2"] = NO_KEY
        if not later and (why := why_not_whole(self._shown, options)):
            not_made["10"] = why
        is_proven = bool(self._rounds) and options.key is not None
        strength: Strength = "server-only" if is_proven else "unproven"
        choices = None if findings else self._choices()
        return Report(
            subject="rounds",
            id=self._given.league,
            verdict="false" if findings else "ok",
            strength=None if findings else strength,
            choices=choices,
            not_made={step: not_made[step] for step in sorted(not_made, key=int)},
            findings=findings,
            notes=(*choices_notes(strength, choices, log=options.log),),
            log=None if options.log is None else options.log.to_json(),
        )

    def _choices(self) -> int | None:
        """Return the most draws of one round that the server could have evaluated."""
        if not self._rounds:
            return None
        commits = Counter(one.entry.purpose for one in self._shown.of_kind(CommitEntry))
        return max(commits[one.proof.purpose] for one in self._rounds)

    def _read_statements(self, step: StepFindings) -> None:
        # 1. statements parse and are canonical
        given = self._given
        entries = read_entries(given.entries, step)
        seen = [read_checkpoint(text, f"seen note {n}", step) for n, text in enumerate(given.seen)]
        checkpoint = read_checkpoint(given.checkpoint, "the checkpoint", step)
        for proof in given.deals:
            with step.catching(f"the proof of deal {proof.deal}"):
                check_statements(proof)
        if step.found or checkpoint is None:
            return
        self._shown = LogShown(
            origin=checkpoint.value.origin,
            proven=given.entries,
            consistency=given.consistency,
            entries=entries,
            checkpoint=checkpoint,
            seen=tuple(filter(None, seen)),
        )
        self._rounds = _rounds_of(given, self._shown, step)

    def _check_log(self, step: StepFindings) -> None:
        # 2. the entries are in the signed log; each draw was committed, revealed, then seated
        self._states = check_log(self._shown, (), step, options=self._options)
        for one in self._rounds:
            if not one.commit.index < one.reveal.index < one.seated.index:
                step.add(f"{_name(one)} was not committed, then drawn, then seated")

    def _check_commitments(self, step: StepFindings) -> None:
        # 3. the opening hashes to the commitment
        for one in self._rounds:
            deal = one.proof.deal
            step.compare(
                f"the terms of deal {deal}",
                terms_of(one.proof),
                terms_of(one.commit.entry),
                hand=None,
            )
            step.compare("the revealed seed", one.reveal.entry.seed, one.proof.seed, hand=None)
            check_commitment(one.proof, step)

    def _check_nonces(self, step: StepFindings) -> None:
        # 4. nobody gives to a draw: it has no nonces
        for one in self._rounds:
            check_nonces(one.proof, step)

    def _check_beacons(self, step: StepFindings) -> None:
        # 5. the beacon's round is the committed one
        for one in self._rounds:
            check_beacon(one.proof, step)
            if one.commit.entry.sources == "beacon":
                with step.catching(f"deal {one.proof.deal}"):
                    committed = committed_round(one.commit.entry.beacon)
                    check_notice(committed, parse_time(one.commit.entry.time))
            shown = one.proof.round
            said = "-" if shown is None else f"{shown.number} {shown.signature}"
            step.compare("the revealed beacon", one.reveal.entry.beacon, said, hand=None)

    def _check_indexes(self, step: StepFindings) -> None:
        # 6. the index follows from seed and draw statement
        for one in self._rounds:
            drawn = check_index(one.proof, step)
            logged = (one.reveal.entry.index, one.reveal.entry.attempts)
            step.compare(
                f"index and attempts of deal {one.proof.deal} in the log",
                logged,
                (drawn.index, drawn.attempts),
                hand=None,
            )
            self._indexes[one.proof.deal] = drawn.index

    def _check_lots(self, step: StepFindings) -> None:
        # 7. who drew which place follows from the index
        for one in self._rounds:
            check_cards(one.proof, self._indexes[one.proof.deal], step)

    def _check_seating(self, step: StepFindings) -> None:
        # 9. who sits where follows from who drew which place
        before = Before()
        for one in self._rounds:
            if not _check_seats(one, self._indexes[one.proof.deal], before, step):
                return

    def _check_sequence(self, step: StepFindings) -> None:
        # 10. for each round the draws follow one another, all but the last voided
        void = {one.entry.deal for one in self._shown.of_kind(VoidEntry)}
        last = {one.proof.purpose: one.proof.deal for one in self._rounds}
        for commit in self._shown.of_kind(CommitEntry):
            deal, drawn = commit.entry.deal, last.get(commit.entry.purpose)
            if drawn is not None and deal != drawn and (deal > drawn or deal not in void):
                step.add(f"deal {deal} is a further draw of a round that deal {drawn} has drawn")
        if self._options.log is not None:
            league = self._given.league
            of_league = self._options.log.entries_of_league(league)
            check_whole_log(self._shown, league, of_league, self._options, self._states, step)
        if not step.found:
            check_before(self._shown, self._states, step, self._options)


def _rounds_of(given: Rounds, shown: LogShown, step: StepFindings) -> tuple[Round, ...]:
    """Return the rounds, from the first on, each with its plan, its draw and their entries."""
    seated = shown.of_kind(RoundEntry)
    said = [(one.entry.league, one.entry.round) for one in seated]
    if said != [(given.league, number) for number in range(1, len(seated) + 1)]:
        step.add("the rounds are not those of the league from the first on, one entry for each")
    if not len(seated) == len(given.plans) == len(given.deals):
        step.add(f"{len(seated)} rounds, {len(given.plans)} plans, {len(given.deals)} draws")
    commits = {one.entry.deal: one for one in shown.of_kind(CommitEntry)}
    reveals = {one.entry.deal: one for one in shown.of_kind(RevealEntry)}
    rounds = []
    for entry, plan, proof in zip(seated, given.plans, given.deals, strict=False):
        purpose = f"lots/{given.league}/{entry.entry.round}"
        if proof.purpose != purpose:
            step.add(f"deal {proof.deal} is for {proof.purpose}, not for {purpose}")
        commit, reveal = commits.get(proof.deal), reveals.get(proof.deal)
        if commit is None or reveal is None:
            step.add(f"deal {proof.deal} has no commit or no reveal entry")
        else:
            rounds.append(Round(entry, plan, proof, commit, reveal))
    return tuple(rounds)


def _check_seats(one: Round, index: int, before: Before, step: StepFindings) -> bool:
    """Check a round's tables against its draw, and go on to the next; False where that ends."""
    found = tuple(line.entrants for line in one.seated.entry.tables)
    lots = sorted(entrant for table in found for entrant in table)
    sizes = place_sizes(one.proof.deck)
    if len(lots) != len(sizes) or lots != sorted(one.plan.order) or _sits_too(one.plan):
        _note(step, one, ": those at the tables are not those who drew")
        return False
    drawn = [who for (who,) in unrank_cards(index, cards=lots, sizes=sizes)]
    if one.proof.hands is not None and list(one.proof.hands) != drawn:
        _note(step, one, ": others sit at the tables than drew a place")
        return False
    try:
        tables, numbers = seat_by_lots(one.plan, before, drawn, sizes=list(map(len, found)))
    except Unseatable as error:
        _note(step, one, f": {error}")
        return False
    for place, (said, follows) in enumerate(zip(found, tables, strict=False), start=1):
        if said != follows:
            detail = f", table {place}: {' '.join(said)}, by the draw {' '.join(follows)}"
            _note(step, one, detail)
    before.add(one.plan, found, numbers)
    return True


def _sits_too(plan: Plan) -> bool:
    """Whether somebody sits out twice, or sits out and plays."""
    everybody = (*plan.order, *plan.sitting)
    return len(set(everybody)) < len(everybody)


def _note(step: StepFindings, one: Round, detail: str) -> None:
    number = one.seated.entry.round
    step.found.append(
        Finding(PLAY_STEP, number, None, None, None, SEATING, f"{_name(one)}{detail}")
    )


def _name(one: Round) -> str:
    return f"round {one.seated.entry.round}"
