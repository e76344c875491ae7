"""The play of a hand, on ints: which cards are legal, who wins, what is taken.

Sets of cards are 52-bit ints, a card is the one bit of its set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from deals.cards.card import Suit
from deals.cards.deck import FULL
from deals.cards.holding import SUIT_BITS
from deals.cards.seat import Seat
from games.rules.limits import Limit, Limits, PlayRules, broken_rule, legal_bits
from games.rules.played import Played
from games.rules.ruleset import Opening

CLUBS: Final = SUIT_BITS[Suit.CLUBS]
NO_SUIT: Final = 0

# By the bit length of a set of cards: the suit of its highest card.
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
        # Mostly nothing limits a play but the led suit: no call for that.
        if not bit & (legal_bits(limits, mine, led=led) if limits else mine & led or mine):
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


def replay_plays(
    table: PlayRules, dealt: Sequence[int], plays: Sequence[int], *, number: int
) -> Played:
    """Play cards, each as its bit, from the holdings after the pass, up to the first illegal one.

    `number` is the hand's, from 1; no more plays are looked at than the hand has.
    """
    opener, opening = find_opener(table, dealt, number=number)
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
