"""What a verifier does, in this order, numbered as in the specification of the fair deal.

 1. statements parse and are canonical
 2. the commit entry is in the log, under the checkpoint that the `deal` line names, which the
    bundle's checkpoint extends, signed by the pinned key, before the first contribution
 3. the opening hashes to the commitment
 4. each nonce opens its K; all K's stand before the first nonce; no nonce is used twice
 5. the freeze carries the seat lines of the chain; the beacon's round is the committed one, due
    60 s or more after the commit entry, and its signature verifies
 6. the index follows from seed and draw statement, with the attempts said
 7. the cards follow from the index
 8. the chain is whole, from the header to the heads that the log carries; receipts and the record
    lie on it
 9. passes open to their commitments and were held; every play is legal; points, scores, totals,
    winners follow
10. for each hand the deals follow one another, all but the last voided for the reason said, none
    revealed before its score is covered; sources and deck as in the header; with a copy of the
    log: it is whole, and nothing of this game is left out; no document before shows another log

A step builds on those before it: the first that finds something is the last that is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from deals.cards.holding import Holding
from games.events import details as d
from games.replay.finding import Finding
from games.replay.replay import HandResult
from games.replay.table import HiddenHand, TableState, replay_events
from games.verifier.bundle import Bundle
from games.verifier.chain_step import check_chain
from games.verifier.deal_steps import (
    check_commitments,
    check_contributions,
    check_deals,
    check_indexes,
)
from games.verifier.evidence import Evidence, read_evidence
from games.verifier.eyes import Eyes
from games.verifier.findings import StepFindings
from games.verifier.freeze_step import check_freezes
from games.verifier.log_step import NO_KEY, LogStates, check_log
from games.verifier.options import Options
from games.verifier.own_k import check_own_k, own_k_notes
from games.verifier.receipt_step import check_receipts, receipt_notes
from games.verifier.record_step import check_record
from games.verifier.report import Report
from games.verifier.sequence_step import check_sequence
from games.verifier.story import DealStory, deal_stories
from games.verifier.strength import choices_notes, count_choices, judge_strength
from games.verifier.whole_log_step import check_before, check_whole_log, why_not_whole


class BundleSteps:
    """The ten steps over one bundle."""

    def __init__(self, bundle: Bundle, options: Options) -> None:
        self._bundle = bundle
        self._options = options
        self._evidence: Evidence
        self._states = LogStates()
        self._stories: tuple[DealStory, ...] = ()
        self._indexes: dict[int, int] = {}
        self._cards: dict[int, tuple[Holding, ...]] = {}
        self._table: TableState
        self._proven: TableState

    def run(self) -> Report:
        """Make the steps, up to the first that finds something."""
        steps: tuple[Callable[[StepFindings], None], ...] = (
            self._read_statements,
            self._check_log,
            self._check_commitments,
            self._check_contributions,
            self._check_freezes,
            self._check_indexes,
            self._check_cards,
            self._check_chain,
            self._check_plays,
            self._check_sequence,
        )
        for number, make in enumerate(steps, start=1):
            step = StepFindings(number)
            make(step)
            if step.found:
                return self._false(number, tuple(step.found))
        return self._answer()

    def _read_statements(self, step: StepFindings) -> None:
        # 1. statements parse and are canonical
        evidence = read_evidence(self._bundle, step)
        if evidence is not None:
            self._evidence = evidence
            self._stories = deal_stories(evidence)

    def _check_log(self, step: StepFindings) -> None:
        # 2. in the log, under the checkpoint that the deal line names, signed, before anyone gave
        self._states = check_log(self._evidence.log, self._stories, step, options=self._options)

    def _check_commitments(self, step: StepFindings) -> None:
        # 3. the opening hashes to the commitment
        check_commitments(self._evidence, self._stories, step)

    def _check_contributions(self, step: StepFindings) -> None:
        # 4. each nonce opens its K; all K's before the first nonce; no nonce twice
        check_contributions(self._evidence, self._stories, step)
        check_own_k(self._evidence, self._stories, step, self._options)

    def _check_freezes(self, step: StepFindings) -> None:
        # 5. the freeze carries the seat lines of the chain; the beacon's round is the committed one
        check_freezes(self._evidence, self._stories, step)

    def _check_indexes(self, step: StepFindings) -> None:
        # 6. the index follows from seed and draw statement
        self._indexes = check_indexes(self._stories, step)

    def _check_cards(self, step: StepFindings) -> None:
        # 7. the cards follow from the index
        self._cards = check_deals(self._stories, self._indexes, step)
        lines, proven = len(self._evidence.events), self._proven_lines()
        self._table = self._replay(lines)
        self._proven = self._table if proven == lines else self._replay(proven)

    def _check_chain(self, step: StepFindings) -> None:
        # 8. the chain is whole; log, receipts and record lie on it
        check_chain(self._evidence, self._stories, self._table, step)
        check_receipts(self._evidence, step, self._options)
        if not self._table.findings:
            record, events = self._bundle.record, self._evidence.events
            is_sheet = self._evidence.header.kind == "sheet"
            check_record(record, events, self._proven, self._cards, step, is_sheet=is_sheet)

    def _check_plays(self, step: StepFindings) -> None:
        # 9. passes open and were held; plays are legal; points, scores, totals, winners follow
        step.found.extend(self._table.findings)

    def _check_sequence(self, step: StepFindings) -> None:
        # 10. for each hand the deals follow one another, sources and deck as in the header
        check_sequence(self._evidence, self._stories, self._table, step)
        if self._options.log is not None:
            game, shown = self._evidence.header.game, self._evidence.log
            of_game = self._options.log.trace(game).entries
            check_whole_log(shown, game, of_game, self._options, self._states, step)
        if not step.found:
            check_before(self._evidence.log, self._states, step, self._options, self._evidence)

    def _replay(self, lines: int) -> TableState:
        """Fold the first so many lines, with the cards of all deals that are open by now."""
        opened = {
            story.number: HiddenHand(
                self._cards[story.number],
                {
                    line.seat: detail.cards
                    for line, detail in story.said(d.PassOpened)
                    if line.seat is not None
                },
            )
            for story in self._stories
            if story.number in self._cards
        }
        return replay_events(self._evidence.header, self._evidence.events[:lines], opened.get)

    def _false(self, made: int, findings: tuple[Finding, ...]) -> Report:
        """Report what the last step made has found; the hands before it, if it is a play."""
        results = _results(self._table) if made > 8 else Report(subject="bundle", verdict="false")
        return replace(
            results,
            verdict="false",
            id=self._bundle.record.id,
            not_made={str(step): f"step {made} failed" for step in range(made + 1, 11)},
            findings=findings,
            log=self._log_report(),
        )

    def _answer(self) -> Report:
        """Report a game in which no step found anything."""
        is_over = self._table.phase == "over"
        eyes = Eyes(self._evidence, self._options, self._states)
        not_made = {}
        if self._options.key is None:
            not_made["2"] = NO_KEY
        if why := why_not_whole(self._evidence.log, self._options):
            not_made["10"] = why
        strength = "unproven" if "2" in not_made else judge_strength(self._stories, eyes)
        choices = count_choices(self._stories)
        return replace(
            _results(self._proven),
            verdict="ok" if is_over else "incomplete",
            strength=strength,
            choices=choices,
            id=self._bundle.record.id,
            not_made=not_made,
            findings=() if is_over else (_unfinished(self._table),),
            notes=(
                *own_k_notes(self._stories, self._options),
                *receipt_notes(self._evidence, self._options),
                *eyes.notes,
                *choices_notes(strength, choices, log=self._options.log),
            ),
            log=self._log_report(),
        )

    def _log_report(self) -> dict[str, object] | None:
        return None if self._options.log is None else self._options.log.to_json()

    def _proven_lines(self) -> int:
        """Return the lines before a hand that is scored, but whose cards nobody can see yet."""
        lines = len(self._evidence.events)
        hidden = (
            story.lines[0].seq - 1
            for story in self._stories
            if story.said(d.Scored) and story.number not in self._cards
        )
        return max(0, next(hidden, lines))


def _results(table: TableState) -> Report:
    """Return what the hands came to, as part of a report."""
    return Report(
        subject="bundle",
        verdict="ok",
        finished=table.finished,
        hands=tuple(
            HandResult(str(hand.direction), hand.points, hand.scores, hand.totals, hand.shooter)
            for hand in table.scores
        ),
        totals=table.totals,
        winners=table.winners,
        ranks=table.ranks,
    )


def _unfinished(table: TableState) -> Finding:
    """Return the finding that a chain stops before its end."""
    return Finding(
        step=9,
        hand=table.number,
        ply=table.plays,
        seat=table.turn,
        seq=table.seq,
        rule="incomplete",
        detail=f"the chain stops before its end: hand {table.number} is {table.phase}",
    )
