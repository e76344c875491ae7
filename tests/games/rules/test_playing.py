"""Which cards are legal: the fine points, and all small holdings against the rules' own words."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals.cards.card import CARDS, Suit, parse_card
from deals.cards.holding import SUIT_BITS, Holding, parse_holding
from games.rules import playing
from games.rules.card_bytes import MARKS
from games.rules.hand import Phase
from games.rules.limits import broken_rule, compile_rules, legal_bits
from games.rules.playing import NO_SUIT, find_opener, replay_plays
from games.rules.ruleset import Opening, RuleSet
from games.rules.whole import play_whole
from tests.games.rules.strategies import all_states, hands, play_out

QUEEN = parse_card("QS")
# Enough of every kind: clubs, diamonds, hearts, the queen and her neighbours.
SOME = [parse_card(code) for code in ["2C", "KC", "4D", "2H", "AH", "JS", "QS", "AS"]]


def legal(rules, held, *, led=None, broken=False, first=False):
    table = compile_rules(rules)
    limits = table.first_trick if first else ()
    if led is None and not broken:
        limits = table.lead + limits
    mask = NO_SUIT if led is None else SUIT_BITS["CDHS".index(led)]
    return Holding.from_bits(legal_bits(limits, parse_holding(held).bits, led=mask))


def legal_by_the_words(rules, held, led, *, broken, first):
    """The rules' sentences on sets of cards, one after the other."""
    penalty = {card for card in CARDS if card.suit is Suit.HEARTS or card == QUEEN}
    hearts = {card for card in held if card.suit is Suit.HEARTS}
    choice = {card for card in held if card.suit == led} or set(held)
    barred = set()
    if led is None and not broken:
        only = held - {QUEEN} if rules.heart_for_queen else held
        if rules.hearts_must_break and only != hearts:
            barred |= hearts
        if not rules.queen_may_lead:
            barred.add(QUEEN)
    if first and rules.first_trick_safe and not held <= penalty:
        barred |= penalty
    return choice - barred or choice


@pytest.mark.parametrize("flags", list(product([False, True], repeat=4)))
def test_every_small_holding_agrees_with_the_words_and_none_is_without_a_card(flags):
    safe, must_break, may_lead, for_queen = flags
    rules = RuleSet(
        first_trick_safe=safe,
        hearts_must_break=must_break,
        queen_may_lead=may_lead,
        heart_for_queen=for_queen,
    )
    table = compile_rules(rules)
    for size in range(1, len(SOME) + 1):
        for held in map(set, combinations(SOME, size)):
            bits = Holding(held).bits
            for led, broken, first in product([None, *Suit], [False, True], [False, True]):
                if first and broken:
                    continue
                limits = table.first_trick if first else ()
                if led is None and not broken:
                    limits = table.lead + limits
                mask = NO_SUIT if led is None else SUIT_BITS[led]
                found = legal_bits(limits, bits, led=mask)
                words = legal_by_the_words(rules, held, led, broken=broken, first=first)
                assert found == Holding(words).bits
                assert found
                for card in SOME:
                    if not found >> card & 1:
                        rule = broken_rule(limits, bits, 1 << card, led=mask)
                        assert (rule == "not_held") == (card not in held)


def test_a_seat_that_holds_the_led_suit_must_follow():
    assert legal(RuleSet(), "2C KC 4D", led="C") == parse_holding("2C KC")
    assert legal(RuleSet(), "4D 2H QS", led="C") == parse_holding("4D 2H QS")


def test_a_heart_may_not_be_led_before_hearts_are_broken():
    assert legal(RuleSet(), "2C 2H") == parse_holding("2C")
    assert legal(RuleSet(), "2C 2H", broken=True) == parse_holding("2C 2H")
    assert legal(RuleSet(hearts_must_break=False), "2C 2H") == parse_holding("2C 2H")


def test_who_holds_only_hearts_may_lead_any():
    assert legal(RuleSet(), "2H AH") == parse_holding("2H AH")
    assert legal(RuleSet(queen_may_lead=False), "2H AH") == parse_holding("2H AH")


