"""A variant is data: another deck and other penalty cards, and not a line of the engine."""

from collections.abc import Mapping
from functools import cached_property

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals.cards.card import Card, Suit, parse_card
from deals.cards.deck import Deck
from deals.cards.holding import SUIT_BITS, Holding, parse_holding
from games.records.entry import PlayedHand
from games.replay.hand import HandFault, HandReplayer
from games.rules.game import start_game
from games.rules.hand import start_hand
from games.rules.limits import compile_rules, legal_bits
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet, rules_to_json
from games.rules.scoring import score_hand
from tests.games.rules import slow_play
from tests.games.rules.strategies import all_states, deals, picks

KNAVE = parse_card("JC")


class ShortDeck(RuleSet):
    """Nine cards each, from the six up; the knave of clubs costs five."""

    @cached_property
    def deck(self) -> Deck:
        """36 cards."""
        cards = Holding(card for card in RuleSet().deck.cards if card.rank >= 6)
        return Deck("36", 4, 9, 0, cards)

    @cached_property
    def worths(self) -> Mapping[Card, int]:
        """As ever, and one more."""
        worths = {card: 1 for card in self.deck.cards if str(card.suit) == "H"}
        return worths | dict(self.spades) | {KNAVE: 5}


def codes(cards):
    return tuple(map(str, cards))


def slow_legal(hand):
    rules = rules_to_json(hand.rules) | {"spades": ["QS", "JC"]}
    holdings = [codes(cards) for cards in hand.holdings]
    return slow_play.legal(rules, holdings, list(codes(hand.plays)), hand.turn)


@settings(max_examples=40, deadline=None)
@given(st.data(), picks)
def test_a_new_penalty_card_and_a_new_deck_are_played_replayed_and_scored(data, picks):
    rules = ShortDeck()
    dealt = start_hand(rules, 1, data.draw(deals(rules)))
    for hand in all_states(dealt, picks):
        if hand.turn is not None:
            assert {*codes(hand.legal_cards(hand.turn))} == slow_legal(hand)
    live = score_hand(hand)
    assert sum(live.points) == rules.point_sum == 9 + 13 + 5
    entry = PlayedHand(
        dealt=tuple(map(codes, hand.dealt)),
        passed=tuple(map(codes, hand.gave)),
        played=codes(hand.plays),
    )
    assert HandReplayer(rules).replay(entry, start_game(rules)).score == live


def test_the_new_penalty_card_is_barred_from_the_first_trick_where_there_is_a_choice():
    limits = compile_rules(ShortDeck()).first_trick
    for held, legal in (("9C JC", "9C"), ("6D JC", "JC")):
        found = legal_bits(limits, parse_holding(held).bits, led=SUIT_BITS[Suit.CLUBS])
        assert str(Holding.from_bits(found)) == legal


def test_a_card_that_the_new_deck_lacks_is_none():
    rules = ShortDeck(passing=(Direction.HOLD,))
    dealt = tuple(codes([*rules.deck.cards][seat::4]) for seat in range(4))
    with pytest.raises(HandFault) as fault:
        HandReplayer(rules).replay(PlayedHand(dealt, played=("6C", "2C")), start_game(rules))
    assert (fault.value.rule, fault.value.ply) == ("unknown_card", 1)
