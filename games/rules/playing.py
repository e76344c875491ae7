"""The play of a hand, on ints: which cards are legal, who wins, what is taken.

The one engine of the rules. A live hand and a replay of the archive both run through
`replay_plays`; sets of cards are 52-bit ints, a card is the one bit of its set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from deals.cards.card import Suit
from deals.cards.deck import FULL
from deals.cards.holding import SUIT_BITS
from deals.cards.seat import Seat
from games.rules.limits import Limit, Limits, PlayRules, bar, broken_rule, legal_bits
from games.rules.ruleset import Opening

CLUBS: Final = SUIT_BITS[Suit.CLUBS]
NO_SUIT: Final = 0

# By the bit length of a set of cards: the bit of its highest card, and that card's suit.
_TOP_BIT: Final = (0, *(1 << place for place in range(52)))
_TOP_SUIT: Final = (NO_SUIT, *(SUIT_BITS[place // 13] for place in range(52)))
# By what may be led: the limit on a hand's first card.
_OPENINGS: Final = {
    asked: (Limit("opening_lead", FULL.bits ^ asked, 0),)
    for asked in (CLUBS, *(1 << place for place in range(13)))
}


def top_suit(cards: int) -> int:
    """Give the suit of the highest of some cards, as its mask."""
    return _TOP_SUIT[cards.bit_length()]


def find_opener(table: PlayRules, held: Sequence[int], *, number: int) -> tuple[Seat, Limits]:
    """Give who opens hand `number` (from 1), and the limit on the first card.

    `held` are the holdings after the pass. The lowest club is that of any of them: a club in a
    kitty opens nothing.
    """
    if table.opening is Opening.DEALERS_LEFT:
        return number % table.players, ()
    clubs = sum(held) & CLUBS
    lowest = clubs & -clubs
    seat = 0
    while not held[seat] & lowest:
        seat += 1
    return seat, _OPENINGS[CLUBS if table.opening is Opening.ANY_CLUB else lowest]


def _play_trick(
    held: list[int], seats: Sequence[Seat], bits: Sequence[int], lead: Limits, follow: Limits
) -> tuple[int, int, Seat, Limits]:
    """Play cards to a trick, out of `held`, up to the first illegal one or the last.

    Gives the pile of the cards played, the led suit, who wins so far, and the limits on the next
    play to this trick.
    """
    led = pile = winner = best = 0
    limits = lead
    for seat, bit in zip(seats, bits):  # noqa: B905 (a trick may stop early)
        mine = held[seat]
        if not bit & legal_bits(limits, mine, led=led):
            break
        held[seat] = mine ^ bit
        if not led:
            led = _TOP_SUIT[bit.bit_length()]
            limits = follow
        if bit & led and bit > best:
            best = bit
            winner = seat
        pile |= bit
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
    """Play cards, each as its bit, from the holdings after the pass, up to the first illegal one.

    `number` is the hand's, from 1; no more plays are looked at than the hand has. An audit
    spends its time here.
    """
    opener, opening = find_opener(table, dealt, number=number)
    whole = None
    if len(plays) >= table.players * table.size:
        try:
            whole = _play_whole(table, dealt, plays, opener, opening)
        except ValueError:
            whole = None
    return whole or _play_singly(table, dealt, plays, opener, opening)


def _play_whole(
    table: PlayRules, dealt: Sequence[int], plays: Sequence[int], opener: Seat, opening: Limits
) -> Played | None:
    """Play a whole hand, trick by trick; None where a play is illegal or wants a closer look.

    A card that no limit bars is legal when it is held and follows suit. Whether it was held shows
    at the end: single bits add up to a holding of as many cards only if they are its cards. Until
    then what a seat holds is what it was dealt, less all that was played. Raises ValueError where a
    card stands twice in a trick.
    """
    players, whole = table.players, table.players * table.size
    limits = opening + table.lead + table.first_trick
    barred, first = bar(limits), table.first_barred
    played, leader = 0, opener
    taken, winners, by_seat = [0] * players, [], []
    turns = table.turns
    for trick in zip(*[iter(plays[:whole])] * players, strict=True):
        lead, pile = trick[0], sum(trick)
        led = _TOP_SUIT[lead.bit_length()]
        following = pile & led
        if barred:
            held = dealt[leader] & ~played
            if pile & first or (lead & barred and not lead & legal_bits(limits, held, led=0)):
                break
            limits, first = table.lead, 0
            barred = 0 if pile & table.breakers else table.lead_barred
        # Who does not follow is void: as many seats follow as hold the led suit.
        if pile != following:
            void = [*map((led & ~played).__and__, dealt)].count(0)
            if following.bit_count() + void != players:
                break
        by_seat.append(turns[leader](trick))
        # Cards that stand twice add up to none of them, which `index` misses: ValueError.
        leader = (leader + trick.index(_TOP_BIT[following.bit_length()])) % players
        taken[leader] |= pile
        winners.append(leader)
        played |= pile
    if [*map(sum, zip(*by_seat))] != [*dealt]:  # noqa: B905 (every row is as long as the table)
        return None
    return Played(
        made=whole,
        fault=None,
        opener=opener,
        turn=leader,
        led=NO_SUIT,
        limits=(),
        held=[0] * players,
        taken=taken,
        winners=winners,
        hearts_broken=True,  # they can't all lie in a kitty
    )


def _play_singly(
    table: PlayRules, dealt: Sequence[int], plays: Sequence[int], opener: Seat, opening: Limits
) -> Played:
    """Play card by card, up to the first illegal one."""
    held = [*dealt]
    players = table.players
    taken = [0] * players
    winners: list[Seat] = []
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
        fault = broken_rule(limits, held[turn], plays[made], led=led)
    return Played(made, fault, opener, turn, led, limits, held, taken, winners, bool(broken))
