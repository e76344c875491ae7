"""One recorded hand through the rules: its score, or the first thing wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Final

from deals.cards.card import CARDS, CODES
from deals.cards.deck import DECKS
from deals.cards.seat import Seat
from games.records.entry import Codes, PlayedHand
from games.rules.errors import ILLEGAL_PLAYS, MoonChoiceMissing, MoonChoiceUnasked, RulesError
from games.rules.game import GameScore
from games.rules.passing import Direction, exchange
from games.rules.playing import Played, compile_rules, replay_plays
from games.rules.ruleset import RuleSet
from games.rules.scoring import HandScore, Haul, count_haul, score_haul

# By deck, the place in deck order of each code, and its bit.
_PLACES: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {deck.code: {CODES[card]: int(card) for card in deck.cards} for deck in DECKS.values()}
)
_BITS: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {deck: {code: 1 << place for code, place in of.items()} for deck, of in _PLACES.items()}
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


@dataclass(frozen=True, slots=True)
class HandReplay:
    """A hand that kept the rules to its end: where it passed, what was taken, what it gave."""

    direction: Direction
    haul: Haul
    score: HandScore


class HandReplayer:
    """Replays hands under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._table = compile_rules(rules)
        self._places = _PLACES[rules.deck.code]
        self._bits = _BITS[rules.deck.code]

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
        played = self._play(entry.played, held, number)
        for spare in kitty:
            played.taken[played.winners[0]] |= spare
        tricks = [played.winners.count(seat) for seat in range(self._rules.players)]
        haul = count_haul(self._rules, played.taken, tricks)
        return HandReplay(direction, haul, self._score(haul, game, entry.moon_choice))

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
        dealt = [sum([self._bits.get(code, 0) for code in codes]) for codes in holdings]
        # So many different bits come out only of so many different cards of the deck.
        if reduce(or_, dealt) != deck.cards.bits:
            codes = {code for holding in holdings for code in holding}
            wrong = ", ".join(sorted(codes ^ self._places.keys()))
            raise HandFault("bad_deal", f"not the deck, every card once; see {wrong}")
        return dealt

    def _read_passes(self, entry: PlayedHand, dealt: Sequence[int]) -> list[int]:
        players, needed = self._rules.players, self._rules.pass_count
        passed = entry.passed or ()
        if len(passed) != players:
            raise HandFault("pass_missing", f"{len(passed)} passes where {players} seats pass")
        gave = []
        for seat, codes in enumerate(passed):
            if not len(codes) == len(set(codes)) == needed:
                detail = f"seat {seat} gives {' '.join(codes)}: a pass is {needed} different cards"
                raise HandFault("pass_count", detail, seat=seat)
            bits = sum([self._bits.get(code, 0) for code in codes])
            if (bits & dealt[seat]).bit_count() < needed:
                wrong = next(code for code in codes if code not in entry.dealt[seat])
                detail = f"seat {seat} gives {wrong}, which was not dealt to it"
                raise HandFault("pass_not_held", detail, seat=seat)
            gave.append(bits)
        return gave

    def _play(self, codes: Codes, held: Sequence[int], number: int) -> Played:
        places = [self._places.get(code, -1) for code in codes]
        known = places.index(-1) if -1 in places else len(places)
        played = replay_plays(self._table, held, places[:known], number=number)
        made, turn = played.made, played.turn
        whole = self._rules.players * self._rules.deck.size
        if played.fault is not None:
            fault = ILLEGAL_PLAYS[played.fault](turn, CARDS[places[made]])
            raise HandFault(played.fault, str(fault), ply=made, seat=turn)
        if known < len(codes):
            seat = turn if made < whole else None
            detail = f"{codes[known]!r} is no card of the deck"
            raise HandFault("unknown_card", detail, ply=known, seat=seat)
        if made < whole:
            detail = f"the plays stop after {made} of {whole}; seat {turn} is next"
            raise HandFault("incomplete", detail, ply=made, seat=turn)
        if known > whole:
            raise HandFault("too_many_plays", f"{known} plays where {whole} are all", ply=whole)
        return played
