"""A seat's view as JSON, there and back."""

import json

import pytest

from deals.cards.deck import DECKS
from deals.cards.holding import Holding, parse_holding
from deals.fairness.numbering import unrank_deal
from games.coach import thumb
from games.records.errors import RecordUnreadable
from games.records.fields import Node
from games.records.seat_view import format_seat_cards, parse_question, parse_seat_view
from games.rules.hand import Phase, start_hand
from games.rules.ruleset import parse_rules
from games.rules.scoring import MoonQuestion
from games.rules.view import seat_view


def shown(hand, seat):
    """What the API shows beside the cards, and these."""
    view = seat_view(hand, seat, totals=(0,) * hand.rules.players)
    phase = "closing" if hand.phase is Phase.OVER else str(hand.phase)
    said = {"seat": seat, "hand": hand.number, "phase": phase, "turn": view.turn}
    text = json.dumps(said | {"totals": view.totals, "cards": format_seat_cards(view)})
    return view, json.loads(text)


def every_moment(hand):
    yield hand
    for seat in range(hand.rules.players if hand.phase is Phase.PASSING else 0):
        given = Holding([*hand.dealt[seat]][: hand.rules.pass_count])
        hand = hand.give_cards(seat, given)
        yield hand
    while hand.phase is Phase.PLAYING:
        hand = hand.play(hand.turn, next(iter(hand.legal_cards(hand.turn))))
        yield hand


@pytest.mark.parametrize(
    ("settings", "deck"),
    [({}, "4"), ({"passing": "none"}, "4"), ({"players": 3, "spare": "kitty"}, "3+kitty")],
    ids=["passing", "hold", "kitty"],
)
def test_every_view_of_a_hand_comes_back_as_it_was(settings, deck):
    rules = parse_rules(settings)
    for hand in every_moment(start_hand(rules, 1, unrank_deal(0, DECKS[deck]))):
        for seat in range(rules.players):
            view, said = shown(hand, seat)
            assert parse_seat_view(Node(said), rules) == view


def test_the_coach_can_choose_from_it():
    rules = parse_rules({"passing": "none"})
    _, said = shown(start_hand(rules, 1, unrank_deal(0, DECKS["4"])), 0)
    assert thumb.choose_play(parse_seat_view(Node(said), rules)) in parse_holding("2C")


def test_before_the_deal_there_are_no_cards():
    assert parse_seat_view(Node({"cards": None}), parse_rules({})) is None


@pytest.mark.parametrize(
    "change",
    [{"direction": "up"}, {"holding": ["1X"]}, {"trick": {}}, {"passed": [4]}, {"points": [1]}],
    ids=lambda change: next(iter(change)),
)
def test_what_is_no_view_is_unreadable(change):
    rules = parse_rules({"passing": "none"})
    _, said = shown(start_hand(rules, 1, unrank_deal(0, DECKS["4"])), 0)
    with pytest.raises(RecordUnreadable):
        parse_seat_view(Node(said | {"cards": said["cards"] | change}), rules)


def test_a_question_has_the_scores_by_each_answer():
    question = {"add": [0, 26, 26, 26], "subtract": [-26, 0, 0, 0]}
    asked = parse_question(Node({"seat": 0, "question": question}))
    assert asked == MoonQuestion(0, (0, 26, 26, 26), (-26, 0, 0, 0))
    assert parse_question(Node({"seat": 0, "question": None})) is None
