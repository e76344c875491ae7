"""A seat's view, from JSON."""

import pytest

from api.client.view import read_view
from deals.cards.card import parse_card
from deals.cards.holding import parse_holding
from games.coach import thumb
from games.records.errors import RecordUnreadable
from games.records.fields import Node
from games.rules.ruleset import RuleSet

CARDS = {
    "direction": "left",
    "dealt": ["2C", "3C", "QS"],
    "gave": ["QS"],
    "received": None,
    "holding": ["2C", "3C"],
    "legal_cards": ["2C", "3C"],
    "passed": [0],
    "hearts_broken": True,
    "trick": {"leader": 2, "cards": ["4C"], "winner": None},
    "tricks": [{"leader": 0, "cards": ["5C", "6C", "7C", "8C"], "winner": 3}],
    "points": [0, 0, 0, 0],
}
VIEW = {
    "seat": 3,
    "seq": 25,
    "hand": 1,
    "phase": "playing",
    "turn": 3,
    "totals": [1, 2, 3, 4],
    "cards": CARDS,
}


def _read(**changes):
    return read_view(Node({**VIEW, "cards": CARDS | changes}), RuleSet()).cards


def test_a_view_comes_back_as_the_rules_have_it():
    view = _read()
    assert view.gave == parse_holding("QS")
    assert view.received is None
    assert view.trick.cards == (parse_card("4C"),)
    assert view.taken[3] == parse_holding("5C 6C 7C 8C")
    assert view.taken[0] == parse_holding("")
    assert view.hearts_broken


def test_the_coach_can_choose_from_it():
    assert thumb.choose_play(_read()) == parse_card("3C")


def test_before_the_deal_there_are_no_cards():
    seq, cards = read_view(Node({**VIEW, "cards": None}), RuleSet())
    assert (seq, cards) == (25, None)


@pytest.mark.parametrize("change", [{"direction": "up"}, {"holding": ["1X"]}, {"trick": {}}])
def test_what_is_no_view_is_unreadable(change):
    with pytest.raises(RecordUnreadable):
        _read(**change)
