"""What a seat sees, and that nothing hidden changes it."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from deals.cards.card import CARDS, parse_card
from deals.cards.deck import DECKS
from deals.cards.holding import Holding, parse_holding
from games.rules.hand import Phase, start_hand
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet, Spare
from games.rules.view import seat_view
from tests.games.rules.strategies import all_states, hands

TOTALS = (5, 0, 8, 13)
deals = st.permutations(CARDS).map(lambda cards: [Holding(cards[seat::4]) for seat in range(4)])


def view(hand, seat):
    return seat_view(hand, seat, totals=TOTALS)


def give(hand, seat, start=0):
    return hand.give_cards(seat, Holding([*hand.dealt[seat]][start : start + 3]))


def advance(hand, acts, pick=3):
    """Make so many acts: passes first, then plays."""
    for act in range(acts):
        if hand.phase is Phase.PASSING:
            hand = give(hand, act % 4)
        elif hand.turn is not None:
            legal = [*hand.legal_cards(hand.turn)]
            hand = hand.play(hand.turn, legal[pick * act % len(legal)])
    return hand


@settings(max_examples=60, deadline=None)
@given(deals, st.permutations([1, 2, 3]), st.integers(0, 3), st.data())
def test_before_it_has_passed_a_view_depends_on_the_own_cards_alone(deal, order, seat, data):
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    hidden = data.draw(st.permutations([card for other in others for card in deal[other]]))
    again = list(deal)
    for step, other in enumerate(others):
        again[other] = Holding(hidden[step * 13 : step * 13 + 13])
    one, two = start_hand(RuleSet(), 1, deal), start_hand(RuleSet(), 1, again)
    assert view(one, seat) == view(two, seat)
    # Also when all others have given, whatever it was.
    for other in others:
        one, two = give(one, other), give(two, other, start=9)
    assert view(one, seat) == view(two, seat)
    assert view(one, seat).received is None
    assert view(one, seat).passed == tuple(sorted(others))


@settings(max_examples=80, deadline=None)
@given(deals, st.integers(4, 55), st.integers(0, 3), st.integers(0, 11), st.integers(0, 11))
def test_in_play_a_view_does_not_change_when_hidden_cards_change_places(deal, acts, seat, p, q):
    hand = advance(start_hand(RuleSet(), 1, deal), acts)
    left, right = (seat + 1) % 4, (seat + 2) % 4
    # Cards that two others hold still, and held from the deal: the pass did not show them.
    mine = [card for card in hand.holdings[left] if card in hand.dealt[left]]
    theirs = [card for card in hand.holdings[right] if card in hand.dealt[right]]
    if mine and theirs:
        a, b = mine[p % len(mine)], theirs[q % len(theirs)]
        swapped = list(hand.dealt)
        swapped[left] = swapped[left] - Holding([a]) | Holding([b])
        swapped[right] = swapped[right] - Holding([b]) | Holding([a])
        other = replace(hand, dealt=tuple(Holding(cards) for cards in swapped))
        # A hand that could not have been played so is none that the seat could be in.
        if other.played.made == len(other.plays) and other.turn == hand.turn:
            assert other != hand
            assert view(other, seat) == view(hand, seat)


@settings(max_examples=30, deadline=None)
@given(deals, st.integers(0, 55))
def test_a_view_has_the_own_cards_and_what_lies_open(deal, acts):
    hand = advance(start_hand(RuleSet(), 1, deal), acts)
    for seat in range(4):
        seen = view(hand, seat)
        assert seen.holding == hand.holdings[seat]
        assert seen.legal == hand.legal_cards(seat)
        assert seen.played == hand.plays
        assert seen.taken == hand.taken
        assert sum(seen.points) <= 26
        assert seen.totals == TOTALS


def test_what_was_given_and_received_is_seen_after_the_exchange():
    hand = start_hand(RuleSet(), 1, [Holding(CARDS[at : at + 13]) for at in (0, 13, 26, 39)])
    hand = advance(hand, 4)
    assert view(hand, 1).gave == parse_holding("2D 3D 4D")
    assert view(hand, 1).received == parse_holding("2C 3C 4C")
    assert view(hand, 0).received == parse_holding("2S 3S 4S")


def test_a_trick_says_who_played_what():
    hand = start_hand(
        RuleSet(pass_count=0), 1, [Holding(CARDS[at : at + 13]) for at in (13, 26, 39, 0)]
    )
    for code in ("2C", "2D"):
        hand = hand.play(hand.turn, parse_card(code))
    seen = view(hand, 2)
    assert [(seat, str(card)) for seat, card in seen.trick.plays()] == [(3, "2C"), (0, "2D")]
    assert (seen.turn, seen.legal, seen.received) == (1, Holding(), None)


@pytest.mark.parametrize("code", ["3+kitty", "6+kitty"])
def test_only_the_taker_of_the_first_trick_learns_the_kitty(code):
    deck = DECKS[code]
    cards, holdings, at = [*deck.cards][::-1], [], 0
    for size in deck.sizes:
        holdings.append(Holding(cards[at : at + size]))
        at += size
    # The kitty gets hearts, so that it costs.
    hearts = Holding([*holdings[0].of_suit(2), *holdings[1].of_suit(2)][: deck.kitty])
    for seat in range(deck.seats):
        mine = hearts & holdings[seat]
        swap = Holding([*holdings[-1] - hearts][: len(mine)])
        holdings[seat] = holdings[seat] - mine | swap
        holdings[-1] = holdings[-1] - swap | mine
    rules = RuleSet(players=deck.seats, spare=Spare.KITTY, passing=(Direction.HOLD,))
    hand = start_hand(rules, 1, [Holding(cards) for cards in holdings])
    assert all(seat_view(hand, s, totals=()).kitty is None for s in range(deck.seats))
    hand = advance(hand, deck.seats)
    taker = hand.tricks[0].winner
    for seat in range(deck.seats):
        seen = seat_view(hand, seat, totals=())
        assert seen.kitty == (hand.kitty if seat == taker else None)
        assert not any(seen.taken[taker] & hand.kitty)
    assert hand.kitty <= hand.taken[taker]


@settings(max_examples=120, deadline=None)
@given(hands(), st.data())
def test_under_every_rule_set_a_view_does_not_change_when_hidden_cards_change_places(dealt, data):
    hand, picks = dealt
    states = list(all_states(hand, picks))
    state = data.draw(st.sampled_from(states))
    players = hand.rules.players
    seat = data.draw(st.integers(0, players - 1))
    totals = (0,) * players
    # What the seat can't know: cards that others hold since the deal, and the kitty while it
    # has not taken the first trick.
    hidden = [
        (place, card)
        for place in range(players)
        if place != seat
        for card in state.holdings[place] & state.dealt[place]
    ]
    if not state.tricks or state.tricks[0].winner != seat:
        hidden += [(players, card) for card in state.kitty]
    assume(hidden)
    (one, a), (two, b) = (data.draw(st.sampled_from(hidden)) for _ in range(2))
    # A seat that has passed shows by it only what it gave away.
    places = [*state.dealt, state.kitty]
    for place, gone, come in ((one, a, b), (two, b, a)):
        places[place] = Holding([*(places[place] - Holding([gone])), come])
    other = replace(state, dealt=tuple(places[:players]), kitty=places[players])
    if state.phase is not Phase.PASSING:
        assume(other.played.made == len(other.plays) and other.turn == state.turn)
    assert seat_view(other, seat, totals=totals) == seat_view(state, seat, totals=totals)
