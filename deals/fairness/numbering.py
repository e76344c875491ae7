"""Every deal has a number among all deals: index ↔ cards (SPEC.md 5).

The specification walks over the places of a card and subtracts each place's share W = M·r/n from
the index. All shares of one card have M/n in common, so here the place is found by one division:
x lies in the share of place s exactly when ⌊x·n / M⌋ lies among the r of s. Same numbers, in whole
ones throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TypeVar

from deals.cards.deck import Deck
from deals.cards.holding import Holding
from deals.fairness.errors import IndexOutOfRange, NotADeal

C = TypeVar("C")


def deal_count(sizes: Sequence[int]) -> int:
    """Return N, the number of ways to deal places of these sizes: (sum)! / product of (size!)."""
    deals, cards = 1, 0
    for size in sizes:
        cards += size
        deals *= comb(cards, size)
    return deals


def unrank_places(index: int, sizes: Sequence[int]) -> list[int]:
    """Return the place of each card, in deck order, in the deal of this index.

    Raises IndexOutOfRange.
    """
    deals, cards = deal_count(sizes), sum(sizes)
    if not 0 <= index < deals:
        raise IndexOutOfRange(count=deals)
    left = list(sizes)
    places: list[int] = []
    for n in range(cards, 0, -1):
        share = index * n // deals
        place = before = 0
        while share >= before + left[place]:
            before += left[place]
            place += 1
        if before:
            index -= deals * before // n
        deals = deals * left[place] // n
        left[place] -= 1
        places.append(place)
    return places


def rank_places(places: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the index of the deal that gives each card, in deck order, to these places.

    Raises NotADeal when a place is none or gets another number of cards than its size.
    """
    _check_places(places, sizes)
    deals, left, index = deal_count(sizes), list(sizes), 0
    for n, place in zip(range(len(places), 0, -1), places, strict=True):
        index += deals * sum(left[:place]) // n
        deals = deals * left[place] // n
        left[place] -= 1
    return index


def unrank_cards(index: int, *, cards: Sequence[C], sizes: Sequence[int]) -> list[list[C]]:
    """Return what each place holds, in the order of the cards: uuids for lots, or anything.

    Raises IndexOutOfRange; NotADeal when there are more or fewer cards than the sizes take.
    """
    if len(cards) != sum(sizes):
        raise NotADeal(f"{len(cards)} cards for {sum(sizes)}")
    held: list[list[C]] = [[] for _ in sizes]
    for card, place in zip(cards, unrank_places(index, sizes), strict=True):
        held[place].append(card)
    return held


def unrank_deal(index: int, deck: Deck) -> tuple[Holding, ...]:
    """Return the holdings of a deal, the kitty last where the deck has one.

    Raises IndexOutOfRange.
    """
    bits = [0] * len(deck.sizes)
    for card, place in zip(deck.cards, unrank_places(index, deck.sizes), strict=True):
        bits[place] |= 1 << card
    return tuple(map(Holding.from_bits, bits))


def rank_deal(holdings: Sequence[Holding], deck: Deck) -> int:
    """Return the index of a deal whose holdings are given, the kitty last.

    Raises NotADeal.
    """
    place_of = {card: place for place, holding in enumerate(holdings) for card in holding}
    if place_of.keys() != set(deck.cards) or sum(map(len, holdings)) != len(deck.cards):
        raise NotADeal("the holdings are not the deck's cards, each once")
    return rank_places([place_of[card] for card in deck.cards], deck.sizes)


def _check_places(places: Sequence[int], sizes: Sequence[int]) -> None:
    counts = [0] * len(sizes)
    for place in places:
        if not 0 <= place < len(sizes):
            raise NotADeal("a card lies at no place")
        counts[place] += 1
    if counts != list(sizes):
        raise NotADeal("a place has more or fewer cards than its size")
