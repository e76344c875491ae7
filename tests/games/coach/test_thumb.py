"""The player by rules of thumb: legal, sensible, the same each time."""

from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from deals.cards.card import CARDS, parse_card
from deals.cards.holding import Holding, parse_holding
from games.coach.thumb import NAME, choose_moon, choose_pass, choose_play
from games.records.openspiel import parse_openspiel
from games.rules.hand import Phase, start_hand
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet
from games.rules.scoring import MoonQuestion, moon_question, score_hand
from games.rules.trick import Trick
from games.rules.view import seat_view
from tests.games.rules.strategies import hands

deals = st.permutations(CARDS).map(lambda cards: [Holding(cards[seat::4]) for seat in range(4)])
HOLD = RuleSet(pass_count=0)
RECORDS = Path(__file__).parents[2] / "records"
DEALS = (RECORDS / "xinxin-250.txt").read_text().splitlines()[:100]
rule_sets = st.builds(
    RuleSet,
    pass_count=st.integers(0, 4),
    passing=st.sampled_from([(Direction.LEFT,), (Direction.ACROSS,), (Direction.HOLD,)]),
    first_trick_safe=st.booleans(),
    hearts_must_break=st.booleans(),
    queen_may_lead=st.booleans(),
)


def view(hand, seat):
    return seat_view(hand, seat, totals=(0,) * 4)


def deal(*texts):
    """A deal in which seat 0 and those after it hold these cards, and the rest anyhow."""
    held = [parse_holding(text) for text in texts] + [Holding()] * (4 - len(texts))
    rest = iter([card for card in CARDS if not any(card in cards for cards in held)])
    return [Holding([*cards, *(next(rest) for _ in range(13 - len(cards)))]) for cards in held]


@settings(max_examples=40, deadline=None)
@given(rule_sets, deals)
def test_its_passes_and_plays_are_always_legal_and_the_same_again(rules, holdings):
    hand = start_hand(rules, 1, holdings)
    for seat in range(4):
        if hand.phase is Phase.PASSING:
            cards = choose_pass(view(hand, seat))
            assert choose_pass(view(hand, seat)) == cards
            hand = hand.give_cards(seat, cards)
    while hand.turn is not None:
        card = choose_play(view(hand, hand.turn))
        assert card in hand.legal_cards(hand.turn)
        assert choose_play(view(hand, hand.turn)) == card
        hand = hand.play(hand.turn, card)
    assert sum(score_hand(hand).points) == 26


def test_its_name_says_what_it_is():
    assert NAME == "thumb-1"


def passes(text):
    return str(choose_pass(view(start_hand(RuleSet(), 1, deal(text)), 0)))


def test_it_passes_high_spades_without_guards():
    assert passes("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H QS KS AS") == "QS KS AS"


def test_it_keeps_a_guarded_queen_and_passes_high_hearts():
    assert passes("2C 3C 4C 5C 2D 3D KH AH 2S 3S 4S 5S QS") == "3D KH AH"


def test_it_passes_high_hearts_before_middling_others():
    assert passes("2C 3C 4C 5C 2D 3D 4D 5D QH KH AH 2S 3S") == "QH KH AH"


def chooses(holding, trick="", *, legal=None, rules=None, seen=""):
    """What it plays to a trick that others began, from such a holding; `seen` was played before."""
    rules = rules or RuleSet()
    cards = tuple(parse_card(code) for code in trick.split())
    held = parse_holding(holding)
    before = Trick(0, tuple(parse_card(code) for code in seen.split()), 4, winner=0)
    seat = len(cards)
    shown = replace(
        view(start_hand(rules, 1, deal()), seat),
        phase=Phase.PLAYING,
        holding=held,
        legal=held if legal is None else parse_holding(legal),
        turn=seat,
        tricks=(before,),
        trick=Trick(0, cards, 4),
    )
    return str(choose_play(shown))


def test_it_ducks_with_its_highest_card_under_the_best():
    assert chooses("3C 7C 9C KC", "2C TC", legal="3C 7C 9C KC") == "9C"


def test_it_plays_low_when_it_might_win():
    assert chooses("9C KC AC", "2C 8C") == "9C"


def test_it_takes_a_harmless_last_trick_with_its_highest():
    assert chooses("9C KC AC", "2C 8C 3C") == "AC"
    assert chooses("9C KC AC", "2C 8C 3H") == "9C"


