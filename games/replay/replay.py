"""A recorded game through the rules: the state reached, how far it is good, the findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from deals.cards.seat import Seat
from games.records.entry import HandClaim
from games.records.record import GameClaim, Record
from games.replay.finding import PLAY_STEP, Finding
from games.replay.hand import HandFault, HandReplay, HandReplayer
from games.rules.game import GameScore, start_game


class Verdict(StrEnum):
    """What a replay says of a record."""

    OK = "ok"
    INCOMPLETE = "incomplete"
    FALSE = "false"


@dataclass(frozen=True)
class HandResult:
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


@dataclass(frozen=True)
class Replay:
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


def replay_record(record: Record) -> Replay:
    """Replay a game up to its first illegal act.

    Hands before it keep their scores, a hand with a finding is not scored; what is claimed but
    does not follow is a finding that stops nothing.
    """
    replayer = HandReplayer(record.rules)
    game = start_game(record.rules)
    hands: list[HandResult] = []
    findings: list[Finding] = []
    for number, entry in enumerate(record.hands, start=1):
        if game.finished:
            findings.append(_finding("after_end", "the game was over before this hand", number))
            break
        try:
            replayed = replayer.replay(entry, number=number)
        except HandFault as fault:
            findings.append(
                Finding(PLAY_STEP, number, fault.ply, fault.seat, None, fault.rule, fault.detail)
            )
            break
        game = game.add_hand(replayed.score.scores)
        hands.append(_result(replayed, game))
        findings += check_hand_claim(entry.claimed, hands[-1], number=number)
    else:
        findings += check_game_claim(record.claimed, game)
    return Replay(
        hands=tuple(hands),
        totals=game.totals,
        winners=game.winners,
        ranks=game.ranks,
        finished=game.finished,
        findings=tuple(findings),
        verdict=_judge(record, findings),
    )


def check_hand_claim(claim: HandClaim | None, result: HandResult, *, number: int) -> list[Finding]:
    """Compare what the source says of hand `number` with what follows; at most one finding."""
    if claim is None:
        return []
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


def _result(replayed: HandReplay, game: GameScore) -> HandResult:
    score = replayed.score
    return HandResult(
        direction=str(replayed.direction),
        points=score.points,
        scores=score.scores,
        totals=game.totals,
        shooter=score.shooter,
    )


def _judge(record: Record, findings: Sequence[Finding]) -> Verdict:
    """Judge by the findings: to stop early is no fault of the last hand of an open game."""
    if not findings:
        return Verdict.OK
    claims_end = record.claimed is not None and bool(record.claimed.winners)
    stops_early = findings[0].rule == "incomplete" and findings[0].hand == len(record.hands)
    return Verdict.INCOMPLETE if stops_early and not claims_end else Verdict.FALSE
