"""A seat's view of its hand as JSON: the API shows it, a seat's program reads it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from deals.cards.card import Card, parse_card
from deals.cards.errors import CardError
from deals.cards.holding import Holding
from games.records.fields import Node
from games.rules.hand import Phase
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet
from games.rules.scoring import MoonQuestion
from games.rules.trick import Trick
from games.rules.view import SeatView

E = TypeVar("E", bound=StrEnum)


def format_seat_cards(view: SeatView) -> dict[str, object]:
    """Return the cards of a view as JSON takes them; what the table shows beside is not in it."""
    return {
        "direction": view.direction,
        "dealt": _codes(view.dealt),
        "gave": _codes(view.gave),
        "received": _codes(view.received),
        "holding": _codes(view.holding),
        "legal_cards": _codes(view.legal),
        "passed": view.passed,
        "hearts_broken": view.hearts_broken,
        "trick": None if view.trick is None else _format_trick(view.trick),
        "tricks": [_format_trick(trick) for trick in view.tricks],
        "points": view.points,
        "kitty": _codes(view.kitty),
    }


def parse_seat_view(node: Node, rules: RuleSet) -> SeatView | None:
    """Return the view that an object with `seat`, `hand`, `phase`, `turn`, `totals`, `cards` says.

    A hand whose phase is closing is over. None while no cards are dealt. Raises RecordUnreadable.
    """
    cards = node.at("cards")
    if cards.value is None:
        return None
    tricks = tuple([_parse_trick(trick, rules) for trick in cards.at("tricks").as_list()])
    trick = cards.at("trick")
    closing = node.at("phase").value == "closing"
    return SeatView(
        seat=node.at("seat").as_seat(rules.players),
        rules=rules,
        number=node.at("hand").as_number(),
        direction=_one_of(Direction, cards.at("direction")),
        phase=Phase.OVER if closing else _one_of(Phase, node.at("phase")),
        totals=node.at("totals").as_numbers(count=rules.players),
        dealt=_holding(cards.at("dealt")),
        gave=_holding_or_none(cards.at("gave")),
        received=_holding_or_none(cards.at("received")),
        holding=_holding(cards.at("holding")),
        legal=_holding(cards.at("legal_cards")),
        kitty=_holding_or_none(cards.at("kitty")),
        passed=cards.at("passed").as_seats(rules.players),
        turn=_seat_or_none(node.at("turn"), rules),
        tricks=tricks,
        trick=None if trick.value is None else _parse_trick(trick, rules),
        hearts_broken=cards.at("hearts_broken").as_yes_no(),
        taken=tuple(
            Holding(card for trick in tricks if trick.winner == seat for card in trick.cards)
            for seat in range(rules.players)
        ),
        points=cards.at("points").as_numbers(count=rules.players),
    )


def parse_question(node: Node) -> MoonQuestion | None:
    """Return what a view's `question` asks its seat; None when that is null.

    Raises RecordUnreadable.
    """
    asked = node.at("question")
    if asked.value is None:
        return None
    shooter = node.at("seat").as_number()
    return MoonQuestion(shooter, asked.at("add").as_numbers(), asked.at("subtract").as_numbers())


def _codes(cards: Iterable[Card] | None) -> list[str] | None:
    return None if cards is None else list(map(str, cards))


def _format_trick(trick: Trick) -> dict[str, object]:
    return {"leader": trick.leader, "cards": _codes(trick.cards), "winner": trick.winner}


def _parse_trick(node: Node, rules: RuleSet) -> Trick:
    return Trick(
        node.at("leader").as_seat(rules.players),
        tuple([_card(card) for card in node.at("cards").as_list()]),
        rules.players,
        _seat_or_none(node.at("winner"), rules),
    )


def _one_of(kind: type[E], node: Node) -> E:
    try:
        return kind(node.as_text())
    except ValueError:
        raise node.unreadable(f"one of {', '.join(kind)}") from None


def _card(node: Node) -> Card:
    try:
        return parse_card(node.as_text())
    except CardError:
        raise node.unreadable("a card") from None


def _holding(node: Node) -> Holding:
    return Holding(map(_card, node.as_list()))


def _holding_or_none(node: Node) -> Holding | None:
    return None if node.value is None else _holding(node)


def _seat_or_none(node: Node, rules: RuleSet) -> int | None:
    return None if node.value is None else node.as_seat(rules.players)
