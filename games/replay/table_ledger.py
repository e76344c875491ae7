"""What a game's hands came to, line by line, and again when a row or the rules change."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.events.details import Scored
from games.replay.grown import Grown
from games.replay.table_state import HandLine
from games.rules.game import GameScore
from games.rules.passing import Direction
from games.rules.row import Row
from games.rules.ruleset import RuleSet
from games.rules.scoring import HandScore
from games.rules.sheet import Adjustment, count_row


@dataclass(frozen=True)
class ScoredHand:
    """A hand with the seq of its `score` line; `number` is what its lines carry.

    A sheet's has its row, and the seq of the line that wrote it.
    """

    seq: int
    number: int
    direction: Direction
    score: HandScore
    row: Row | None = None
    row_seq: int | None = None


@dataclass(frozen=True)
class Ledger:
    """The hands and adjustments of a game, in order; `begun` is the game before them.

    `lines` are the hands that count, `set_aside` the seqs of rows that stand after the end.
    """

    begun: GameScore
    entries: Grown[ScoredHand | Adjustment]
    game: GameScore
    lines: Grown[HandLine]
    set_aside: tuple[int, ...] = ()

    def adjust(self, points: tuple[int, ...]) -> Ledger:
        """Add to the totals."""
        entries = self.entries.plus(Adjustment(points))
        return replace(self, entries=entries, game=self.game.adjust(points))

    def add(self, hand: ScoredHand) -> Ledger:
        """Count a hand that has just been scored."""
        game = self.game.after_hand(hand.score.scores)
        line = _hand_line(hand, hand.direction, hand.score, game)
        entries = self.entries.plus(hand)
        return replace(self, entries=entries, game=game, lines=self.lines.plus(line))

    def hand_of_row(self, row_seq: int) -> int | None:
        """Give the hand whose row a line wrote, as that line has it; None when it wrote none."""
        hands = (entry for entry in self.entries if isinstance(entry, ScoredHand))
        return next((hand.number for hand in hands if hand.row_seq == row_seq), None)

    def correct(self, row_seq: int, row: Row) -> Ledger:
        """Count again with another row in the place of the one that a line wrote.

        Raises RowNoLongerFits.
        """
        entries = [
            replace(entry, row=row)
            if isinstance(entry, ScoredHand) and entry.row_seq == row_seq
            else entry
            for entry in self.entries
        ]
        return _count(self.begun, Grown(entries))

    def change_rules(self, rules: RuleSet) -> Ledger:
        """Count again under other rules. Raises RowNoLongerFits."""
        return _count(replace(self.begun, rules=rules), self.entries)


def start_ledger(begun: GameScore) -> Ledger:
    """Begin a ledger."""
    return Ledger(begun, Grown(), begun, Grown())


def said_score(said: Scored) -> HandScore:
    """Give what a `score` line says of a hand whose cards are not known."""
    return HandScore(said.points, said.scores, None)


def _count(begun: GameScore, entries: Grown[ScoredHand | Adjustment]) -> Ledger:
    game = begun
    lines: list[HandLine] = []
    aside: list[int] = []
    for entry in entries:
        if isinstance(entry, Adjustment):
            game = game.adjust(entry.points)
        elif game.finished:
            aside.append(entry.row_seq or entry.seq)
        else:
            direction, score = _score(entry, game)
            game = game.after_hand(score.scores)
            lines.append(_hand_line(entry, direction, score, game))
    return Ledger(begun, entries, game, Grown(lines), tuple(aside))


def _score(hand: ScoredHand, game: GameScore) -> tuple[Direction, HandScore]:
    if hand.row is None:
        return hand.direction, hand.score
    line = count_row(hand.row, game, place=0)
    return line.direction, line.score


def _hand_line(
    hand: ScoredHand, direction: Direction, score: HandScore, game: GameScore
) -> HandLine:
    return HandLine(
        number=game.hands_played,
        seq=hand.seq,
        direction=direction,
        points=score.points,
        scores=score.scores,
        totals=game.totals,
        shooter=score.shooter,
    )