def test_it_drops_the_queen_under_king_or_ace():
    assert chooses("JS QS", "2S KS") == "QS"
    assert chooses("JS QS", "2S TS") == "JS"


def test_it_keeps_the_queen_while_it_has_another_spade():
    assert chooses("QS AS", "2S JS 3S") == "AS"
    assert chooses("QS", "2S JS 3S") == "QS"


def test_it_gives_the_queen_away_when_void():
    assert chooses("2D AH KS QS", "2C") == "QS"


def test_void_it_gives_away_what_could_take_the_queen_then_hearts():
    assert chooses("AD AH KS 2S", "2C") == "KS"
    assert chooses("AD 3H KS 2S", "2C", seen="2S 3S 4S QS") == "3H"
    assert chooses("3D AD 5D", "2C") == "AD"


def test_it_leads_low_and_not_above_the_queen():
    assert chooses("4D AD AS KS") == "4D"
    assert chooses("TD 3S AS") == "3S"
    assert chooses("KD KS AS") == "KD"
    assert chooses("KD KS", seen="2S 3S 4S QS") == "KD"
    assert chooses("AD QS") == "AD"
    assert chooses("QS") == "QS"


@settings(max_examples=25, deadline=None)
@given(deals, st.integers(0, 3))
def test_it_sees_no_more_than_the_view(holdings, seat):
    hand = start_hand(RuleSet(), 1, holdings)
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    again = list(holdings)
    for other, source in zip(others, others[1:] + others[:1], strict=True):
        again[other] = holdings[source]
    assert choose_pass(view(hand, seat)) == choose_pass(view(start_hand(RuleSet(), 1, again), seat))


def test_it_costs_itself_less_than_who_plays_the_lowest_card():
    thumb = lowest = 0
    for number, line in enumerate(DEALS):
        dealt = parse_openspiel(line.partition("|")[0], "x").hands[0].dealt
        hand = start_hand(HOLD, 1, [parse_holding(" ".join(codes)) for codes in dealt])
        while hand.turn is not None:
            legal = hand.legal_cards(hand.turn)
            smart = (hand.turn + number) % 2 == 0
            card = min(legal, key=lambda card: (card.rank, card))
            hand = hand.play(hand.turn, choose_play(view(hand, hand.turn)) if smart else card)
        for seat, points in enumerate(score_hand(hand).points):
            if (seat + number) % 2 == 0:
                thumb += points
            else:
                lowest += points
    assert thumb < lowest * 2 / 3


def asked(add, subtract, totals):
    return choose_moon(MoonQuestion(0, add, subtract), totals=totals)


def test_it_chooses_what_leaves_it_further_ahead():
    add, subtract = (0, 26, 26, 26), (-26, 0, 0, 0)
    assert asked(add, subtract, (20, 10, 30, 40)) == "add"
    doubled = (-52, 0, 0, 0)
    assert asked(add, doubled, (20, 10, 30, 40)) == "subtract"


OMNIBUS = RuleSet(jack=parse_card("JD"))


def test_it_keeps_the_bonus_card():
    hand = start_hand(OMNIBUS, 1, deal("2C 3C 4C 5C TC KC 2D 3D JD 2S 3S 4S 5S"))
    assert parse_card("JD") not in choose_pass(view(hand, 0))
    assert chooses("TD JD", "2D KD", rules=OMNIBUS) == "TD"
    assert chooses("JD", "2D KD", rules=OMNIBUS) == "JD"
    assert chooses("JD 3S", "2C", rules=OMNIBUS) == "3S"
    assert chooses("TD JD", "2D KD") == "JD"


@settings(max_examples=40, deadline=None)
@given(hands())
def test_it_plays_under_every_rule_set(dealt):
    hand, _ = dealt
    players = hand.rules.players
    for seat in range(players):
        if hand.phase is Phase.PASSING:
            seen = seat_view(hand, seat, totals=(0,) * players)
            hand = hand.give_cards(seat, choose_pass(seen))
    while hand.turn is not None:
        card = choose_play(seat_view(hand, hand.turn, totals=(0,) * players))
        assert card in hand.legal_cards(hand.turn)
        hand = hand.play(hand.turn, card)
    question = moon_question(hand)
    if question is not None:
        assert choose_moon(question, totals=(0,) * players) in ("add", "subtract")
