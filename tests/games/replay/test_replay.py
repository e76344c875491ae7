"""Recorded games through the rules: what others' right replays say, and every finding."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from deals.cards.card import CARDS, CODES
from deals.cards.deck import DECKS
from deals.cards.holding import Holding
from games.records.entry import (
    Adjusted,
    HandClaim,
    PlayedHand,
    SheetRow,
    Substitution,
    VoidHand,
)
from games.records.openspiel import parse_openspiel
from games.records.record import GameClaim, Record, Start, parse_record
from games.replay.hand import HandReplayer
from games.replay.replay import Verdict, replay_record
from games.rules.game import start_game
from games.rules.hand import start_hand
from games.rules.passing import Direction
from games.rules.row import Row
from games.rules.ruleset import Moon, RuleSet, Spare, Tie

RECORDS = Path(__file__).parents[2] / "records"
CASES = [
    pair
    for name in ("cases-four", "cases-sheets", "cases")
    for pair in zip(
        (RECORDS / f"{name}.ndjson").read_text().splitlines(),
        (RECORDS / f"{name}.expected.ndjson").read_text().splitlines(),
        strict=True,
    )
]
OPENSPIEL = (RECORDS / "openspiel-xinxin-20.txt").read_text().splitlines()
XINXIN = (RECORDS / "xinxin-250.txt").read_text().splitlines()

# Four whole suits, played by rank: seat 0 leads clubs and takes every trick.
SUITS = tuple(tuple(CODES[at : at + 13]) for at in (0, 13, 26, 39))
BY_RANK = tuple(code for trick in zip(*SUITS, strict=True) for code in trick)
HOLD = RuleSet(pass_count=0)
WHOLE = PlayedHand(dealt=SUITS, played=BY_RANK)
LEFT = PlayedHand(dealt=SUITS, passed=tuple(suit[:3] for suit in SUITS), played=())


def replay(*hands, rules=HOLD, claimed=None):
    return replay_record(Record("x", rules, ("A", "B", "C", "D"), hands, claimed=claimed))


def first(*hands, rules=HOLD):
    """The one finding: rule, hand, ply and seat."""
    (finding,) = replay(*hands, rules=rules).findings
    assert (finding.step, finding.seq) == (9, None)
    assert finding.detail
    return finding.rule, finding.hand, finding.ply, finding.seat


def test_there_are_821_cases():
    assert len(CASES) == 821


@pytest.mark.parametrize(("line", "expected"), CASES, ids=range(len(CASES)))
def test_every_case_agrees_in_every_field(line, expected):
    record = parse_record(line)
    expected = json.loads(expected)
    played = replay_record(record)
    found = {"id": record.id, "verdict": str(played.verdict), **played.to_json()}
    for field, value in expected.items():
        if field in {"hands", "findings"}:
            assert len(found[field]) == len(value)
            for have, want in zip(found[field], value, strict=True):
                assert {key: have[key] for key in want} == want
        else:
            assert found[field] == value


@pytest.mark.parametrize("line", OPENSPIEL, ids=range(20))
def test_hands_of_openspiel_are_legal(line):
    played = replay_record(parse_openspiel(line, "x"))
    assert played.verdict is Verdict.OK
    assert played.finished


@pytest.mark.parametrize("line", XINXIN, ids=range(250))
def test_hands_of_another_program_have_its_scores(line):
    numbers, _, scores = line.partition("|")
    played = replay_record(parse_openspiel(numbers, "x"))
    assert played.verdict is Verdict.OK
    assert [*played.totals] == [*map(int, scores.split())]


def test_a_replay_says_what_the_bundle_expects():
    chain = RECORDS.parent / "vectors" / "chain"
    record = json.dumps(json.loads((chain / "bundle.json").read_text())["record"])
    expected = json.loads((chain / "bundle.expected.json").read_text())
    found = replay_record(parse_record(record)).to_json()
    assert {key: expected[key] for key in found} == found
    assert [key for key in expected if key in found] == list(found)


def test_a_good_hand_has_its_points_scores_and_totals():
    played = replay(WHOLE)
    assert played.verdict is Verdict.OK
    assert played.to_json() == {
        "finished": False,
        "hands": [
            {
                "direction": "hold",
                "points": [26, 0, 0, 0],
                "scores": [0, 26, 26, 26],
                "totals": [0, 26, 26, 26],
                "shooter": 0,
            }
        ],
        "totals": [0, 26, 26, 26],
        "winners": [],
        "ranks": [1, 2, 2, 2],
        "findings": [],
    }


def test_a_game_runs_to_its_end_and_no_further():
    played = replay(*[WHOLE] * 4)
    assert played.finished
    assert played.winners == (0,)
    assert played.totals == (0, 104, 104, 104)
    assert first(*[WHOLE] * 5) == ("after_end", 5, None, None)
    assert replay(*[WHOLE] * 5).totals == played.totals


def test_a_finding_has_its_keys_in_their_order():
    (finding,) = replay(replace(WHOLE, played=("3C",))).findings
    assert list(finding.to_json()) == ["step", "hand", "ply", "seat", "seq", "rule", "detail"]
    assert finding.to_json()["rule"] == "opening_lead"


@pytest.mark.parametrize(
    "dealt",
    [
        (),
        SUITS[:3],
        (*SUITS, ("2C",)),
        (SUITS[0][:-1], *SUITS[1:]),
        (SUITS[0], SUITS[0], SUITS[2], SUITS[3]),
        (("2C", *SUITS[0][:-1]), *SUITS[1:]),
        (("XX", *SUITS[0][1:]), *SUITS[1:]),
        (("2D", *SUITS[0][1:]), *SUITS[1:]),
    ],
)
def test_a_deal_must_be_exactly_the_deck(dealt):
    assert first(replace(WHOLE, dealt=dealt)) == ("bad_deal", 1, None, None)


def test_a_kitty_is_dealt_only_where_the_deck_has_one():
    assert first(replace(WHOLE, kitty=("2C",))) == ("bad_deal", 1, None, None)
    assert replay(replace(WHOLE, kitty=())).verdict is Verdict.OK


def test_a_pass_on_a_hold_hand_is_found():
    assert first(replace(WHOLE, passed=(("2C",),))) == ("pass_on_hold", 1, None, None)
    rules = RuleSet(passing=(Direction.HOLD,))
    assert first(LEFT, rules=rules) == ("pass_on_hold", 1, None, None)


@pytest.mark.parametrize("passed", [None, (), LEFT.passed[:3], (*LEFT.passed, ("2C",))])
def test_a_pass_is_missing_unless_there_is_one_a_seat(passed):
    hand = replace(LEFT, passed=passed)
    assert first(hand, rules=RuleSet()) == ("pass_missing", 1, None, None)


@pytest.mark.parametrize(
    ("seat", "codes", "rule"),
    [
        (0, (), "pass_count"),
        (1, ("2D", "3D"), "pass_count"),
        (2, ("2H", "3H", "4H", "5H"), "pass_count"),
        (3, ("2S", "3S", "3S"), "pass_count"),
        (3, ("2C", "3C"), "pass_count"),
        (0, ("2C", "3C", "2D"), "pass_not_held"),
        (1, ("2D", "3D", "XX"), "pass_not_held"),
        (2, ("XX", "YY", "ZZ"), "pass_not_held"),
        (1, ("2C", "3C", "4C"), "pass_not_held"),
    ],
)
def test_passes_are_checked_seat_by_seat(seat, codes, rule):
    passed = (*LEFT.passed[:seat], codes, *LEFT.passed[seat + 1 :])
    hand = replace(LEFT, passed=passed)
    assert first(hand, rules=RuleSet()) == (rule, 1, None, seat)


def test_the_first_seat_with_a_wrong_pass_is_named():
    hand = replace(LEFT, passed=(LEFT.passed[0], ("2C", "3C", "4C"), (), ()))
    assert first(hand, rules=RuleSet()) == ("pass_not_held", 1, None, 1)


@pytest.mark.parametrize(
    ("played", "rule", "ply", "seat"),
    [
        ("2D", "not_held", 0, 0),
        ("XX", "unknown_card", 0, 0),
        ("2C 1D", "unknown_card", 1, 1),
        ("3C 1D", "opening_lead", 0, 0),
        ("3C", "opening_lead", 0, 0),
        ("2C 2C", "not_held", 1, 1),
        ("2C 2D 2H 2S 2C", "not_held", 4, 0),
        ("", "incomplete", 0, 0),
        ("2C 2D", "incomplete", 2, 2),
        (" ".join(BY_RANK) + " 2C", "too_many_plays", 52, None),
        (" ".join(BY_RANK) + " 2C 3C", "too_many_plays", 52, None),
        (" ".join(BY_RANK) + " XX", "unknown_card", 52, None),
    ],
)
def test_plays_are_good_up_to_the_first_illegal_one(played, rule, ply, seat):
    assert first(replace(WHOLE, played=tuple(played.split()))) == (rule, 1, ply, seat)


def test_nobody_chooses_where_nobody_is_asked():
    choice = replace(WHOLE, moon_choice="add")
    assert first(choice) == ("moon_choice_unasked", 1, None, None)
    assert first(choice, rules=replace(HOLD, moon=Moon.OFF))[0] == "moon_choice_unasked"
    assert first(replace(choice, played=BY_RANK[:7]))[0] == "incomplete"


def test_a_hand_with_a_finding_is_not_scored_and_those_before_it_are():
    played = replay(WHOLE, replace(WHOLE, played=("2C", "2C")), WHOLE)
    assert len(played.hands) == 1
    assert played.totals == (0, 26, 26, 26)
    assert played.verdict is Verdict.FALSE


def test_only_the_last_hand_of_an_open_game_may_stop_early():
    short = replace(WHOLE, played=BY_RANK[:9])
    assert replay(short).verdict is Verdict.INCOMPLETE
    assert replay(WHOLE, short).verdict is Verdict.INCOMPLETE
    assert replay(short, WHOLE).verdict is Verdict.FALSE
    assert replay(short, claimed=GameClaim(totals=(0,) * 4)).verdict is Verdict.INCOMPLETE
    assert replay(short, claimed=GameClaim(winners=())).verdict is Verdict.INCOMPLETE
    assert replay(short, claimed=GameClaim(winners=(1,))).verdict is Verdict.FALSE


def test_what_is_claimed_of_a_hand_is_checked_and_stops_nothing():
    wrong = replace(WHOLE, claimed=HandClaim(points=(26, 0, 0, 0), scores=(26, 0, 0, 0)))
    played = replay(wrong, WHOLE, wrong)
    assert [(f.rule, f.hand) for f in played.findings] == [
        ("score_mismatch", 1),
        ("score_mismatch", 3),
    ]
    assert len(played.hands) == 3
    assert played.verdict is Verdict.FALSE
    detail = played.findings[0].detail
    assert "[26, 0, 0, 0] claimed" in detail
    assert "[0, 26, 26, 26] follow" in detail
    right = HandClaim(points=(26, 0, 0, 0), scores=(0, 26, 26, 26))
    assert replay(replace(WHOLE, claimed=right)).verdict is Verdict.OK
    assert replay(replace(WHOLE, claimed=HandClaim(points=(26, 0)))).verdict is Verdict.FALSE
    assert replay(replace(WHOLE, claimed=HandClaim())).verdict is Verdict.OK


def test_a_wrong_claim_before_an_early_stop_is_false():
    wrong = replace(WHOLE, claimed=HandClaim(points=(0, 0, 0, 26)))
    assert replay(wrong, replace(WHOLE, played=())).verdict is Verdict.FALSE


@pytest.mark.parametrize(
    ("claimed", "rules"),
    [
        (GameClaim(totals=(0, 104, 104, 104), winners=(0,)), []),
        (GameClaim(), []),
        (GameClaim(winners=(0, 1)), ["score_mismatch"]),
        (GameClaim(winners=()), ["score_mismatch"]),
        (GameClaim(totals=(0, 104, 104, 103)), ["score_mismatch"]),
        (GameClaim(totals=(0, 104), winners=(7,)), ["score_mismatch"]),
    ],
)
def test_what_is_claimed_of_the_game_is_checked(claimed, rules):
    played = replay(*[WHOLE] * 4, claimed=claimed)
    assert [finding.rule for finding in played.findings] == rules
    assert all(finding.hand is None for finding in played.findings)


def test_shared_winners_are_claimed_in_any_order():
    rules = RuleSet(pass_count=0, moon=Moon.OFF, target=None, hands=1, tie=Tie.SHARE)
    assert replay(WHOLE, rules=rules).winners == (1, 2, 3)
    assert replay(WHOLE, rules=rules, claimed=GameClaim(winners=(3, 1, 2))).findings == ()


@pytest.mark.parametrize("code", ["3+kitty", "5"])
def test_other_decks_replay_alike(code):
    deck = DECKS[code]
    rules = RuleSet(
        players=deck.seats,
        spare=Spare.KITTY if deck.kitty else Spare.STRIP,
        pass_count=0,
        hearts_must_break=False,
        first_trick_safe=False,
        moon=Moon.OFF,
    )
    # The cards in deck order, seat after seat; the spare one is a heart.
    cards = [card for card in deck.cards if card != CARDS[26]] if deck.kitty else [*deck.cards]
    dealt = [cards[seat * deck.size : (seat + 1) * deck.size] for seat in range(deck.seats)]
    kitty = [CARDS[26]] if deck.kitty else []
    plays = play_out(rules, dealt, kitty)
    hand = PlayedHand(
        dealt=tuple(tuple(map(str, holding)) for holding in dealt),
        kitty=tuple(map(str, kitty)) or None,
        played=tuple(map(str, plays)),
    )
    replayed = HandReplayer(rules).replay(hand, start_game(rules))
    assert sum(replayed.score.points) == 26


CHOICE = RuleSet(pass_count=0, moon=Moon.CHOICE)


def test_a_moon_counts_as_its_shooter_chose():
    for choice, totals in (("add", (0, 26, 26, 26)), ("subtract", (-26, 0, 0, 0))):
        played = replay(replace(WHOLE, moon_choice=choice), rules=CHOICE)
        assert (played.verdict, played.totals) == (Verdict.OK, totals)


@pytest.mark.parametrize("choice", [None, "both"])
def test_the_last_hand_may_wait_for_its_choice(choice):
    hand = replace(WHOLE, moon_choice=choice)
    assert first(hand, rules=CHOICE) == ("moon_choice_missing", 1, None, 0)
    assert replay(hand, rules=CHOICE).verdict is Verdict.INCOMPLETE
    assert replay(hand, WHOLE, rules=CHOICE).verdict is Verdict.FALSE
    assert replay(hand, rules=CHOICE, claimed=GameClaim(winners=(0,))).verdict is Verdict.FALSE


def test_sun_and_no_tricks_are_counted_from_the_tricks():
    assert replay(WHOLE, rules=replace(HOLD, sun=True)).totals == (0, 52, 52, 52)
    rules = replace(HOLD, moon=Moon.OFF, no_tricks=-5)
    assert replay(WHOLE, rules=rules).totals == (26, -5, -5, -5)


ROW = SheetRow(Row((5, 0, 8, 13)))


def test_rows_and_hands_stand_in_one_game():
    played = replay(ROW, WHOLE, ROW)
    assert played.totals == (10, 26, 42, 52)
    assert [hand.direction for hand in played.hands] == ["hold"] * 3
    assert replay(ROW, rules=RuleSet()).hands[0].direction == "left"


def test_what_is_claimed_of_a_row_is_checked():
    claimed = replace(ROW, claimed=HandClaim(scores=(5, 0, 8, 13)))
    assert replay(claimed).verdict is Verdict.OK
    assert first(replace(ROW, claimed=HandClaim(points=(0, 0, 0, 26))))[0] == "score_mismatch"


@pytest.mark.parametrize(
    ("row", "rules", "found"),
    [
        (Row((5, 0, 8, 14)), HOLD, ("bad_sum", 2, None, None)),
        (Row((9, 5, 8, 4)), HOLD, ("impossible_row", 2, None, None)),
        (Row((0, 26, 0, 0)), CHOICE, ("moon_choice_missing", 2, None, 1)),
        (Row((5, 0, 8, 13), moon_choice="add"), CHOICE, ("moon_choice_unasked", 2, None, None)),
        (Row((0, 26, 0, 0)), replace(HOLD, sun=True), ("ambiguous_row", 2, None, None)),
    ],
)
def test_a_row_with_a_fault_is_the_finding(row, rules, found):
    good = SheetRow(replace(ROW.row, no_tricks=()))
    assert first(good, SheetRow(row), rules=rules) == found
    assert replay(good, SheetRow(row), rules=rules).totals == (5, 0, 8, 13)


def test_adjustments_voids_and_substitutions_are_no_hands():
    among = (VoidHand("misdeal"), Substitution(2, "Eve"), Adjusted((0, 0, 5, 0)))
    played = replay(*among, ROW, *among, ROW, rules=RuleSet())
    assert played.totals == (10, 0, 26, 26)
    assert [hand.direction for hand in played.hands] == ["left", "right"]
    short = replace(WHOLE, played=BY_RANK[:9])
    assert replay(short, *among).verdict is Verdict.INCOMPLETE


def test_an_adjustment_ends_a_game_and_opens_it_again():
    late = Adjusted((100, 0, 0, 0))
    assert first(ROW, late, ROW) == ("after_end", 2, None, None)
    assert replay(ROW, late, Adjusted((-20, 0, 0, 0)), ROW).verdict is Verdict.OK


def test_a_game_whose_beginning_is_lost_counts_on():
    start = Start(5, (20, -11, 4, 13))
    record = Record("x", RuleSet(), ("A", "B", "C", "D"), (ROW,), start=start)
    played = replay_record(record)
    assert played.totals == (25, -11, 12, 26)
    assert played.hands[0].direction == "right"
    (found,) = replay_record(replace(record, hands=(SheetRow(Row((1, 0, 0, 0))),))).findings
    assert found.hand == 6
    ended = replace(record, start=Start(5, (100, 20, 30, 32)))
    assert replay_record(ended).findings[0].rule == "after_end"
    assert replay_record(replace(ended, hands=())).winners == (1,)
    short = replace(record, hands=(replace(WHOLE, played=()),), rules=HOLD)
    assert replay_record(short).verdict is Verdict.INCOMPLETE


def test_on_the_brink_a_pass_is_one_too_many():
    rules = RuleSet(brink_holds=True)
    brink = Adjusted((99, 0, 0, 0))
    assert first(brink, LEFT, rules=rules) == ("pass_on_hold", 1, None, None)
    assert replay(brink, WHOLE, rules=rules).hands[0].direction == "hold"


def play_out(rules, dealt, kitty):
    holdings = [Holding(cards) for cards in (*dealt, kitty) if cards]
    hand = start_hand(rules, 1, holdings)
    while hand.turn is not None:
        hand = hand.play(hand.turn, next(iter(hand.legal_cards(hand.turn))))
    return hand.plays