def test_only_hearts_and_the_queen_leaves_the_queen_when_she_may_lead():
    assert legal(RuleSet(), "2H AH QS") == parse_holding("QS")
    assert legal(RuleSet(queen_may_lead=False), "2H AH QS") == parse_holding("2H AH QS")
    assert legal(RuleSet(heart_for_queen=True), "2H AH QS") == parse_holding("2H AH QS")
    both = RuleSet(heart_for_queen=True, queen_may_lead=False)
    assert legal(both, "2H AH QS") == parse_holding("2H AH")


def test_the_queen_alone_may_lead_when_nothing_else_is_left():
    assert legal(RuleSet(queen_may_lead=False), "QS") == parse_holding("QS")
    assert legal(RuleSet(queen_may_lead=False), "QS KS") == parse_holding("KS")


def test_nobody_discards_a_penalty_card_on_a_safe_first_trick():
    assert legal(RuleSet(), "4D 2H QS", led="C", first=True) == parse_holding("4D")
    unsafe = RuleSet(first_trick_safe=False)
    assert legal(unsafe, "4D 2H QS", led="C", first=True) == parse_holding("4D 2H QS")


def test_who_holds_nothing_but_penalty_cards_may_play_any_of_them():
    assert legal(RuleSet(), "2H AH QS", led="C", first=True) == parse_holding("2H AH QS")


def test_a_first_tricks_limit_leaves_following_suit_alone():
    assert legal(RuleSet(), "4D QS", led="S", first=True) == parse_holding("QS")
    assert legal(RuleSet(), "4D QS 2S", led="S", first=True) == parse_holding("2S")


def test_each_limit_has_its_own_exception_before_all_are_lifted():
    # Only the knave is neither a heart nor barred from the first trick.
    assert legal(RuleSet(), "2H AH JS", first=True) == parse_holding("JS")
    # Nothing but penalty cards: the first trick's limit falls, the heart's does not.
    assert legal(RuleSet(), "2H AH QS", first=True) == parse_holding("QS")


HOLDINGS = [parse_holding(text).bits for text in ("3C 4C 2H", "2C AS KS", "5C QS AH", "6C 7C 8C")]


@pytest.mark.parametrize(
    ("opening", "number", "seat", "cards"),
    [
        (Opening.LOW_CLUB, 1, 1, "2C"),
        (Opening.ANY_CLUB, 1, 1, "2C"),
        (Opening.DEALERS_LEFT, 1, 1, "2C AS KS"),
        (Opening.DEALERS_LEFT, 2, 2, "5C QS"),
        (Opening.DEALERS_LEFT, 4, 0, "3C 4C"),
    ],
)
def test_who_opens_and_with_what(opening, number, seat, cards):
    table = compile_rules(RuleSet(opening=opening, first_trick_safe=False))
    opener, limits = find_opener(table, HOLDINGS, number=number)
    assert opener == seat
    found = legal_bits(limits + table.lead, HOLDINGS[opener], led=NO_SUIT)
    assert Holding.from_bits(found) == parse_holding(cards)


def test_any_club_may_open_where_the_rules_say_so():
    table = compile_rules(RuleSet(opening=Opening.ANY_CLUB))
    held = [parse_holding(text).bits for text in ("9C", "2C KC AS")]
    seat, limits = find_opener(table, held, number=1)
    assert Holding.from_bits(legal_bits(limits, held[seat], led=NO_SUIT)) == parse_holding("2C KC")


def test_the_lowest_club_opens_where_the_two_is_in_no_holding():
    table = compile_rules(RuleSet())
    held = [parse_holding(text).bits for text in ("9C 2D", "KC 4C", "AC 5C", "8C 3H")]
    assert find_opener(table, held, number=1)[0] == 1


def test_a_replay_stops_at_the_first_illegal_play():
    plays = [1 << parse_card(code) for code in ["2C", "5C", "6C", "QS"]]
    held = [parse_holding(text).bits for text in ("3C 4C 2H", "2C AS KS", "5C QS AH", "6C 7C 8C")]
    played = replay_plays(compile_rules(RuleSet()), held, plays, number=1)
    assert (played.made, played.fault, played.turn) == (3, "not_held", 0)
    assert played.winners == []
    assert not played.hearts_broken


