"""Rule sets, deals and whole hands at random, for the properties that hold under every rule."""

from dataclasses import fields

from hypothesis import strategies as st

from deals.cards.card import parse_card
from deals.cards.holding import Holding
from games.rules.hand import Phase, start_hand
from games.rules.passing import Direction, is_possible
from games.rules.ruleset import (
    HeartWorth,
    Moon,
    Opening,
    RuleSet,
    Spare,
    Tie,
)

QUEEN, KING, ACE = map(parse_card, ("QS", "KS", "AS"))
_worth = st.integers(1, 50)


@st.composite
def _spades(draw):
    others = [card for card in (KING, ACE) if draw(st.booleans())]
    return tuple((card, draw(_worth)) for card in (QUEEN, *others))


@st.composite
def rule_sets(draw, **fixed):
    """Any rule set; `fixed` settings as given."""
    players = fixed.get("players") or draw(st.integers(3, 6))
    ways = [way for way in Direction if is_possible(way, players=players)]
    target = draw(st.none() | st.sampled_from(range(25, 501, 5)))
    hands = draw(st.integers(1, 100) if target is None else st.none() | st.integers(1, 100))
    values = {
        "players": players,
        "spare": draw(st.sampled_from(Spare)),
        "pass_count": draw(st.integers(0, 4)),
        "passing": tuple(draw(st.lists(st.sampled_from(ways), min_size=1, max_size=5))),
        "opening": draw(st.sampled_from(Opening)),
        "hearts": draw(st.sampled_from(HeartWorth)),
        "spades": draw(_spades()),
        "jack": draw(st.sampled_from([None, parse_card("JD"), parse_card("TD")])),
        "no_tricks": draw(st.integers(-10, 0)),
        "moon": draw(st.sampled_from(Moon)),
        "target": target,
        "hands": hands,
        "tie": draw(st.sampled_from(Tie)),
    }
    flags = [field.name for field in fields(RuleSet) if field.name not in values]
    return RuleSet(**{**values, **{name: draw(st.booleans()) for name in flags}, **fixed})


@st.composite
def deals(draw, rules):
    """A deal of the rules' deck: the holdings, the kitty last where there is one."""
    cards = draw(st.permutations(list(rules.deck.cards)))
    holdings, at = [], 0
    for size in rules.deck.sizes:
        holdings.append(Holding(cards[at : at + size]))
        at += size
    return holdings


picks = st.lists(st.integers(0, 51), min_size=52, max_size=52)


@st.composite
def hands(draw, **fixed):
    """A hand that has just been dealt, and picks to play it by."""
    rules = draw(rule_sets(**fixed))
    return start_hand(rules, draw(st.integers(1, 12)), draw(deals(rules))), draw(picks)


def all_states(hand, picks):
    """Yield a hand before and after every act: passes, then plays by their place in `picks`."""
    yield hand
    for seat, pick in zip(range(len(hand.dealt)), picks, strict=False):
        if hand.phase is Phase.PASSING:
            dealt, count = [*hand.dealt[seat]], hand.rules.pass_count
            start = pick % (len(dealt) - count + 1)
            hand = hand.give_cards(seat, Holding(dealt[start : start + count]))
            yield hand
    for pick in picks:
        if hand.turn is not None:
            legal = [*hand.legal_cards(hand.turn)]
            hand = hand.play(hand.turn, legal[pick % len(legal)])
            yield hand


def play_out(hand, picks):
    """Give the hand when it is over."""
    *_, last = all_states(hand, picks)
    return last
