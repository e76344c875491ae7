"""A recorded game through the rules: the state reached, how far it is good, the findings."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from deals.cards.seat import Seat
from games.records.entry import (
    Adjusted,
    Entry,
    HandClaim,
    PlayedHand,
    SheetRow,
)
from games.records.record import GameClaim, Record
from games.replay.finding import PLAY_STEP, Finding
from games.replay.hand import HandFault, HandReplay, HandReplayer
from games.rules.errors import RowNoLongerFits
from games.rules.game import GameScore, start_game
from games.rules.passing import Direction
from games.rules.scoring import HandScore
from games.rules.sheet import count_row

STOPS_EARLY: Final = frozenset({"incomplete", "moon_choice_missing"})
"""What is no fault of the last hand of an open game."""


class Verdict(StrEnum):
    """What a replay says of a record."""

    OK = "ok"
    INCOMPLETE = "incomplete"
    FALSE = "false"


class HandResult(NamedTuple):
    """A hand that counts: what it gave, by seat, and the totals after it."""

    direction: str
    points: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    shooter: Seat | None

    def to_json(self) -> dict[str, object]:
        """Give it as JSON takes it, keys in their order."""
        return {
            "direction": self.direction,
            "points": [*self.points],
            "scores": [*self.scores],
            "totals": [*self.totals],
            "shooter": self.shooter,
        }


def hand_result(direction: Direction, score: HandScore, game: GameScore) -> HandResult:
    """Return a hand as it counts; `game` is the one after it."""
    return HandResult(str(direction), score.points, score.scores, game.totals, score.shooter)


class Replay(NamedTuple):
    """What follows from a record by the rules.

    `hands` are those before the first illegal act; the rest is the state after them. `ranks` are
    provisional while the game is not `finished`.
    """

    hands: tuple[HandResult, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    ranks: tuple[int, ...]
    finished: bool
    findings: tuple[Finding, ...]
    verdict: Verdict

    def to_json(self) -> dict[str, object]:
        """Give what the rules say of the game, as JSON takes it, keys in the verifier's order."""
        return {
            "finished": self.finished,
            "hands": [hand.to_json() for hand in self.hands],
            "totals": [*self.totals],
            "winners": [*self.winners],
            "ranks": [*self.ranks],
            "findings": [finding.to_json() for finding in self.findings],
        }


class RecordFold:
    """A record while its entries are read, up to its first illegal act.

    `game` is where it stands, `last` the last hand that was played card by card.
    """

    def __init__(self, record: Record) -> None:
        start = record.start
        self._replayer = HandReplayer(record.rules)
        if start is None:
            self.game = start_game(record.rules)
        else:
            self.game = start_game(record.rules, totals=start.totals, hands=start.hands)
        self.hands: list[HandResult] = []
        self.findings: list[Finding] = []
        self.last: HandReplay | None = None

    def take(self, entry: Entry) -> bool:
        """Count an entry; answer whether it is good, and more may follow."""
        if isinstance(entry, PlayedHand | SheetRow):
            return self._take_hand(entry)
        if isinstance(entry, Adjusted):
            self.game = self.game.adjust(entry.points)
        return True

    def _take_hand(self, entry: PlayedHand | SheetRow) -> bool:
        number = self.game.hands_played + 1
        if self.game.finished:
            self.findings.append(
                _finding("after_end", "the game was over before this hand", number)
            )
            return False
        try:
            direction, score = self._replay(entry)
        except HandFault as fault:
            self.findings.append(
                Finding(PLAY_STEP, number, fault.ply, fault.seat, None, fault.rule, fault.detail)
            )
            return False
        self.game = self.game.after_hand(score.scores)
        self.hands.append(hand_result(direction, score, self.game))
        if entry.claimed is not None:
            self.findings += check_hand_claim(entry.claimed, self.hands[-1], number=number)
        return True

    def _replay(self, entry: PlayedHand | SheetRow) -> tuple[Direction, HandScore]:
        if isinstance(entry, PlayedHand):
            self.last = played = self._replayer.replay(entry, self.game)
            return played.direction, played.score
        try:
            line = count_row(entry.row, self.game, place=0)
        except RowNoLongerFits as refused:
            raise HandFault.of(refused.fault) from None
        return line.direction, line.score


def replay_record(record: Record) -> Replay:
    """Replay a game up to its first illegal act.

    Hands before it keep their scores, a hand with a finding is not scored; what is claimed but
    does not follow is a finding that stops nothing.
    """
    fold = RecordFold(record)
    findings = fold.findings
    for entry in record.hands:
        if not fold.take(entry):
            break
    else:
        findings += check_game_claim(record.claimed, fold.game)
    game = fold.game
    finished = game.finished
    return Replay(
        tuple(fold.hands),
        game.totals,
        game.winners if finished else (),
        game.ranks,
        finished,
        tuple(findings),
        _judge(record, findings) if findings else Verdict.OK,
    )


def check_hand_claim(claim: HandClaim, result: HandResult, *, number: int) -> list[Finding]:
    """Compare what the source says of hand `number` with what follows; at most one finding."""
    pairs = (("points", claim.points, result.points), ("scores", claim.scores, result.scores))
    return _mismatch(pairs, number)


def check_game_claim(claim: GameClaim | None, game: GameScore) -> list[Finding]:
    """Compare what the source says of the whole game with what follows; at most one finding."""
    if claim is None:
        return []
    winners = None if claim.winners is None else tuple(sorted(claim.winners))
    pairs = (("totals", claim.totals, game.totals), ("winners", winners, game.winners))
    return _mismatch(pairs, None)


def _mismatch(
    pairs: Sequence[tuple[str, tuple[int, ...] | None, tuple[int, ...]]], number: int | None
) -> list[Finding]:
    wrong = [
        f"{name} {[*claimed]} claimed, {[*follows]} follow"
        for name, claimed, follows in pairs
        if claimed is not None and claimed != follows
    ]
    return [_finding("score_mismatch", "; ".join(wrong), number)] if wrong else []


def _finding(rule: str, detail: str, number: int | None) -> Finding:
    return Finding(PLAY_STEP, number, None, None, None, rule, detail)


def _judge(record: Record, findings: Sequence[Finding]) -> Verdict:
    """Judge by its findings: to stop early is no fault of the last hand of an open game."""
    claims_end = record.claimed is not None and bool(record.claimed.winners)
    hands = sum(isinstance(entry, PlayedHand | SheetRow) for entry in record.hands)
    last = hands + (record.start.hands if record.start else 0)
    stops_early = findings[0].rule in STOPS_EARLY and findings[0].hand == last
    return Verdict.INCOMPLETE if stops_early and not claims_end else Verdict.FALSE
