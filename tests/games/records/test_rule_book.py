"""One rule set is read once, and never taken for another."""

import pytest

from games.records.rule_book import KEPT, RuleBook
from games.rules.errors import InvalidRules
from games.rules.ruleset import parse_rules


def test_the_same_rules_give_the_same_value():
    book = RuleBook()
    first = book.parse_rules({"preset": "omnibus"})
    assert first == parse_rules({"preset": "omnibus"})
    assert book.parse_rules({"preset": "omnibus"}) is first
    assert book.parse_rules({"preset": "short"}) != first


def test_true_is_not_one():
    book = RuleBook()
    assert book.parse_rules({"sun": True}).sun
    with pytest.raises(InvalidRules):
        book.parse_rules({"sun": 1})


def test_it_keeps_no_more_than_it_says():
    book = RuleBook()
    first = book.parse_rules({"target": 25, "hands": 1})
    for hands in range(2, KEPT + 1):
        book.parse_rules({"hands": hands})
    assert book.parse_rules({"target": 25, "hands": 1}) is first
    book.parse_rules({"target": 50})
    assert book.parse_rules({"target": 25, "hands": 1}) is not first