@settings(max_examples=150, deadline=None)
@given(hands(), st.data())
def test_a_whole_hand_at_once_is_what_it_is_card_by_card(dealt, data):
    hand, picks = dealt
    over = play_out(hand, picks)
    played = next(state for state in all_states(hand, picks) if state.phase is not Phase.PASSING)
    held = [cards.bits for cards in played.holdings]
    plays = [1 << card for card in over.plays]
    # Half of them with a card in another's place, or one twice.
    if data.draw(st.booleans()):
        one, two = (data.draw(st.integers(0, len(plays) - 1)) for _ in range(2))
        plays[one] = plays[two]
        if data.draw(st.booleans()):
            plays[two] = 1 << over.plays[one]
    slow = replay_plays(hand.rules.play, held, plays, number=hand.number)
    owners = bytearray(range(256))
    for seat, cards in enumerate([*played.holdings, hand.kitty]):
        for card in cards:
            owners[card] = MARKS[seat]
    cards = bytes([bit.bit_length() - 1 for bit in plays])
    quick = play_whole(hand.rules.play, bytes(owners), cards, number=hand.number)
    if slow.made < len(plays):
        assert quick is None
    else:
        assert [MARKS.index(mark) for mark in quick[:: len(held)]] == slow.winners
        assert [quick.count(mark) for mark in MARKS[: len(held)]] == [
            cards.bit_count() for cards in slow.taken
        ]


def test_the_suit_of_the_highest_of_some_cards():
    assert playing.top_suit(parse_holding("AC 2H").bits) == SUIT_BITS[Suit.HEARTS]
    assert playing.top_suit(0) == NO_SUIT


SUITS_DEALT = [bytes(range(at, at + 13)) for at in (0, 13, 26, 39)]
BY_RANK = bytes(card for trick in zip(*SUITS_DEALT, strict=True) for card in trick)
OWNERS = bytes.maketrans(bytes(range(52)), b"".join(bytes([mark]) * 13 for mark in MARKS[:4]))


def whole(plays=BY_RANK, **values):
    rules = RuleSet(**{"first_trick_safe": False, **values})
    return play_whole(rules.play, OWNERS, bytes(plays), number=1)


def test_a_whole_hand_is_taken_by_who_leads_the_only_club():
    assert whole() == MARKS[:1] * 52


def test_penalty_cards_on_the_first_trick_of_a_whole_hand():
    # Seat 2 holds nothing but hearts; seat 3 has a choice.
    assert whole(first_trick_safe=True) is not None
    queen_first = bytes({39: QUEEN, QUEEN: 39}.get(card, card) for card in BY_RANK)
    assert whole(queen_first) is not None
    assert whole(queen_first, first_trick_safe=True) is None


@pytest.mark.parametrize("opening", Opening)
def test_a_whole_hand_is_opened_as_the_rules_say(opening):
    later = BY_RANK[4:8] + BY_RANK[:4] + BY_RANK[8:]
    assert (whole(opening=opening) is None) == (opening is Opening.DEALERS_LEFT)
    assert (whole(later, opening=opening) is None) == (opening is not Opening.ANY_CLUB)


def test_a_whole_hand_out_of_turn_or_with_a_card_twice_is_none():
    turned = BY_RANK[:1] + BY_RANK[2:3] + BY_RANK[1:2] + BY_RANK[3:]
    assert whole(turned) is None
    assert whole(BY_RANK[:48] + BY_RANK[:4]) is None
    # Seat 1 leads though seat 0 took the trick before.
    assert whole(BY_RANK[:4] + BY_RANK[5:8] + BY_RANK[4:5] + BY_RANK[8:]) is None


@pytest.mark.parametrize(("number", "lead", "is_good"), [(2, 26, True), (3, QUEEN, False)])
def test_a_barred_lead_of_a_whole_hand_wants_its_exception(number, lead, is_good):
    # Seat 2 holds all hearts and may lead one; seat 3 has other spades than the queen.
    suits = [SUITS_DEALT[(number + step) % 4] for step in range(4)]
    suits[0] = bytes([lead, *(card for card in suits[0] if card != lead)])
    plays = bytes(card for trick in zip(*suits, strict=True) for card in trick)
    rules = RuleSet(opening=Opening.DEALERS_LEFT, first_trick_safe=False, queen_may_lead=False)
    assert (play_whole(rules.play, OWNERS, plays, number=number) is not None) == is_good
