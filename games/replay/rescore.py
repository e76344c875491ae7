"""A recorded game under other rules: its scores again, and the acts those would have forbidden.

Nothing is altered: the cards went where they went, and who took a trick does not depend on the
rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from deals.cards.card import CARDS
from deals.cards.seat import Seat
from games.records.entry import Adjusted, PlayedHand, SheetRow
from games.records.record import Record
from games.replay.finding import PLAY_STEP, Finding
from games.replay.hand import HandReplay
from games.replay.replay import HandResult, RecordFold, hand_result
from games.rules.errors import (
    ILLEGAL_PLAYS,
    MoonChoiceMissing,
    MoonChoiceUnasked,
    RowNoLongerFits,
    RulesError,
)
from games.rules.game import GameScore, start_game
from games.rules.limits import broken_rule, legal_bits
from games.rules.passing import Direction
from games.rules.playing import NO_SUIT, find_opener, top_suit
from games.rules.ruleset import Moon, RuleSet
from games.rules.scoring import HandScore, Haul, count_takers, moon_scores, score_haul
from games.rules.sheet import count_row


class OtherDeck(RulesError):
    """Rules under which these cards can't have been dealt."""

    code = "other-deck"

    def __init__(self, *, played: str, asked: str) -> None:
        super().__init__(f"the game was played with the deck {played}, the rules have {asked}")
        self.played = played
        self.asked = asked


