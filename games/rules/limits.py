"""What binds plays: the limits of a rule set as masks, and the cards that they leave.

Sets of cards are 52-bit ints, a card is the one bit of its set.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, Protocol, TypeAlias

from deals.cards.card import Suit, parse_card
from deals.cards.deck import Deck
from deals.cards.holding import SUIT_BITS
from deals.cards.seat import Seat
from games.rules.card_bytes import TrickTables, trick_tables

HEARTS: Final = SUIT_BITS[Suit.HEARTS]
QUEEN: Final = 1 << parse_card("QS")

# For every number of players, the seats in the order of play, by who leads.
_ORDERS: Final = tuple(
    tuple(tuple((leader + step) % players for step in range(players)) for leader in range(players))
    for players in range(7)
)


class PlaySettings(Protocol):
    """The settings that bind plays, as a RuleSet has them."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        ...

    @property
    def deck(self) -> Deck:
        """What is dealt."""
        ...

    @property
    def opening(self) -> StrEnum:
        """Who opens, and with what."""
        ...

    @property
    def first_trick_safe(self) -> bool:
        """Whether penalty cards stay off the first trick."""
        ...

    @property
    def hearts_must_break(self) -> bool:
        """Whether hearts are led only once broken."""
        ...

    @property
    def queen_breaks_hearts(self) -> bool:
        """Whether the queen of spades breaks hearts too."""
        ...

    @property
    def queen_may_lead(self) -> bool:
        """Whether she may be led before."""
        ...

    @property
    def heart_for_queen(self) -> bool:
        """Whether a heart may be led in her place."""
        ...

    @property
    def penalty_bits(self) -> int:
        """The cards of positive worth."""
        ...


class Limit(NamedTuple):
    """Cards that may not be played, for the reason `rule`; void when all held lie in `waived`."""

    rule: str
    barred: int
    waived: int


Limits: TypeAlias = tuple[Limit, ...]


class PlayRules(NamedTuple):
    """What a rule set says of play, as masks.

    The limits are in the order in which findings name them: of a lead before hearts are broken,
    and of any play to the first trick. Later follows, and leads with broken hearts, have none.
    By who leads, `orders` are the seats in the order of play. `tables` say the same in bytes.
    """

    players: int
    size: int
    orders: tuple[tuple[Seat, ...], ...]
    opening: StrEnum
    lead: Limits
    first_trick: Limits
    breakers: int
    tables: TrickTables


def bar(limits: Limits) -> int:
    """Give the cards that any of the limits bars."""
    bits = 0
    for limit in limits:
        bits |= limit.barred
    return bits


def compile_rules(rules: PlaySettings) -> PlayRules:
    """Turn the settings that bind plays into masks, once per rule set."""
    hearts_alone = HEARTS | QUEEN if rules.heart_for_queen else HEARTS
    unbroken = (
        (rules.hearts_must_break, Limit("hearts_not_broken", HEARTS, hearts_alone)),
        (not rules.queen_may_lead, Limit("queen_lead", QUEEN, 0)),
    )
    lead = tuple(limit for applies, limit in unbroken if applies)
    penalties = rules.penalty_bits if rules.first_trick_safe else 0
    breakers = HEARTS | QUEEN if rules.queen_breaks_hearts else HEARTS
    return PlayRules(
        players=rules.players,
        size=rules.deck.size,
        orders=_ORDERS[rules.players],
        opening=rules.opening,
        lead=lead,
        first_trick=(Limit("first_trick", penalties, penalties),) if penalties else (),
        breakers=breakers,
        tables=trick_tables(
            rules.deck, barred_lead=bar(lead), barred_first=penalties, breakers=breakers
        ),
    )


def legal_bits(limits: Limits, held: int, *, led: int) -> int:
    """Give the cards that may be played of those held, never none of them.

    `led` is the mask of the led suit, NO_SUIT for a lead. Follow the suit if you can; within
    that each limit bars its cards unless its own exception holds. When the limits left over bar
    every card, all are lifted (rules: fine points).
    """
    suited = held & led or held
    free = suited
    for limit in limits:
        if held & ~limit.waived:
            free &= ~limit.barred
    return free or suited


def broken_rule(limits: Limits, held: int, bit: int, *, led: int) -> str:
    """Name the first rule that an illegal play of the card `bit` breaks."""
    if not held & bit:
        return "not_held"
    if held & led and not bit & led:
        return "follow_suit"
    return next(rule for rule, barred, waived in limits if held & ~waived and bit & barred)
