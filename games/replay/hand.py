"""One recorded hand through the rules: its score, or the first thing wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from deals.cards.card import CODES, parse_card
from deals.cards.deck import DECKS
from deals.cards.seat import Seat
from games.records.entry import Codes, PlayedHand
from games.rules.errors import ILLEGAL_PLAYS, MoonChoiceMissing, MoonChoiceUnasked, RulesError
from games.rules.game import GameScore
from games.rules.passing import Direction, exchange
from games.rules.playing import Played, replay_plays
from games.rules.ruleset import RuleSet
from games.rules.scoring import HandScore, Haul, count_haul, score_haul

# By deck, the bit of each card's code.
_BITS: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {deck.code: {CODES[card]: 1 << card for card in deck.cards} for deck in DECKS.values()}
)


class HandFault(Exception):
    """A hand is good no further; `rule` names the finding, `ply` and `seat` where they apply."""

    def __init__(
        self, rule: str, detail: str, *, ply: int | None = None, seat: Seat | None = None
    ) -> None:
        super().__init__(detail)
        self.rule = rule
        self.detail = detail
        self.ply = ply
        self.seat = seat

    @classmethod
    def of(cls, error: RulesError) -> HandFault:
        """Return the fault of a hand whose cards or numbers the rules refuse to score."""
        shooter = error.shooter if isinstance(error, MoonChoiceMissing) else None
        return cls(error.rule or error.code, str(error), seat=shooter)


class HandReplay(NamedTuple):
    """A hand that kept the rules to its end: where it passed, what was taken, what it gave.

    `held` are the holdings after the pass, `plays` the cards in order, as bits.
    """

    direction: Direction
    held: Sequence[int]
    plays: Sequence[int]
    played: Played
    haul: Haul
    score: HandScore


class HandReplayer:
    """Replays hands under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._table = rules.play
        self._whole = rules.players * rules.deck.size
        self._bits = _BITS[rules.deck.code]
        self._bit_of = self._bits.__getitem__

    def replay(self, entry: PlayedHand, game: GameScore) -> HandReplay:
        """Replay the next hand of a game, checking in the order of the table of findings.

        Raises HandFault for the first that fails.
        """
        number = game.hands_played + 1
        direction = self._rules.direction(number, totals=game.totals)
        dealt = self._read_deal(entry)
        held, kitty = dealt[: self._rules.players], dealt[self._rules.players :]
        if direction is not Direction.HOLD:
            held = exchange(held, self._read_passes(entry, dealt), direction=direction)
        elif entry.passed:
            raise HandFault("pass_on_hold", "this is a hold hand: nobody passes")
        plays, played = self._play(entry.played, held, number)
        for spare in kitty:
            played.taken[played.winners[0]] |= spare
        haul = count_haul(self._rules, played.taken, played.winners)
        score = self._score(haul, game, entry.moon_choice)
        return HandReplay(direction, held, plays, played, haul, score)

    def _score(self, haul: Haul, game: GameScore, choice: str | None) -> HandScore:
        try:
            return score_haul(self._rules, haul, game, choice=choice)
        except (MoonChoiceMissing, MoonChoiceUnasked) as error:
            raise HandFault.of(error) from None

    def _read_deal(self, entry: PlayedHand) -> list[int]:
        deck = self._rules.deck
        holdings = [*entry.dealt, entry.kitty] if entry.kitty else entry.dealt
        sizes = tuple(map(len, holdings))
        if sizes != deck.sizes:
            raise HandFault("bad_deal", f"expected holdings of {deck.sizes} cards, got {sizes}")
        try:
            dealt = [sum(map(self._bit_of, codes)) for codes in holdings]
        except KeyError:
            dealt = []
        # So many single bits add up to the deck only if they are its cards.
        if sum(dealt) != deck.cards.bits:
            codes = {code for holding in holdings for code in holding}
            wrong = ", ".join(sorted(codes ^ self._bits.keys()))
            raise HandFault("bad_deal", f"not the deck, every card once; see {wrong}")
        return dealt

    def _read_passes(self, entry: PlayedHand, dealt: Sequence[int]) -> list[int]:
        players, needed = self._rules.players, self._rules.pass_count
        passed = entry.passed or ()
        if len(passed) != players:
            raise HandFault("pass_missing", f"{len(passed)} passes where {players} seats pass")
        gave = []
        for seat, codes in enumerate(passed):
            bits = sum([self._bits.get(code, 0) for code in codes])
            # So many single bits have as many ones only if they differ.
            if len(codes) != needed or (bits & dealt[seat]).bit_count() != needed:
                raise self._pass_fault(seat, codes, entry.dealt[seat])
            gave.append(bits)
        return gave

    def _pass_fault(self, seat: Seat, codes: Codes, dealt: Codes) -> HandFault:
        needed = self._rules.pass_count
        if not len(codes) == len(set(codes)) == needed:
            detail = f"seat {seat} gives {' '.join(codes)}: a pass is {needed} different cards"
            return HandFault("pass_count", detail, seat=seat)
        wrong = next(code for code in codes if code not in dealt)
        detail = f"seat {seat} gives {wrong}, which was not dealt to it"
        return HandFault("pass_not_held", detail, seat=seat)

    def _play(self, codes: Codes, held: Sequence[int], number: int) -> tuple[Sequence[int], Played]:
        try:
            plays = list(map(self._bit_of, codes))
        except KeyError:
            known = next(ply for ply, code in enumerate(codes) if code not in self._bits)
            plays = list(map(self._bit_of, codes[:known]))
        played = replay_plays(self._table, held, plays, number=number)
        if played.made < self._whole or len(codes) > self._whole:
            raise self._play_fault(codes, played, known=len(plays))
        return plays, played

    def _play_fault(self, codes: Codes, played: Played, *, known: int) -> HandFault:
        """Return what is wrong with plays of which the first `known` are cards of the deck."""
        made, turn, whole = played.made, played.turn, self._whole
        if played.fault is not None:
            fault = ILLEGAL_PLAYS[played.fault](turn, parse_card(codes[made]))
            return HandFault(played.fault, str(fault), ply=made, seat=turn)
        if known < len(codes):
            seat = turn if made < whole else None
            detail = f"{codes[known]!r} is no card of the deck"
            return HandFault("unknown_card", detail, ply=known, seat=seat)
        if made < whole:
            detail = f"the plays stop after {made} of {whole}; seat {turn} is next"
            return HandFault("incomplete", detail, ply=made, seat=turn)
        return HandFault("too_many_plays", f"{known} plays where {whole} are all", ply=whole)
