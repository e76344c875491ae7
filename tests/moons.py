"""How a table plays that wants one of its seats to shoot the moon, all cards open."""

from __future__ import annotations

from deals.cards.holding import Holding
from games.rules.hand import Phase
from games.rules.scoring import hand_haul

EASY = {
    "players": 6,
    "pass_count": 4,
    "passing": "always-left",
    "opening": "dealers_left",
    "first_trick_safe": False,
    "hearts_must_break": False,
}
"""Rules under which the opener of a hand shoots the moon now and then, if all help him."""
OPENER = 1
TRIES = 60


def helpful_pass(hand, seat):
    """What a seat passes: its highest cards, but the shooter his lowest."""
    ranked = sorted(hand.dealt[seat], key=lambda card: card.rank)
    count = hand.rules.pass_count
    return Holding(ranked[:count] if seat == OPENER else ranked[-count:])


def find_moon(hand):
    """Return the plays of a moon of the opener of a hand that is dealt; None when none is found."""
    for seat in range(len(hand.dealt)):
        hand = hand.give_cards(seat, helpful_pass(hand, seat))
    tries = (_try(hand, attempt) for attempt in range(TRIES))
    return next((played.plays for played in tries if played is not None), None)


def _try(hand, attempt):
    while hand.phase is Phase.PLAYING:
        hand = hand.play(hand.turn, _choose(hand, attempt))
        last = hand.tricks[-1] if hand.tricks else None
        if last and last.winner != OPENER and hand.rules.worths.keys() & set(last.cards):
            return None
    return hand if hand_haul(hand).shooter == OPENER else None


def _choose(hand, attempt):
    """Choose the best card; which of equal ones, depends on the attempt."""
    turned = len(hand.plays) * attempt
    legal = sorted(
        hand.legal_cards(hand.turn), key=lambda card: (card * (2 * attempt + 1) + turned) % 53
    )
    cards = hand.trick.cards
    if hand.turn == OPENER:
        return max(legal, key=lambda card: card.rank)
    if not cards:
        return min(legal, key=lambda card: (card in hand.rules.worths, card.rank))
    led = cards[0].suit
    best = max((card for card in cards if card.suit is led), key=lambda card: card.rank)
    wins = (hand.trick.leader + cards.index(best)) % len(hand.dealt) == OPENER
    if legal[0].suit is not led:
        return max(legal, key=lambda card: ((card in hand.rules.worths) == wins, card.rank))
    return min(legal, key=lambda card: (card.rank > best.rank, (card in hand.rules.worths) != wins))
