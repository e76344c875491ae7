"""Rules of thumb: a computer player that sees its seat's view and nothing else.

It passes what is dangerous, ducks while it can, and gives its penalty cards away when void.
The same view always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from deals.cards.card import Card, Suit, parse_card
from deals.cards.holding import Holding
from deals.cards.seat import Seat
from games.rules.ruleset import RuleSet
from games.rules.scoring import MoonQuestion
from games.rules.trick import Trick
from games.rules.view import SeatView

NAME: Final = "thumb-1"

_QUEEN: Final = parse_card("QS")
# So many spades below the queen guard it, and the king and the ace above it.
_GUARDS: Final = 4


def choose_pass(view: SeatView) -> Holding:
    """Choose `pass_count` cards of the own dealt holding: the most dangerous ones."""
    ranked = sorted(view.dealt, key=lambda card: (_pass_danger(view.rules, view.dealt, card), card))
    return Holding(ranked[len(ranked) - view.rules.pass_count :])


def choose_play(view: SeatView) -> Card:
    """Choose one of the view's legal cards; the seat is on turn, so there is one."""
    if view.trick is None or not view.trick.cards:
        return min(view.legal, key=lambda card: (_lead_danger(view, card), card))
    suited = view.legal.of_suit(view.trick.cards[0].suit)
    if not suited:
        return max(view.legal, key=lambda card: (_discard_danger(view, card), card))
    return _follow(view, view.trick, suited)


def choose_moon(question: MoonQuestion, *, totals: Sequence[int]) -> str:
    """Choose add or subtract, as the shooter: what leaves it further ahead of the next best seat.

    `totals` are the game's before the hand.
    """
    add = _lead_after(question.add, question.shooter, totals)
    subtract = _lead_after(question.subtract, question.shooter, totals)
    return "subtract" if subtract > add else "add"


def _lead_after(scores: Sequence[int], seat: Seat, totals: Sequence[int]) -> int:
    after = [total + score for total, score in zip(totals, scores, strict=True)]
    return min(after[:seat] + after[seat + 1 :]) - after[seat]


def _pass_danger(rules: RuleSet, dealt: Holding, card: Card) -> int:
    """How much a seat wants to be rid of a card before play, by its rank and its suit."""
    if card == rules.jack:
        return -1
    suit = dealt.of_suit(card.suit)
    if card.suit is Suit.SPADES:
        guarded = sum(other < _QUEEN for other in suit) >= _GUARDS
        return 0 if card < _QUEEN or guarded else 100 + (card == _QUEEN)
    if card.suit is Suit.HEARTS:
        return 20 + 3 * card.rank
    # A short suit is soon void, and a void seat can discard.
    return 2 * card.rank + 10 * max(0, 4 - len(suit))


def _lead_danger(view: SeatView, card: Card) -> int:
    """How likely a lead takes a trick that costs; the queen last of all."""
    rank = int(card.rank)
    if card == _QUEEN:
        return 100
    if card.suit is Suit.SPADES and _queen_is_out(view):
        return 50 + rank if card > _QUEEN else rank - 5
    return rank + 3 * view.rules.worths.get(card, 0)


def _discard_danger(view: SeatView, card: Card) -> int:
    """How glad a void seat is to be rid of a card: what costs most, then what is high."""
    if card == view.rules.jack:
        return -1
    worth = view.rules.worths.get(card, 0)
    if card > _QUEEN and _queen_is_out(view):
        return 200 + card.rank
    return 100 * worth + card.rank if worth > 1 else 50 * worth + card.rank


def _follow(view: SeatView, trick: Trick, suited: Holding) -> Card:
    best = max(card for card in trick.cards if card.suit is trick.cards[0].suit)
    under = [card for card in suited if card < best]
    if under:
        # The highest that does not take the trick; the queen before all, she is gone then. The
        # bonus card, only when nothing else is left.
        kept = [card for card in under if card != view.rules.jack] or under
        return _QUEEN if _QUEEN in under else max(kept)
    harmless = [card for card in suited if card != _QUEEN] or [*suited]
    last = len(trick.cards) == trick.players - 1
    costs = any(card in view.rules.worths for card in trick.cards)
    return max(harmless) if last and not costs else min(harmless)


def _queen_is_out(view: SeatView) -> bool:
    """Whether another seat still has the queen of spades, as far as this one knows."""
    return _QUEEN not in view.played and _QUEEN not in view.holding
