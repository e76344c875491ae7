"""Sequences of plays, counted: the engine, a slow second implementation, and numbers on file."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from deals.cards.holding import parse_holding
from games.rules.hand import start_hand
from games.rules.ruleset import parse_rules, rules_to_json
from tests.games.rules.slow_play import count_sequences, legal
from tests.games.rules.strategies import all_states, hands

PERFT = json.loads((Path(__file__).parents[2] / "vectors" / "perft.json").read_text())


def count_by_engine(hand, depth):
    if depth == 0:
        return 1
    legal_now = hand.legal_cards(hand.turn)
    if depth == 1:
        return len(legal_now)
    return sum(count_by_engine(hand.play(hand.turn, card), depth - 1) for card in legal_now)


def start(case):
    rules = parse_rules(case["rules"])
    holdings = [parse_holding(text) for text in case["holdings"]]
    return start_hand(rules, case["number"], holdings)


@pytest.mark.parametrize("case", PERFT, ids=[case["id"] for case in PERFT])
def test_the_numbers_of_sequences_are_those_on_file(case):
    hand = start(case)
    for depth, sequences in enumerate(case["sequences"], start=1):
        assert count_by_engine(hand, depth) == sequences


@pytest.mark.parametrize("case", PERFT, ids=[case["id"] for case in PERFT])
def test_the_slow_implementation_counts_the_same(case):
    hand = start(case)
    rules = rules_to_json(hand.rules)
    holdings = [str(cards).split(" ") for cards in hand.holdings]
    for depth, sequences in enumerate(case["sequences"], start=1):
        assert count_sequences(rules, holdings, case["number"], depth) == sequences


@settings(max_examples=80, deadline=None)
@given(hands())
def test_at_every_ply_of_a_hand_both_know_the_same_legal_cards(dealt):
    hand, picks = dealt
    rules = rules_to_json(hand.rules)
    for state in all_states(hand, picks):
        if state.turn is not None:
            holdings = [[*map(str, cards)] for cards in state.holdings]
            played = [*map(str, state.plays)]
            found = {*map(str, state.legal_cards(state.turn))}
            assert found == legal(rules, holdings, played, state.turn)
