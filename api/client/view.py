"""A seat's own view, from JSON back to what the rules and the coach know."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar

from deals.cards.card import Card, parse_card
from deals.cards.errors import CardError
from deals.cards.holding import Holding
from games.records.fields import Node
from games.rules.hand import Phase
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet
from games.rules.trick import Trick
from games.rules.view import SeatView

E = TypeVar("E", bound=StrEnum)


class OwnView(NamedTuple):
    """What a seat sees at one seq; `cards` is None while none are dealt."""

    seq: int
    cards: SeatView | None


def read_view(node: Node, rules: RuleSet) -> OwnView:
    """Return the view that an answer shows. Raises RecordUnreadable."""
    cards = node.at("cards")
    if cards.value is None:
        return OwnView(node.at("seq").as_number(), None)
    tricks = [_trick(trick, rules) for trick in cards.at("tricks").as_list()]
    trick = cards.at("trick")
    view = SeatView(
        seat=node.at("seat").as_number(),
        rules=rules,
        number=node.at("hand").as_number(),
        direction=_one_of(Direction, cards.at("direction")),
        phase=_one_of(Phase, node.at("phase")),
        totals=node.at("totals").as_numbers(),
        dealt=_holding(cards.at("dealt")),
        gave=_holding_or_none(cards.at("gave")),
        received=_holding_or_none(cards.at("received")),
        holding=_holding(cards.at("holding")),
        legal=_holding(cards.at("legal_cards")),
        kitty=None,
        passed=cards.at("passed").as_numbers(),
        turn=_number_or_none(node.at("turn")),
        tricks=tuple(tricks),
        trick=None if trick.value is None else _trick(trick, rules),
        hearts_broken=cards.at("hearts_broken").value is True,
        taken=_taken(tricks, rules),
        points=cards.at("points").as_numbers(),
    )
    return OwnView(node.at("seq").as_number(), view)


def _one_of(kind: type[E], node: Node) -> E:
    try:
        return kind(node.as_text())
    except ValueError:
        raise node.unreadable(f"one of {', '.join(kind)}") from None


def _trick(node: Node, rules: RuleSet) -> Trick:
    return Trick(
        node.at("leader").as_number(),
        tuple(map(_card, node.at("cards").as_list())),
        rules.players,
        _number_or_none(node.at("winner")),
    )


def _taken(tricks: Sequence[Trick], rules: RuleSet) -> tuple[Holding, ...]:
    return tuple(
        Holding(card for trick in tricks if trick.winner == seat for card in trick.cards)
        for seat in range(rules.players)
    )


def _card(node: Node) -> Card:
    try:
        return parse_card(node.as_text())
    except CardError:
        raise node.unreadable("a card") from None


def _holding(node: Node) -> Holding:
    return Holding(map(_card, node.as_list()))


def _holding_or_none(node: Node) -> Holding | None:
    return None if node.value is None else _holding(node)


def _number_or_none(node: Node) -> int | None:
    return None if node.value is None else node.as_number()
