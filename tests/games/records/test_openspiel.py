"""OpenSpiel's number lines."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records.errors import RecordUnreadable
from games.records.openspiel import parse_openspiel
from games.records.record import format_record, parse_record
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet, Tie

RECORDS = Path(__file__).parents[2] / "records"
LINES = (RECORDS / "openspiel-xinxin-20.txt").read_text().splitlines()


def test_a_line_is_a_game_of_one_hand():
    record = parse_openspiel(LINES[1], "games.txt:2")
    assert record.id == "games.txt:2"
    assert record.preset == "openspiel"
    assert record.rules == RuleSet(
        passing=(Direction.HOLD,),
        queen_breaks_hearts=True,
        moon_needs_jack=False,
        target=None,
        hands=1,
        tie=Tie.SHARE,
    )
    (hand,) = record.hands
    # Numbers 8 23 26 2 begin the deal: 4C to seat 0, 7S, 8H, 2H.
    assert [holding[0] for holding in hand.dealt] == ["4C", "7S", "8H", "2H"]
    assert hand.passed is None
    assert hand.played[:4] == ("2C", "AC", "9C", "4C")
    assert len(hand.played) == 52


def test_passes_stand_between_the_deal_and_the_plays():
    record = parse_openspiel(LINES[0], "x")
    assert record.rules.passing == (Direction.ACROSS,)
    assert list(map(len, record.hands[0].passed)) == [3, 3, 3, 3]


@pytest.mark.parametrize(
    ("number", "direction"), [(0, "hold"), (1, "left"), (2, "across"), (3, "right")]
)
def test_the_first_number_is_the_direction(number, direction):
    numbers = LINES[0].split()[1:]
    record = parse_openspiel(" ".join([str(number), *numbers]), "x")
    assert record.rules.passing == (direction,)


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_line_can_be_archived(line):
    record = parse_openspiel(line, "x")
    assert parse_record(format_record(record)).rules == record.rules


def test_plays_may_stop_early():
    assert len(parse_openspiel(LINES[1].rsplit(" ", 3)[0], "x").hands[0].played) == 49


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("", 1),
        ("  ", 1),
        ("4", 1),
        (" x 1 2", 2),
        ("0 52", 3),
        ("0 1 -1", 5),
        ("0 1 2.0", 5),
        ("0 1 ²", 5),
        ("0 1 000001", 5),
        ("0 1 | 2", 5),
        ("0 1 2 3", 8),
        (" ".join(["1", *map(str, range(52)), "0"]), 150),
        ("0 01", 3),
    ],
)
def test_what_is_no_line_is_refused_with_its_column(line, column):
    with pytest.raises(RecordUnreadable) as caught:
        parse_openspiel(line, "x")
    assert caught.value.column == column
    assert caught.value.pointer is None


@settings(deadline=None)
@given(st.text() | st.lists(st.integers(-1, 60).map(str)).map(" ".join))
def test_no_text_breaks_the_parser(line):
    with pytest.raises(RecordUnreadable):
        parse_openspiel(line, "x")
