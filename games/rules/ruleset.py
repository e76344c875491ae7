"""A rule set: 22 settings, frozen; read from JSON or from the canonical line, and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final, Protocol, TypeVar

from deals.cards.card import CARDS, Card, Suit, parse_card
from deals.cards.deck import DECKS, Deck
from deals.cards.holding import Holding
from games.rules.card_bytes import DealTables, deal_tables
from games.rules.errors import InvalidRules
from games.rules.limits import PlayRules, compile_rules
from games.rules.passing import CYCLES, Direction
from games.rules.presets import PRESETS
from games.rules.setting import (
    Choice,
    Cycle,
    Kind,
    Misfit,
    PenaltySpades,
    RulesJson,
    Value,
    Worths,
    write_json,
    write_text,
)

T = TypeVar("T", bound=Value)

JACK_BONUS: Final = 10
"""What the bonus card takes off the points of whoever takes it."""


class Spare(StrEnum):
    """What becomes of cards that can't be dealt evenly."""

    STRIP = "strip"
    KITTY = "kitty"


class Opening(StrEnum):
    """Who opens a hand, and with what."""

    LOW_CLUB = "low_club"
    ANY_CLUB = "any_club"
    DEALERS_LEFT = "dealers_left"


class HeartWorth(StrEnum):
    """The worth of each heart: one point or its rank."""

    ONE = "one"
    RANK = "rank"


class Moon(StrEnum):
    """What happens to the points when one seat took every penalty card."""

    ADD = "add"
    SUBTRACT = "subtract"
    CHOICE = "choice"
    AUTO = "auto"
    OFF = "off"


class Tie(StrEnum):
    """What a shared lowest total does at the end."""

    PLAY_ON = "play_on"
    SHARE = "share"


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """All 22 settings in canonical order; the defaults are the standard. RULES.md explains each."""

    players: int = 4
    spare: Spare = Spare.STRIP
    pass_count: int = 3
    passing: tuple[Direction, ...] = CYCLES["standard"]
    opening: Opening = Opening.LOW_CLUB
    first_trick_safe: bool = True
    hearts_must_break: bool = True
    queen_breaks_hearts: bool = False
    queen_may_lead: bool = True
    heart_for_queen: bool = False
    hearts: HeartWorth = HeartWorth.ONE
    spades: Worths = ((parse_card("QS"), 13),)
    jack: Card | None = None
    ten_of_clubs_doubles: bool = False
    no_tricks: int = 0
    moon: Moon = Moon.ADD
    moon_needs_jack: bool = True
    sun: bool = False
    target: int | None = 100
    hands: int | None = None
    tie: Tie = Tie.PLAY_ON
    brink_holds: bool = False

    @cached_property
    def deck(self) -> Deck:
        """The deck that is dealt."""
        whole = len(CARDS) % self.players == 0
        return DECKS[str(self.players) + ("" if whole or self.spare is Spare.STRIP else "+kitty")]

    @cached_property
    def play(self) -> PlayRules:
        """What they say of plays, as masks."""
        return compile_rules(self)

    @cached_property
    def deal_tables(self) -> DealTables:
        """What they say of a deal and its pass, in bytes."""
        return deal_tables(self.deck, pass_count=self.pass_count, passing=self.passing)

    @cached_property
    def worths(self) -> Mapping[Card, int]:
        """Every penalty card of the deck and its positive worth: hearts, then spades."""
        by_rank = self.hearts is HeartWorth.RANK
        hearts = self.deck.cards.of_suit(Suit.HEARTS)
        worths = {card: int(card.rank) if by_rank else 1 for card in hearts}
        return MappingProxyType(worths | dict(self.spades))

    @cached_property
    def point_bits(self) -> tuple[tuple[int, int], ...]:
        """Each worth and the bits of the cards that have it, the bonus card among them."""
        bits: dict[int, int] = {}
        for card, worth in self.worths.items():
            bits[worth] = bits.get(worth, 0) | 1 << card
        bonus = ((-JACK_BONUS, self.jack_bits),) if self.jack_bits else ()
        return (*bits.items(), *bonus)

    @cached_property
    def point_cards(self) -> tuple[tuple[int, bytes], ...]:
        """The same in bytes (games.rules.card_bytes)."""
        return tuple([(worth, bytes(Holding.from_bits(bits))) for worth, bits in self.point_bits])

    @cached_property
    def penalty_bits(self) -> int:
        """The bits of every penalty card of the deck."""
        return sum(1 << card for card in self.worths)

    @cached_property
    def jack_bits(self) -> int:
        """The bit of the bonus card; 0 without one."""
        return 0 if self.jack is None else 1 << self.jack

    @cached_property
    def moon_bits(self) -> int:
        """The bits of all cards that a shooter takes."""
        return self.penalty_bits | (self.jack_bits if self.moon_needs_jack else 0)

    @cached_property
    def moon_cards(self) -> bytes:
        """The same in bytes."""
        return bytes(Holding.from_bits(self.moon_bits))

    @cached_property
    def counts_tricks(self) -> bool:
        """Whether a setting asks who took no trick."""
        return self.sun or bool(self.no_tricks)

    @cached_property
    def whole(self) -> int:
        """The worth of all penalty cards together: V of the moon rule."""
        return sum(self.worths.values())

    @cached_property
    def point_sum(self) -> int:
        """What the points of a hand sum to: the whole worth, less the bonus card."""
        return self.whole - (0 if self.jack is None else JACK_BONUS)

    def direction(self, number: int, *, totals: Sequence[int] = ()) -> Direction:
        """Where hand `number`, counted from 1, passes; `totals` are the game's before it.

        The totals matter under brink_holds alone.
        """
        if not self.pass_count or self.is_on_brink(totals):
            return Direction.HOLD
        return self.passing[(number - 1) % len(self.passing)]

    def is_on_brink(self, totals: Sequence[int]) -> bool:
        """Whether a total exactly one below the target makes the next hand a hold hand."""
        return self.brink_holds and self.target is not None and self.target - 1 in totals


