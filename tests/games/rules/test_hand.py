"""A hand from deal to last card: turns, the exchange, refusals, storing and loading."""

import json

import pytest
from hypothesis import assume, given, settings

from deals.cards.card import CARDS, parse_card
from deals.cards.deck import DECKS
from deals.cards.holding import Holding, parse_holding
from games.rules.errors import (
    AlreadyPassed,
    BadDeal,
    FirstTrickSafe,
    HeartsNotBroken,
    IllegalPlay,
    MustFollowSuit,
    NotHeld,
    NotYourTurn,
    PassNotHeld,
    QueenMayNotLead,
    WrongOpening,
    WrongPassCount,
    WrongPhase,
)
from games.rules.hand import Phase, check_deal, dump_hand, load_hand, start_hand
from games.rules.passing import Direction, pass_receiver
from games.rules.ruleset import RuleSet, Spare
from games.rules.scoring import hand_haul
from tests.games.rules.strategies import all_states, hands

HOLD = RuleSet(pass_count=0)
SUITED = [Holding(CARDS[at : at + 13]) for at in (0, 13, 26, 39)]
# Seat 0 has the clubs, seat 1 the hearts and the queen, seat 2 spades, seat 3 diamonds.
MIXED = [
    parse_holding(text)
    for text in (
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
        "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS",
        "AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS",
        "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    )
]


def play(hand, cards):
    for code in cards.split():
        hand = hand.play(hand.turn, parse_card(code))
    return hand


def pass_first(hand, count=3):
    for seat in range(len(hand.dealt)):
        hand = hand.give_cards(seat, Holding([*hand.dealt[seat]][:count]))
    return hand


@settings(max_examples=120, deadline=None)
@given(hands())
def test_a_hand_keeps_its_cards_and_always_has_a_legal_one(dealt):
    hand, picks = dealt
    deck, players = hand.rules.deck, hand.rules.players
    for state in all_states(hand, picks):
        lying = [*state.holdings, *state.taken, Holding(state.trick.cards if state.trick else ())]
        if not state.tricks:
            lying.append(state.kitty)
        assert sum(map(len, lying)) == len(deck.cards)
        assert Holding(card for cards in lying for card in cards) == deck.cards
        for seat in range(players):
            legal = state.legal_cards(seat)
            assert legal <= state.holdings[seat]
            assert bool(legal) == (seat == state.turn)
    assert state.phase is Phase.OVER
    haul = hand_haul(state)
    assert sum(haul.points) == hand.rules.point_sum
    assert sum(state.tricks_taken) == len(state.tricks) == deck.size
    if hand.rules.counts_tricks:
        assert haul.is_sun == (max(state.tricks_taken) == deck.size)


@settings(max_examples=60, deadline=None)
@given(hands())
def test_a_hand_is_the_same_after_storing_and_loading_in_every_state(dealt):
    hand, picks = dealt
    for state in all_states(hand, picks):
        again = load_hand(hand.rules, json.loads(json.dumps(dump_hand(state))))
        assert again == state
        assert again.trick == state.trick
        assert again.hearts_broken == state.hearts_broken


@settings(max_examples=25, deadline=None)
@given(hands())
def test_every_card_that_is_not_legal_is_refused_and_changes_nothing(dealt):
    hand, picks = dealt
    for state in all_states(hand, picks):
        if state.turn is not None:
            for card in set(CARDS) - set(state.legal_cards(state.turn)):
                with pytest.raises(IllegalPlay) as caught:
                    state.play(state.turn, card)
                assert caught.value.code == "illegal-play"
                held = card in state.holdings[state.turn]
                assert (caught.value.rule == "not_held") == (not held)


@settings(max_examples=60, deadline=None)
@given(hands())
def test_each_passed_card_lands_where_the_direction_says(dealt):
    hand, picks = dealt
    assume(hand.direction is not Direction.HOLD)
    played = next(state for state in all_states(hand, picks) if state.phase is not Phase.PASSING)
    players = hand.rules.players
    for seat, gave in enumerate(played.gave):
        receiver = pass_receiver(hand.direction, seat, players=players)
        assert gave <= played.holdings[receiver]
        assert len(played.holdings[seat]) == hand.rules.deck.size


def test_every_fourth_hand_nobody_passes_and_the_two_of_clubs_still_leads():
    hand = start_hand(RuleSet(), 4, SUITED[1:] + SUITED[:1])
    assert hand.direction is Direction.HOLD
    assert hand.phase is Phase.PLAYING
    assert hand.turn == hand.leader == 3
    with pytest.raises(WrongPhase):
        hand.give_cards(0, parse_holding("2D 3D 4D"))


def test_on_the_brink_nobody_passes():
    rules = RuleSet(brink_holds=True)
    assert start_hand(rules, 1, SUITED, totals=(99, 0, 0, 0)).direction is Direction.HOLD
    assert start_hand(rules, 1, SUITED, totals=(98, 0, 0, 0)).direction is Direction.LEFT


def test_all_passes_are_exchanged_at_once_when_the_last_one_is_made():
    hand = start_hand(RuleSet(), 1, SUITED)
    for seat in (2, 0, 3):
        hand = hand.give_cards(seat, Holding([*SUITED[seat]][:3]))
        assert hand.holdings == hand.dealt
        assert hand.phase is Phase.PASSING
        assert hand.turn is hand.leader is hand.trick is None
        assert not hand.hearts_broken
        assert hand.tricks == ()
    assert hand.passed == (0, 2, 3)
    hand = hand.give_cards(1, parse_holding("2D 3D 4D"))
    assert hand.phase is Phase.PLAYING
    assert hand.holdings[1] == SUITED[1] - parse_holding("2D 3D 4D") | parse_holding("2C 3C 4C")
    assert hand.turn == 1


def test_a_pass_is_exactly_so_many_cards_of_the_own_dealt_holding():
    hand = start_hand(RuleSet(), 1, SUITED)
    for cards in ("", "2C 3C", "2C 3C 4C 5C"):
        with pytest.raises(WrongPassCount) as caught:
            hand.give_cards(0, parse_holding(cards))
        assert (caught.value.rule, caught.value.needed) == ("pass_count", 3)
    with pytest.raises(PassNotHeld) as caught:
        hand.give_cards(0, parse_holding("2C 3C 2D"))
    assert (caught.value.rule, str(caught.value.card)) == ("pass_not_held", "2D")


def test_received_cards_can_not_be_passed_on_and_nobody_passes_twice():
    hand = start_hand(RuleSet(), 1, SUITED).give_cards(0, parse_holding("2C 3C 4C"))
    with pytest.raises(PassNotHeld):
        hand.give_cards(1, parse_holding("2C 3C 4C"))
    with pytest.raises(AlreadyPassed):
        hand.give_cards(0, parse_holding("5C 6C 7C"))


def test_nobody_plays_while_the_pass_is_on():
    hand = start_hand(RuleSet(), 1, SUITED)
    with pytest.raises(WrongPhase) as caught:
        hand.play(0, parse_card("2C"))
    assert caught.value.phase == "passing"
    assert hand.legal_cards(0) == Holding()
    assert hand.taken == (Holding(),) * 4


def test_a_seat_waits_for_its_turn():
    hand = start_hand(HOLD, 1, SUITED)
    with pytest.raises(NotYourTurn) as caught:
        hand.play(1, parse_card("2D"))
    assert (caught.value.seat, caught.value.turn) == (1, 0)


def test_the_lowest_club_opens():
    with pytest.raises(WrongOpening):
        play(start_hand(HOLD, 1, SUITED), "3C")


def test_a_play_must_be_held():
    with pytest.raises(NotHeld):
        play(start_hand(HOLD, 1, SUITED), "2C 3C")
    with pytest.raises(NotHeld):
        play(start_hand(HOLD, 1, SUITED), "2C 2D 2H 2S 2C")


def test_the_suit_led_is_that_of_the_first_card_whatever_was_discarded():
    cards = [
        parse_holding("2C 4C 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"),
        parse_holding("AD 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS"),
        parse_holding("3C 5C 6C 7C 8C 9C TC JC QC KC AC QS 2D"),
        parse_holding("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"),
    ]
    with pytest.raises(MustFollowSuit):
        play(start_hand(HOLD, 1, cards), "2C AD 2D")


def test_a_safe_first_trick_refuses_penalty_cards_while_others_are_held():
    hand = play(start_hand(HOLD, 1, MIXED), "2C")
    assert hand.legal_cards(1) == MIXED[1]
    with pytest.raises(FirstTrickSafe):
        play(hand, "2H AH")


def test_a_forced_heart_breaks_hearts_at_once():
    assert not play(start_hand(HOLD, 1, MIXED), "2C").hearts_broken
    assert play(start_hand(HOLD, 1, MIXED), "2C 2H").hearts_broken


def test_the_queen_breaks_hearts_only_where_the_rules_say_so():
    assert not play(start_hand(HOLD, 1, MIXED), "2C QS").hearts_broken
    rules = RuleSet(pass_count=0, queen_breaks_hearts=True)
    assert play(start_hand(rules, 1, MIXED), "2C QS").hearts_broken


LEADER = [
    parse_holding("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC 2H QS"),
    parse_holding("AC KC 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
    parse_holding("AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS"),
    parse_holding("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"),
]


def test_a_heart_can_be_led_after_a_discarded_heart():
    hand = play(start_hand(HOLD, 1, LEADER), "2C KC 2S 2D AC 3S 3D 3C")
    assert hand.turn == 1
    # Seat 1 holds nothing but hearts: it may break them by its lead.
    hand = play(hand, "3H AH 4D 2H")
    assert hand.hearts_broken


def test_a_heart_is_not_led_before_and_the_queen_not_where_she_may_not():
    start = [LEADER[0] - parse_holding("QC") | parse_holding("AC"), *LEADER[1:]]
    start[1] = LEADER[1] - parse_holding("AC") | parse_holding("QC")
    hand = play(start_hand(HOLD, 1, start), "2C KC 2S 2D QC 3S 3D AC")
    assert hand.turn == 0
    with pytest.raises(HeartsNotBroken):
        play(hand, "2H")
    assert play(hand, "QS")
    rules = RuleSet(pass_count=0, queen_may_lead=False)
    hand = play(start_hand(rules, 1, start), "2C KC 2S 2D QC 3S 3D AC")
    with pytest.raises(QueenMayNotLead):
        play(hand, "QS")


def test_a_hand_that_is_over_takes_no_more():
    hand = start_hand(HOLD, 1, SUITED)
    for rank in "23456789TJQKA":
        hand = play(hand, f"{rank}C {rank}D {rank}H {rank}S")
    assert hand.phase is Phase.OVER
    assert hand.turn is hand.trick is hand.leader is None
    assert hand.legal_cards(0) == Holding()
    assert hand.tricks_taken == (13, 0, 0, 0)
    with pytest.raises(WrongPhase) as caught:
        hand.play(0, parse_card("2C"))
    assert caught.value.phase == "over"


@pytest.mark.parametrize(
    "holdings",
    [
        [],
        SUITED[:3],
        [*SUITED, Holding()],
        [SUITED[0], SUITED[0], SUITED[2], SUITED[3]],
        [SUITED[0] | SUITED[1], Holding(), SUITED[2], SUITED[3]],
    ],
)
def test_a_deal_is_exactly_the_deck_evenly(holdings):
    with pytest.raises(BadDeal):
        start_hand(HOLD, 1, holdings)


@pytest.mark.parametrize("code", ["3", "5", "6", "3+kitty", "5+kitty", "6+kitty"])
def test_other_decks_are_dealt_and_played_alike(code):
    deck = DECKS[code]
    cards, holdings, at = [*deck.cards][::-1], [], 0
    for size in deck.sizes:
        holdings.append(Holding(cards[at : at + size]))
        at += size
    check_deal(deck, holdings)
    spare = Spare.KITTY if deck.kitty else Spare.STRIP
    rules = RuleSet(players=deck.seats, spare=spare, passing=(Direction.LEFT,))
    *_, hand = all_states(start_hand(rules, 1, holdings), [7] * 52)
    assert hand.phase is Phase.OVER
    assert Holding(card for taken in hand.taken for card in taken) == deck.cards
    first = hand.tricks[0].winner
    assert hand.kitty <= hand.taken[first]
    assert sum(hand_haul(hand).points) == 26
    assert load_hand(rules, dump_hand(hand)) == hand
