"""A record's hands, from the lines of a chain and the cards that its deals revealed."""

import json
from pathlib import Path

from deals.cards.holding import parse_holding
from games.events.event import parse_event
from games.records.entry import Adjusted, Substitution
from games.records.entry_json import entry_to_json
from games.replay.chain_record import chain_entries

CHAIN = Path(__file__).parents[2] / "vectors" / "chain"
BUNDLE = json.loads((CHAIN / "bundle.json").read_text())
LINES = BUNDLE["events"]
HAND = BUNDLE["record"]["hands"][0]
CARDS = {1: tuple(map(parse_holding, HAND["dealt"]))}
WHO = "3d0c1a52-8f43-4c11-9b8e-0a6e2c7f0001"


def entries(lines, cards=CARDS):
    return chain_entries(map(parse_event, lines), cards, players=4)


def line(seq, tail):
    return f"{seq} 2026-11-03T19:00:00.000Z {tail}"


def test_the_vectors_hand_is_the_records():
    (hand,) = entries(LINES)
    assert entry_to_json(hand) == HAND


def test_a_hand_whose_cards_are_not_there_is_left_out():
    assert entries(LINES, {}) == ()
    assert entries(LINES[:75]) == ()


def test_what_happens_during_a_hand_stands_after_it():
    adjust = line(9, f"1 adjust 2 5 late by {WHO}")
    left = line(9, f"1 substitute 1 computer thumb-1 left by {WHO}")
    hand, adjusted, substituted = entries([*LINES[:30], adjust, left, *LINES[30:]])
    assert entry_to_json(hand) == HAND
    assert adjusted == Adjusted((0, 0, 5, 0), "late")
    assert substituted == Substitution(1, "thumb-1", "left")
    assert entries([adjust, *LINES[4:]])[0] == adjusted
    assert entries([*LINES[:30], adjust]) == (adjusted,)
    void = line(9, "1 void - deal idle by service")
    assert entries([*LINES[:30], adjust, void, left]) == (adjusted, substituted)


def test_a_choice_and_a_kitty_are_in_the_hand():
    moon = line(9, "1 moon 3 subtract")
    cards = {1: (*CARDS[1], parse_holding("2C"))}
    (hand,) = entries([*LINES[:70], moon, *LINES[70:]], cards)
    assert (hand.moon_choice, hand.kitty) == ("subtract", ("2C",))
    held = [text for text in LINES if " open " not in text]
    assert entries(held)[0].passed is None
