"""One recorded hand through the rules: its score, or the first thing wrong with it."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple, TypeAlias

from deals.cards.card import parse_card
from deals.cards.seat import Seat
from games.records.codes import WrittenCodes
from games.records.entry import Codes, PlayedHand
from games.rules.card_bytes import MARKS, SEAT_OF, held_bits, read_cards
from games.rules.errors import ILLEGAL_PLAYS, MoonChoiceMissing, MoonChoiceUnasked, RulesError
from games.rules.game import GameScore
from games.rules.passing import Direction
from games.rules.played import Played
from games.rules.playing import replay_plays
from games.rules.ruleset import RuleSet
from games.rules.scoring import HandScore, Haul, count_takers, score_haul
from games.rules.whole import play_whole

# The cards dealt, the table to their owners after the pass, the plays, and who took each of them.
_Cards: TypeAlias = tuple[bytes, bytes, bytes, bytes]


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

    In bytes (games.rules.card_bytes): all `cards` in the order played, and the tables from cards to
    the marks of their `owners` after the pass and of their `takers`, a kitty's too.
    """

    direction: Direction
    owners: bytes
    cards: bytes
    takers: bytes
    winners: tuple[Seat, ...]
    haul: Haul
    score: HandScore

    @property
    def opener(self) -> Seat:
        """Who led to the first trick."""
        return SEAT_OF[self.owners[self.cards[0]]]

    @property
    def held(self) -> list[int]:
        """The holdings after the pass, as bits."""
        return [held_bits(self.owners, seat) for seat in range(len(self.haul.points))]


class HandReplayer:
    """Replays hands under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._tables = rules.deal_tables
        self._whole = rules.players * rules.deck.size
        self._places = rules.deal_tables.places

    def replay(self, entry: PlayedHand, game: GameScore) -> HandReplay:
        """Replay the next hand of a game, checking in the order of the table of findings.

        Raises HandFault for the first that fails.
        """
        rules, number = self._rules, game.hands_played + 1
        direction = rules.direction(number, totals=game.totals)
        dealt, owners, cards, marks = self._replay_well_written(
            entry, direction, number
        ) or self._replay_in_order(entry, direction, number)
        winners = tuple(marks[:: rules.players].translate(SEAT_OF))
        kitty = dealt[self._whole :]
        takers = bytes.maketrans(cards + kitty, marks + marks[:1] * len(kitty))
        haul = count_takers(rules, takers, winners)
        score = self._score(haul, game, entry.moon_choice)
        return HandReplay(direction, owners, cards, takers, winners, haul, score)

    def _replay_well_written(
        self, entry: PlayedHand, direction: Direction, number: int
    ) -> _Cards | None:
        """Replay a hand of which all is right and written as an export would; None for another."""
        tables, passes = self._tables, self._tables.passes[direction]
        parts = [*entry.dealt, *(entry.passed or ()), entry.played]
        if entry.kitty:
            parts.insert(len(entry.dealt), entry.kitty)
        texts = [it.text if isinstance(it, WrittenCodes) else " ".join(it) for it in parts]
        if [*map(len, texts)] != passes.lengths:
            return None
        cards = read_cards(" ".join(texts), count=passes.cards)
        if cards is None:
            return None
        ends, played = len(tables.deck), passes.cards - self._whole
        dealt, gave, plays = cards[:ends], cards[ends:played], cards[played:]
        if tables.deck.translate(None, dealt):
            return None
        owners = bytes.maketrans(dealt, tables.marks)
        if gave:
            if gave.translate(owners) != passes.givers or len({*gave}) < len(gave):
                return None
            owners = bytes.maketrans(cards[:played], passes.owners)
        takers = play_whole(self._rules.play, owners, plays, number=number)
        return None if takers is None else (dealt, owners, plays, takers)

    def _replay_in_order(self, entry: PlayedHand, direction: Direction, number: int) -> _Cards:
        """Replay a hand code by code up to its first fault."""
        dealt = self._read_deal(entry)
        gave = b""
        if direction is not Direction.HOLD:
            gave = self._read_passes(entry)
        elif entry.passed:
            raise HandFault("pass_on_hold", "this is a hold hand: nobody passes")
        owners = bytes.maketrans(dealt + gave, self._tables.passes[direction].owners)
        cards, takers = self._play_singly(entry.played, owners, number)
        return dealt, owners, cards, takers

    def _score(self, haul: Haul, game: GameScore, choice: str | None) -> HandScore:
        try:
            return score_haul(self._rules, haul, game, choice=choice)
        except (MoonChoiceMissing, MoonChoiceUnasked) as error:
            raise HandFault.of(error) from None

    def _read_deal(self, entry: PlayedHand) -> bytes:
        """Read the cards dealt, seat by seat and then the kitty."""
        holdings = [*entry.dealt, entry.kitty] if entry.kitty else entry.dealt
        sizes = [*map(len, holdings)]
        if sizes != self._tables.sizes:
            expected, found = (*self._tables.sizes,), (*sizes,)
            raise HandFault("bad_deal", f"expected holdings of {expected} cards, got {found}")
        codes = [*chain.from_iterable(holdings)]
        # As many as the deck has: so none is twice where none is missing.
        if wrong := {*codes} ^ self._places.keys():
            listed = ", ".join(sorted(wrong))
            raise HandFault("bad_deal", f"not the deck, every card once; see {listed}")
        return bytes([self._places[code] for code in codes])

    def _read_passes(self, entry: PlayedHand) -> bytes:
        """Read the cards given, seat by seat."""
        players, passed = self._rules.players, entry.passed or ()
        if len(passed) != players:
            raise HandFault("pass_missing", f"{len(passed)} passes where {players} seats pass")
        for seat, codes in enumerate(passed):
            self._check_pass(seat, codes, entry.dealt[seat])
        return bytes([self._places[code] for codes in passed for code in codes])

    def _check_pass(self, seat: Seat, codes: Codes, dealt: Codes) -> None:
        needed = self._rules.pass_count
        if not len(codes) == len(set(codes)) == needed:
            detail = f"seat {seat} gives {' '.join(codes)}: a pass is {needed} different cards"
            raise HandFault("pass_count", detail, seat=seat)
        for code in codes:
            if code not in dealt:
                detail = f"seat {seat} gives {code}, which was not dealt to it"
                raise HandFault("pass_not_held", detail, seat=seat)

    def _play_singly(self, codes: Codes, owners: bytes, number: int) -> tuple[bytes, bytes]:
        """Play card by card."""
        places = self._places
        known = next((ply for ply, code in enumerate(codes) if code not in places), len(codes))
        cards = bytes([places[code] for code in codes[:known]])
        held = [held_bits(owners, seat) for seat in range(self._rules.players)]
        bits = [1 << card for card in cards]
        played = replay_plays(self._rules.play, held, bits, number=number)
        if played.made < self._whole or len(codes) > self._whole:
            raise self._play_fault(codes, played, known=known)
        takers = [MARKS[seat : seat + 1] * self._rules.players for seat in played.winners]
        return cards, b"".join(takers)

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