@dataclass(frozen=True)
class Rescore:
    """What a game comes to under other rules.

    `hands` are those that count; `forbidden` are the acts against the rules, in order, a hand after
    the end (`after_end`, which does not count) and a pass the other way (`pass_direction`) among
    them. A row that no longer fits ends the count.
    """

    hands: tuple[HandResult, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    ranks: tuple[int, ...]
    finished: bool
    forbidden: tuple[Finding, ...]


def rescore_record(record: Record, rules: RuleSet) -> Rescore:
    """Count a game's hands, up to its first illegal act by its own rules, under others.

    Where these ask the shooter and the record has no answer, the moon counts as it did then (as add
    when it did not count). Raises OtherDeck.
    """
    if rules.deck is not record.rules.deck:
        raise OtherDeck(played=record.rules.deck.code, asked=rules.deck.code)
    own, other = RecordFold(record), _Recount(record, rules)
    for entry in record.hands:
        if not own.take(entry):
            break
        if isinstance(entry, Adjusted):
            other.game = other.game.adjust(entry.points)
        elif isinstance(entry, PlayedHand) and own.last is not None:
            other.take_hand(own.last, choice=entry.moon_choice)
        elif isinstance(entry, SheetRow) and not other.take_row(entry, own.hands[-1]):
            break
    game = other.game
    return Rescore(
        hands=tuple(other.hands),
        totals=game.totals,
        winners=game.winners,
        ranks=game.ranks,
        finished=game.finished,
        forbidden=tuple(other.forbidden),
    )


class _Recount:
    """The other count, hand by hand; `number` is the hand's in the game as it was played."""

    def __init__(self, record: Record, rules: RuleSet) -> None:
        self._own, self._rules = record.rules, rules
        start = record.start
        self.game: GameScore = start_game(rules)
        if start is not None:
            self.game = start_game(rules, totals=start.totals, hands=start.hands)
        self._number = self.game.hands_played
        self.hands: list[HandResult] = []
        self.forbidden: list[Finding] = []

    def take_hand(self, hand: HandReplay, *, choice: str | None) -> None:
        """Count a played hand."""
        if self._is_after_end():
            return
        direction = self._rules.direction(self._number, totals=self.game.totals)
        self._check_pass(hand, direction)
        for ply, seat, rule in forbidden_plays(self._rules, hand, number=self._number):
            card = CARDS[hand.cards[ply]]
            self._forbid(rule, str(ILLEGAL_PLAYS[rule](seat, card)), ply=ply, seat=seat)
        haul = count_takers(self._rules, hand.takers, hand.winners)
        self._count(direction, self._score(haul, hand, choice))

    def take_row(self, entry: SheetRow, own: HandResult) -> bool:
        """Count a row; answer whether it could be."""
        if self._is_after_end():
            return True
        row = entry.row
        try:
            line = count_row(row, self.game, place=0)
        except RowNoLongerFits as refused:
            fault = refused.fault
            self._forbid(fault.rule or fault.code, str(fault))
            if isinstance(fault, MoonChoiceMissing):
                row = replace(row, moon_choice=_said(own.scores[fault.shooter]))
            elif isinstance(fault, MoonChoiceUnasked):
                row = replace(row, moon_choice=None)
            else:
                return False
            line = count_row(row, self.game, place=0)
        self._count(line.direction, line.score)
        return True

    def _is_after_end(self) -> bool:
        self._number += 1
        if self.game.finished:
            self._forbid("after_end", "the game was over before this hand")
        return self.game.finished

    def _check_pass(self, hand: HandReplay, direction: Direction) -> None:
        if hand.direction is direction:
            if direction is not Direction.HOLD and self._own.pass_count != self._rules.pass_count:
                said, needed = self._own.pass_count, self._rules.pass_count
                self._forbid("pass_count", f"each seat gave {said} cards, a pass is {needed}")
        elif hand.direction is Direction.HOLD:
            self._forbid("pass_missing", f"nobody passed where these rules pass {direction}")
        elif direction is Direction.HOLD:
            self._forbid("pass_on_hold", "this is a hold hand: nobody passes")
        else:
            self._forbid("pass_direction", f"passed {hand.direction}, not {direction}")

    def _score(self, haul: Haul, hand: HandReplay, choice: str | None) -> HandScore:
        try:
            return score_haul(self._rules, haul, self.game, choice=choice)
        except MoonChoiceUnasked as unasked:
            self._forbid(unasked.rule or unasked.code, str(unasked))
            return score_haul(self._rules, haul, self.game)
        except MoonChoiceMissing as missing:
            self._forbid(missing.rule or missing.code, str(missing), seat=missing.shooter)
            subtracted = moon_scores(self._own, hand.haul, Moon.SUBTRACT) == hand.score.scores
            effect = Moon.SUBTRACT if subtracted else Moon.ADD
            return score_haul(self._rules, haul, self.game, choice=effect)

    def _count(self, direction: Direction, score: HandScore) -> None:
        self.game = self.game.after_hand(score.scores)
        self.hands.append(hand_result(direction, score, self.game))

    def _forbid(
        self, rule: str, detail: str, *, ply: int | None = None, seat: Seat | None = None
    ) -> None:
        self.forbidden.append(Finding(PLAY_STEP, self._number, ply, seat, None, rule, detail))


def _said(shooters_score: int) -> Moon:
    return Moon.SUBTRACT if shooters_score < 0 else Moon.ADD


def forbidden_plays(
    rules: RuleSet, hand: HandReplay, *, number: int
) -> Iterator[tuple[int, Seat, str]]:
    """Yield ply, seat and rule of each play of a whole hand that a rule set forbids."""
    table, held = rules.play, [*hand.held]
    opener, opening = find_opener(table, held, number=number)
    leaders = (hand.opener, *hand.winners)
    led = broken = 0
    for ply, card in enumerate(hand.cards):
        bit = 1 << card
        trick, step = divmod(ply, table.players)
        seat = (leaders[trick] + step) % table.players
        limits = table.first_trick if trick == 0 else ()
        if step == 0:
            led = NO_SUIT
            limits = limits if broken else table.lead + limits
            limits = opening + limits if ply == 0 else limits
        if ply == 0 and seat != opener:
            yield ply, seat, "opening_lead"
        elif not bit & legal_bits(limits, held[seat], led=led):
            yield ply, seat, broken_rule(limits, held[seat], bit, led=led)
        held[seat] ^= bit
        led = led or top_suit(bit)
        broken |= bit & table.breakers