SETTINGS: Final = tuple(field.name for field in fields(RuleSet))

_YES_NO: Final = Choice((True, False), expected="true or false, in a line yes or no")
_PLAYERS: Final = Choice(range(3, 7))
_PASS_COUNTS: Final = Choice(range(5))
_JACKS: Final = Choice((None, parse_card("JD"), parse_card("TD")))
_NO_TRICKS: Final = Choice(range(0, -11, -1), expected="a whole number from -10 to 0")
_TARGETS: Final = Choice((*range(25, 501, 5), None), expected="25 to 500 in fives, or none")
_HANDS: Final = Choice((*range(1, 101), None), expected="a whole number from 1 to 100, or none")
_SPARES: Final = Choice(Spare)
_OPENINGS: Final = Choice(Opening)
_HEART_WORTHS: Final = Choice(HeartWorth)
_MOONS: Final = Choice(Moon)
_TIES: Final = Choice(Tie)


class _Source(Protocol):
    """Where a setting's value is read from."""

    def __call__(self, setting: str, kind: Kind[T], /) -> T:
        """Read the value of a setting; raises InvalidRules."""
        ...


def _read_rules(read: _Source) -> RuleSet:
    players = read("players", _PLAYERS)
    rules = RuleSet(
        players=players,
        spare=read("spare", _SPARES),
        pass_count=read("pass_count", _PASS_COUNTS),
        passing=read("passing", Cycle(players=players)),
        opening=read("opening", _OPENINGS),
        first_trick_safe=read("first_trick_safe", _YES_NO),
        hearts_must_break=read("hearts_must_break", _YES_NO),
        queen_breaks_hearts=read("queen_breaks_hearts", _YES_NO),
        queen_may_lead=read("queen_may_lead", _YES_NO),
        heart_for_queen=read("heart_for_queen", _YES_NO),
        hearts=read("hearts", _HEART_WORTHS),
        spades=read("spades", PenaltySpades()),
        jack=read("jack", _JACKS),
        ten_of_clubs_doubles=read("ten_of_clubs_doubles", _YES_NO),
        no_tricks=read("no_tricks", _NO_TRICKS),
        moon=read("moon", _MOONS),
        moon_needs_jack=read("moon_needs_jack", _YES_NO),
        sun=read("sun", _YES_NO),
        target=read("target", _TARGETS),
        hands=read("hands", _HANDS),
        tie=read("tie", _TIES),
        brink_holds=read("brink_holds", _YES_NO),
    )
    if rules.target is None and rules.hands is None:
        raise InvalidRules("hands", "a game without a target needs a number of hands")
    return rules


def parse_rules(source: object) -> RuleSet:
    """Read a JSON object of rules: a `preset`'s name if any, and single settings over it.

    What is not named is as in the preset, or the standard. A setting that means nothing in these
    rules is accepted: moon_needs_jack without a jack, brink_holds without a target. Raises
    InvalidRules with the name of the setting that is unknown, out of range or contradictory.

    >>> rules = parse_rules({"preset": "omnibus", "players": 5})
    >>> str(rules.jack), [str(step) for step in rules.passing]
    ('JD', ['left', 'right', 'hold'])
    """
    if not isinstance(source, dict):
        raise InvalidRules("rules", "expected an object of settings")
    preset = source.get("preset", "standard")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise InvalidRules("preset", f"expected one of {', '.join(PRESETS)}")
    values = dict(_STANDARD)
    values.update(PRESETS[preset])
    values.update(source)
    if len(values) > len(_STANDARD) + ("preset" in source):
        unknown = next(key for key in values if key not in _STANDARD and key != "preset")
        raise InvalidRules(str(unknown), "no such setting")

    def read(setting: str, kind: Kind[T], /) -> T:
        try:
            return kind.read_json(values[setting])
        except Misfit as misfit:
            raise InvalidRules(setting, str(misfit)) from None

    return _read_rules(read)


def parse_rules_line(line: str) -> RuleSet:
    """Read the canonical line of a rule set, without a line's end.

    Raises InvalidRules with the first setting that is not as `format_rules_line` writes it.
    """
    parts = line.split(" ")
    values = dict(zip(SETTINGS, parts, strict=False))

    def read(setting: str, kind: Kind[T], /) -> T:
        name, equals, text = values.get(setting, "").partition("=")
        if (name, equals) != (setting, "="):
            raise InvalidRules(setting, "expected here as key=value")
        try:
            value = kind.read_text(text)
        except Misfit as misfit:
            raise InvalidRules(setting, str(misfit)) from None
        if write_text(value) != text:
            raise InvalidRules(setting, f"expected to be written {write_text(value)}")
        return value

    rules = _read_rules(read)
    if len(parts) > len(SETTINGS):
        raise InvalidRules("rules", f"expected {len(SETTINGS)} settings, one space between")
    return rules


def format_rules_line(rules: RuleSet) -> str:
    """Write the canonical form, hashed in a game's header: each as key=value, one space apart."""
    return " ".join(f"{setting}={write_text(getattr(rules, setting))}" for setting in SETTINGS)


def rules_to_json(rules: RuleSet) -> dict[str, RulesJson]:
    """Give all 22 settings in canonical order, as JSON takes them."""
    return {setting: write_json(getattr(rules, setting)) for setting in SETTINGS}


# The standard cycle stands as a name, so that it fits an odd number of players.
_STANDARD: Final[Mapping[str, object]] = MappingProxyType(
    {**rules_to_json(RuleSet()), "passing": "standard"}
)
