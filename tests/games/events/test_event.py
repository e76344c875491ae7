"""Lines: what is written reads back, and nothing else is read."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals.cards.holding import parse_holding
from games.events.details import (
    Adjusted,
    CardsGiven,
    Ended,
    HoldingDealt,
    KittyLaid,
    MoonChosen,
    Played,
    RowCorrected,
    RowWritten,
    RulesChanged,
    SeatTaken,
    Started,
    Voided,
)
from games.events.errors import LineMalformed
from games.events.event import Event, format_event, parse_event
from games.rules.row import Row
from games.rules.ruleset import RuleSet, format_rules_line

CHAIN = Path(__file__).parents[2] / "vectors" / "chain"
LINES = (CHAIN / "chain.txt").read_text().splitlines()
NOTHING = "jack=- ten=- sun=- no_tricks=- moon_choice=-"
CHOSEN = "jack=- ten=- sun=no no_tricks=- moon_choice=add"
TIME = "2026-11-02T19:00:30.000Z"
WHO = "3d0c1a52-8f43-4c11-9b8e-0a6e2c7f0001"
MORE = [
    f"1 {TIME} 0 seat 2 empty",
    f"2 {TIME} 1 beacon - 657413 {'ab' * 48}",
    f"3 {TIME} 1 moon 3 add",
    f"4 {TIME} 1 moon 3 subtract by {WHO}",
    f"5 {TIME} 0 adjust 1 -5 late by {WHO}",
    f"6 {TIME} 2 adjust 1 5 clerical_error by {WHO}",
    f"7 {TIME} 2 substitute 1 computer thumb-1 left by {WHO}",
    f"8 {TIME} 0 substitute 1 human {WHO} came-back by {WHO}",
    f"9 {TIME} 2 void - deal late-3 by service",
    f"10 {TIME} 0 void - game director by {WHO}",
    f"11 {TIME} 0 end - finished 0,-26,104,5 1",
    f"12 {TIME} 0 end - voided 0,0,0,0 -",
    f"13 {TIME} 3 row - 9,5,-6,8 jack=2 ten=- sun=- no_tricks=none moon_choice=-",
    f"14 {TIME} 3 row - 0,26,0,0,0,0 jack=- ten=5 sun=yes no_tricks=0,2,5 moon_choice=subtract",
    f"15 {TIME} 3 correct - 13 9,5,8,4 {CHOSEN} typo by {WHO}",
    f"16 {TIME} 0 rules - {format_rules_line(RuleSet())} by {WHO}",
    f"17 {TIME} 1 dealt 3 2C,QS",
    f"18 {TIME} 1 kitty - QC",
    f"19 {TIME} 1 gave 0 KS,AS",
    f"20 {TIME} 0 start - 5 20,-11,4,13",
]


@pytest.mark.parametrize("line", LINES + MORE)
def test_every_line_reads_back_as_it_was_written(line):
    assert format_event(parse_event(line)) == line


def test_a_line_gives_its_values():
    line = f"19 {TIME} 1 play 0 2C"
    event = parse_event(line)
    assert event == Event(19, TIME, 1, "play", 0, Played(event.detail.card))
    assert str(event.detail.card) == "2C"
    assert parse_event(MORE[2]).detail == MoonChosen("add")
    assert parse_event(MORE[4]).detail == Adjusted(-5, "late", WHO)
    assert parse_event(MORE[6]).detail == SeatTaken("computer", "thumb-1", "left", WHO)
    assert parse_event(MORE[8]).detail == Voided("deal", "late-3", "service")
    assert parse_event(MORE[10]).detail == Ended("finished", (0, -26, 104, 5), (1,))
    assert parse_event(MORE[12]).detail == RowWritten(Row((9, 5, -6, 8), jack=2, no_tricks=()))
    row = Row((9, 5, 8, 4), sun=False, moon_choice="add")
    assert parse_event(MORE[14]).detail == RowCorrected(13, row, "typo", WHO)
    assert parse_event(MORE[15]).detail == RulesChanged(format_rules_line(RuleSet()), WHO)
    assert parse_event(MORE[16]).detail == HoldingDealt(parse_holding("2C QS"))
    assert parse_event(MORE[17]).detail == KittyLaid(parse_holding("QC"))
    assert parse_event(MORE[18]).detail == CardsGiven(parse_holding("KS AS"))
    assert parse_event(MORE[19]).detail == Started(5, (20, -11, 4, 13))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "not <seq>"),
        (f"0 {TIME} 1 play 0 2C", "not <seq>"),
        (f"01 {TIME} 1 play 0 2C", "not <seq>"),
        (f"1 {TIME} 1 play 0 2C ", "not <seq>"),
        (f"1 {TIME} 1 play 0  2C", "not <seq>"),
        (f"1 {TIME} 1 play 0 2C\n", "not <seq>"),
        (f"1 {TIME} 1 play 0 2\u0663", "not <seq>"),
        (f"1 {TIME} 1 shuffle 0 2C", "no event is of kind 'shuffle'"),
        (f"1 {TIME} 1 play - 2C", "a play line names a seat"),
        (f"1 {TIME} 1 score 0 1 1 1", "a score line names no seat"),
        (f"1 {TIME} 0 play 0 2C", "a play line can't be of hand 0"),
        (f"1 {TIME} 1 end - finished 0,0 -", "a end line can't be of hand 1"),
        ("1 2026-02-30T19:00:30.000Z 1 play 0 2C", "a time that exists"),
        (f"1 {TIME} 1 play 0 10C", "'10C' is no card"),
        (f"1 {TIME} 1 play 0 2C 3C", "1 parts expected, not 2"),
        (f"1 {TIME} 1 open 0 AH,QH,KS {'50' * 32}", "not in canonical form"),
        (f"1 {TIME} 1 open 0 QH,QH,KS {'50' * 32}", "QH stands twice"),
        (f"1 {TIME} 1 score - +1,2,3 1,2,3 1,2,3", "not in canonical form"),
        (f"1 {TIME} 1 score - 1_0,2,3 1,2,3 1,2,3", "not in canonical form"),
        (f"1 {TIME} 1 score - 1,x 1,2 1,2", "invalid literal"),
        (f"1 {TIME} 1 nonce 0 {'AB' * 32}", "is not 64 digits of lower-case hex"),
        (f"1 {TIME} 1 contribute 0 {'ab' * 32} house", "is none of seat, service"),
        (f"1 {TIME} 1 deal - 0 {'ab' * 32} 3 4 {'ab' * 32}", "0 is below 1"),
        (f"1 {TIME} 0 seat 0 human Anna", "is not a lower-case uuid"),
        (f"1 {TIME} 0 seat 0 human", "human <uuid>, computer <name> or empty expected"),
        (f"1 {TIME} 0 substitute 1 empty left", "a holder, a reason code, by and a uuid"),
        (f"1 {TIME} 0 void - game director {WHO}", "by and a uuid expected"),
        (f"1 {TIME} 0 row - 5,0,8,13 {NOTHING}", "a row line can't be of hand 0"),
        (f"1 {TIME} 1 row 2 5,0,8,13 {NOTHING}", "a row line names no seat"),
        (f"1 {TIME} 1 row - 5,0,8,13", "points, then jack="),
        (f"1 {TIME} 1 row - 5,0,8,x {NOTHING}", "invalid literal"),
        (f"1 {TIME} 1 row - 5,0,8,+13 {NOTHING}", "not in canonical form"),
        (f"1 {TIME} 1 row - 5,0,8,13 ten=- {NOTHING}", "points, then jack="),
        (f"1 {TIME} 1 row - 5,0,8,13 {NOTHING.replace('jack=-', 'jack=6')}", "is none of"),
        (f"1 {TIME} 1 row - 5,0,8,13 {NOTHING.replace('sun=-', 'sun=true')}", "is none of"),
        (f"1 {TIME} 1 row - 5,0,8,13 {NOTHING.replace('choice=-', 'choice=both')}", "is none of"),
        (f"1 {TIME} 1 row - 5,0,8,13 {NOTHING.replace('tricks=-', 'tricks=2,0')}", "in order"),
        (f"1 {TIME} 1 row - 5,0,8,13 {NOTHING.replace('tricks=-', 'tricks=1,1')}", "in order"),
        (f"1 {TIME} 1 row - 5,0,8,13 {NOTHING.replace('tricks=-', 'tricks=9')}", "in order"),
        (f"1 {TIME} 1 row - 5,0,8,13 {NOTHING.replace('sun=-', 'sun')}", "is none of yes"),
        (f"1 {TIME} 1 correct - 4 5,0,8,13 {NOTHING} typo {WHO}", "by and a uuid expected"),
        (f"1 {TIME} 1 correct - 04 5,0,8,13 {NOTHING} typo by {WHO}", "not in canonical form"),
        (f"1 {TIME} 1 correct - typo by {WHO}", "a seq, a row"),
        (f"1 {TIME} 0 rules - players=4 by {WHO}", "expected here as key=value"),
        (f"1 {TIME} 0 rules - {format_rules_line(RuleSet())}", "by and a uuid expected"),
        (f"1 {TIME} 1 dealt 3 QS,2C", "not in canonical form"),
        (f"1 {TIME} 1 start - 5 0,0,0,0", "a start line can't be of hand 1"),
        (f"1 {TIME} 0 start - -1 0,0,0,0", "-1 is below 0"),
    ],
)
def test_a_line_in_another_form_is_refused_with_the_reason(line, reason):
    with pytest.raises(LineMalformed, match=reason.replace("<", r"\<").split("(")[0]) as caught:
        parse_event(line)
    assert caught.value.line == line


@settings(deadline=None)
@given(st.text(max_size=120))
def test_any_text_is_a_line_or_malformed(text):
    try:
        event = parse_event(text)
    except LineMalformed:
        return
    assert format_event(event) == text


@settings(deadline=None)
@given(st.sampled_from(LINES + MORE), st.data())
def test_a_changed_character_gives_another_event_or_none(line, data):
    place = data.draw(st.integers(0, len(line) - 1))
    changed = line[:place] + data.draw(st.characters(codec="ascii")) + line[place + 1 :]
    try:
        event = parse_event(changed)
    except LineMalformed:
        return
    assert (event == parse_event(line)) is (changed == line)
