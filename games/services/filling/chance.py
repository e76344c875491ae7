"""A hand at random: passes and plays that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deals.cards.seat import Seat
from games.rules.limits import legal_bits
from games.rules.playing import find_opener, top_suit
from games.rules.ruleset import RuleSet


def pick_bits(cards: int, count: int, dice: Iterator[int]) -> int:
    """Return so many of some cards, as bits."""
    picked = 0
    for _ in range(count):
        picked |= pick_bit(cards & ~picked, dice)
    return picked


def pick_bit(cards: int, dice: Iterator[int]) -> int:
    """Return one of some cards; `dice` are bytes."""
    for _ in range(next(dice) % cards.bit_count()):
        cards &= cards - 1
    return cards & -cards


def play_at_random(
    rules: RuleSet, holdings: Sequence[int], number: int, dice: Iterator[int]
) -> Iterator[tuple[Seat, int]]:
    """Give each play of hand `number`, seat and card as bit, from the holdings after the pass."""
    table, held = rules.play, [*holdings]
    leader, opening = find_opener(table, held, number=number)
    limits = opening + table.lead + table.first_trick
    broken = 0
    for trick in range(table.size):
        led = best = 0
        winner = leader
        for seat in table.orders[leader]:
            bit = pick_bit(legal_bits(limits, held[seat], led=led), dice)
            held[seat] ^= bit
            if not led:
                led, limits = top_suit(bit), () if trick else table.first_trick
            if bit & led and bit > best:
                best, winner = bit, seat
            broken |= bit & table.breakers
            yield seat, bit
        leader, limits = winner, () if broken else table.lead
