"""The play of a hand, on ints: which cards are legal, who wins, what is taken.

The one engine of the rules. A live hand and a replay of the archive both run through
`replay_plays`; sets of cards are 52-bit ints, cards are their places in deck order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from deals.cards.card import Suit, parse_card
from deals.cards.deck import FULL
from deals.cards.holding import SUIT_BITS
from deals.cards.seat import Seat
from games.rules.ruleset import Opening, RuleSet

CLUBS: Final = SUIT_BITS[Suit.CLUBS]
HEARTS: Final = SUIT_BITS[Suit.HEARTS]
QUEEN: Final = 1 << parse_card("QS")
NO_SUIT: Final = 0

_BITS: Final = tuple(1 << place for place in range(52))
# For every number of players, the seats in the order of play, by who leads.
_ORDERS: Final = tuple(
    tuple(tuple((leader + step) % players for step in range(players)) for leader in range(players))
    for players in range(7)
)
_SUIT_OF: Final = tuple(SUIT_BITS[place // 13] for place in range(52))


class Limit(NamedTuple):
    """Cards that may not be played, for the reason `rule`; void when all held lie in `waived`."""

    rule: str
    barred: int
    waived: int


Limits = tuple[Limit, ...]


@dataclass(frozen=True)
class PlayRules:
    """What a rule set says of play, as masks.

    The limits are in the order in which findings name them: of a lead before hearts are broken,
    and of any play to the first trick. Later follows, and leads with broken hearts, have none.
    `orders` are the seats in the order of play, by who leads.
    """

    players: int
    size: int
    orders: tuple[tuple[Seat, ...], ...]
    opening: Opening
    lead: Limits
    first_trick: Limits
    breakers: int


@lru_cache(maxsize=256)
def compile_rules(rules: RuleSet) -> PlayRules:
    """Turn the settings that bind plays into masks, once per rule set: few serve many hands."""
    hearts_alone = HEARTS | QUEEN if rules.heart_for_queen else HEARTS
    unbroken = (
        (rules.hearts_must_break, Limit("hearts_not_broken", HEARTS, hearts_alone)),
        (not rules.queen_may_lead, Limit("queen_lead", QUEEN, 0)),
    )
    safe = (Limit("first_trick", rules.penalty_bits, rules.penalty_bits),)
    return PlayRules(
        players=rules.players,
        size=rules.deck.size,
        orders=_ORDERS[rules.players],
        opening=rules.opening,
        lead=tuple(limit for applies, limit in unbroken if applies),
        first_trick=safe if rules.first_trick_safe else (),
        breakers=HEARTS | QUEEN if rules.queen_breaks_hearts else HEARTS,
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


def find_opener(table: PlayRules, held: Sequence[int], *, number: int) -> tuple[Seat, Limits]:
    """Give who opens hand `number` (from 1), and the limit on the first card.

    `held` are the holdings after the pass. The lowest club is that of any of them: a club in a
    kitty opens nothing.
    """
    if table.opening is Opening.DEALERS_LEFT:
        return number % table.players, ()
    clubs = sum(held) & CLUBS
    lowest = clubs & -clubs
    asked = lowest if table.opening is Opening.LOW_CLUB else CLUBS
    seat = [cards & lowest for cards in held].index(lowest)
    return seat, (Limit("opening_lead", FULL.bits ^ asked, 0),)


def _play_trick(
    held: list[int], seats: Sequence[Seat], cards: Sequence[int], lead: Limits, follow: Limits
) -> tuple[int, int, Seat, Limits]:
    """Play cards to a trick, out of `held`, up to the first illegal one or the last.

    Gives the pile of the cards played, the led suit, who wins so far, and the limits on the next
    play to this trick.
    """
    led = pile = winner = best = 0
    limits = lead
    for seat, card in zip(seats, cards):  # noqa: B905 (a trick may stop early; a keyword costs)
        bit = _BITS[card]
        mine = held[seat]
        # Where nothing but following suit binds, its one line is worth the call it saves.
        if not bit & (legal_bits(limits, mine, led=led) if limits else mine & led or mine):
            break
        held[seat] = mine ^ bit
        if bit & led:
            pile |= bit
            if card > best:
                best = card
                winner = seat
        elif led:
            pile |= bit
        else:
            led = _SUIT_OF[card]
            pile = bit
            best = card
            winner = seat
            limits = follow
    return pile, led, winner, limits


class Played(NamedTuple):
    """How far plays were legal, and where the hand stands then.

    `made` plays are good; `fault` names the rule that the next one breaks, if there was one;
    `turn` plays next, under `limits`, to the suit `led`. `winners` took the finished tricks, and
    `taken` holds their cards, without any kitty.
    """

    made: int
    fault: str | None
    opener: Seat
    turn: Seat
    led: int
    limits: Limits
    held: list[int]
    taken: list[int]
    winners: list[Seat]
    hearts_broken: bool


def replay_plays(
    table: PlayRules, dealt: Sequence[int], plays: Sequence[int], *, number: int
) -> Played:
    """Play cards from the holdings after the pass, up to the first illegal one.

    `number` is the hand's, from 1; no more plays are looked at than the hand has. An audit
    spends its time here.
    """
    held = list(dealt)
    players = len(held)
    taken = [0] * players
    winners: list[Seat] = []
    opener, opening = find_opener(table, held, number=number)
    seats = table.orders[opener]
    limits = opening + table.lead + table.first_trick
    follow = table.first_trick
    led = pile = broken = 0
    for start in range(0, players * table.size, players):
        trick = plays[start : start + players]
        pile, led, winner, limits = _play_trick(held, seats, trick, limits, follow)
        broken |= pile & table.breakers
        if pile.bit_count() < players:
            break
        taken[winner] |= pile
        winners.append(winner)
        seats = table.orders[winner]
        limits = () if broken else table.lead
        follow = ()
    else:
        led = pile = 0
    made = len(winners) * players + pile.bit_count()
    turn = seats[pile.bit_count()]
    fault = None
    if made < min(len(plays), players * table.size):
        fault = broken_rule(limits, held[turn], _BITS[plays[made]], led=led)
    return Played(made, fault, opener, turn, led, limits, held, taken, winners, bool(broken))
