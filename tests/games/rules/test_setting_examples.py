"""RULES.md gives an example for each setting; here each is true."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from deals.cards.card import CARDS, parse_card
from deals.cards.holding import SUIT_BITS, Holding, parse_holding
from games.rules import ruleset
from games.rules.errors import InvalidRules, WrongPassCount
from games.rules.game import start_game
from games.rules.hand import start_hand
from games.rules.limits import compile_rules, legal_bits
from games.rules.passing import Direction
from games.rules.playing import find_opener, replay_plays
from games.rules.ruleset import SETTINGS, Moon, Opening, RuleSet, Tie, parse_rules
from games.rules.scoring import Haul, count_haul, score_haul

TEXT = (Path(ruleset.__file__).parent / "RULES.md").read_text()
WORDS = dict(re.findall(r"^\*\*(\w+)\*\*\. (.*?)\n\n", TEXT, re.MULTILINE | re.DOTALL))


def bits(text):
    return parse_holding(text).bits


def legal(held, *, led=None, first=False, broken=False, **settings):
    table = compile_rules(RuleSet(**settings))
    limits = table.first_trick if first else ()
    if led is None and not broken:
        limits = table.lead + limits
    mask = 0 if led is None else SUIT_BITS["CDHS".index(led)]
    return str(Holding.from_bits(legal_bits(limits, bits(held), led=mask)))


def scores(rules, *taken, winners=(0, 1, 2, 3)):
    piles = [bits(text) for text in taken]
    rest = (1 << 52) - 1 - sum(piles)
    penalties = rest & (rules.penalty_bits | rules.jack_bits)
    assert not penalties, "the example hands out every penalty card"
    return score_haul(rules, count_haul(rules, piles, winners), start_game(rules)).scores


HEARTS = " ".join(f"{rank}H" for rank in "23456789TJQKA")
MOON = f"{HEARTS} QS"


def example_of_players():
    rules = parse_rules({"players": 5})
    assert rules.deck.size == 10
    assert [str(way) for way in rules.passing] == ["left", "right", "hold"]


def example_of_spare():
    rules = parse_rules({"players": 3, "spare": "kitty"})
    assert (rules.deck.kitty, rules.point_sum) == (1, 26)
    assert [parse_rules({"players": n}).deck.size for n in (3, 5, 6)] == [17, 10, 8]


def example_of_pass_count():
    rules = parse_rules({"pass_count": 4})
    hand = start_hand(rules, 1, [Holding(CARDS[seat::4]) for seat in range(4)])
    with pytest.raises(WrongPassCount):
        hand.give_cards(0, Holding(CARDS[0:12:4]))
    assert parse_rules({"pass_count": 0}).direction(1) is Direction.HOLD


def example_of_passing():
    rules = parse_rules({"passing": ["left", "hold"]})
    ways = [str(rules.direction(number)) for number in range(1, 6)]
    assert ways == ["left", "hold", "left", "hold", "left"]
    with pytest.raises(InvalidRules):
        parse_rules({"players": 3, "passing": ["across"]})


def example_of_opening():
    held = [bits(text) for text in ("3C", "2C KC", "5H", "4C")]
    left = compile_rules(RuleSet(opening=Opening.DEALERS_LEFT))
    assert find_opener(left, held, number=2) == (2, ())
    seat, limits = find_opener(compile_rules(RuleSet(opening=Opening.ANY_CLUB)), held, number=2)
    assert (seat, legal_bits(limits, held[1], led=0)) == (1, bits("2C KC"))


def example_of_first_trick_safe():
    assert legal("4D 2H QS", led="C", first=True) == "4D"


def example_of_hearts_must_break():
    assert legal("2C 2H") == "2C"


def example_of_queen_breaks_hearts():
    for breaks in (True, False):
        table = compile_rules(RuleSet(queen_breaks_hearts=breaks, first_trick_safe=False))
        held = [bits(text) for text in ("2C 5H", "3C 2D", "4C 3D", "QS 4D")]
        plays = [bits(code) for code in ("2C", "3C", "4C", "QS")]
        assert replay_plays(table, held, plays, number=1).hearts_broken == breaks


def example_of_queen_may_lead():
    assert legal("QS KS", queen_may_lead=False) == "KS"


def example_of_heart_for_queen():
    assert legal("2H QS") == "QS"
    assert legal("2H QS", heart_for_queen=True) == "2H QS"


def example_of_hearts():
    worths = parse_rules({"hearts": "rank"}).worths
    assert worths[parse_card("2H")] + worths[parse_card("AH")] == 16


def example_of_spades():
    worths = parse_rules({"preset": "black-maria"}).worths
    assert worths[parse_card("KS")] + worths[parse_card("2H")] == 11


def example_of_jack():
    rules = parse_rules({"jack": "JD"})
    most = " ".join(f"{rank}H" for rank in "56789TJQKA")
    assert scores(rules, "JD 2H 3H 4H", f"{most} QS", "", "")[0] == -7


def example_of_ten_of_clubs_doubles():
    rules = parse_rules({"ten_of_clubs_doubles": True, "jack": "JD"})
    most = " ".join(f"{rank}H" for rank in "456789TJQKA")
    assert scores(rules, "TC QS 2H 3H", most, "JD", "") == (30, 11, -10, 0)
    assert scores(rules, "", "QS", HEARTS, "TC JD")[3] == -20


def example_of_no_tricks():
    rules = parse_rules({"no_tricks": -5})
    assert scores(rules, "QS", HEARTS, "", "", winners=(0, 1, 2)) == (13, 13, 0, -5)


def example_of_moon():
    for moon, expected in (("add", (0, 26, 26, 26)), ("subtract", (-26, 0, 0, 0))):
        assert scores(parse_rules({"moon": moon}), MOON, "", "", "") == expected


def example_of_moon_needs_jack():
    assert scores(parse_rules({"jack": "JD"}), MOON, "", "JD", "") == (26, 0, -10, 0)


def example_of_sun():
    assert scores(parse_rules({"sun": True}), MOON, "", "", "", winners=(0,)) == (0, 52, 52, 52)


def example_of_target():
    game = start_game(RuleSet())
    assert game.add_hand([100, 1, 2, 3]).finished
    assert not game.add_hand([99, 1, 2, 3]).finished


def example_of_hands():
    with pytest.raises(InvalidRules):
        parse_rules({"target": None})
    game = start_game(parse_rules({"target": None, "hands": 16}), totals=[1, 2, 3, 4], hands=15)
    assert game.add_hand([0, 0, 13, 13]).finished


def example_of_tie():
    game = start_game(RuleSet())
    assert game.adjust([106, 45, 45, 20]).finished
    assert not game.adjust([106, 20, 45, 20]).finished
    shared = replace(game, rules=RuleSet(tie=Tie.SHARE)).adjust([106, 20, 45, 20])
    assert shared.winners == (1, 3)


def example_of_brink_holds():
    rules = parse_rules({"brink_holds": True})
    assert rules.direction(2, totals=(99, 3, 4, 5)) is Direction.HOLD
    assert rules.direction(3, totals=(98, 3, 4, 5)) is Direction.ACROSS


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_example_of_a_setting_is_true(setting):
    assert "Example" in WORDS[setting] or setting == "moon"
    globals()[f"example_of_{setting}"]()


JACKS = re.findall(r"^\| (yes|no) \| seat (\d) \| ([^|]+) \| ([^|]+) \|$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("needed", "taker", "add", "subtract"), JACKS)
def test_the_table_of_the_jack_under_a_moon_is_true(needed, taker, add, subtract):
    assert len(JACKS) == 4
    rules = RuleSet(jack=parse_card("JD"), moon_needs_jack=needed == "yes")
    piles = [MOON, "", "", ""]
    piles[int(taker)] = f"{piles[int(taker)]} JD".strip()
    for moon, text in ((Moon.ADD, add), (Moon.SUBTRACT, subtract)):
        shown = tuple(map(int, text.replace("\N{MINUS SIGN}", "-").split()))
        assert scores(replace(rules, moon=moon), *piles) == shown


def test_the_examples_of_doubling_under_a_moon_are_true():
    assert "a shooter with TC scores \N{MINUS SIGN}52" in TEXT.replace("\n", " ")
    rules = RuleSet(ten_of_clubs_doubles=True, moon=Moon.SUBTRACT)
    assert scores(rules, f"{MOON} TC", "", "", "") == (-52, 0, 0, 0)
    assert scores(replace(rules, moon=Moon.ADD), MOON, "TC", "", "") == (0, 52, 26, 26)
    assert score_haul(rules, Haul((26, 0, 0, 0), 0, None, 0)).scores[0] == -52
