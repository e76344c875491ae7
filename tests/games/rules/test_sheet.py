"""Score sheets: corrections and other rules change every total and no row."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.errors import (
    AmbiguousRow,
    BadSum,
    GameOver,
    InvalidRules,
    NoSuchRow,
    RowNoLongerFits,
)
from games.rules.passing import Direction
from games.rules.row import Row
from games.rules.ruleset import RuleSet, parse_rules
from games.rules.sheet import Adjustment, start_sheet

EXAMPLE = ((5, 0, 8, 13), (0, 26, 0, 0), (13, 4, 9, 0), (2, 11, 13, 0), (0, 0, 26, 0))
SUBTRACT, ADD = parse_rules({"moon": "subtract"}), parse_rules({})


def sheet(*rows, rules=ADD):
    written = start_sheet(rules)
    for row in rows:
        written = written.add_row(Row(row))
    return written


def totals(written):
    return [line.totals for line in written.count.lines]


BY_SUBTRACT = [(5, 0, 8, 13), (5, -26, 8, 13), (18, -22, 17, 13), (20, -11, 30, 13)]
BY_SUBTRACT.append((20, -11, 4, 13))
BY_ADD = [(5, 0, 8, 13), (31, 0, 34, 39), (44, 4, 43, 39), (46, 15, 56, 39), (72, 41, 56, 65)]


def test_the_worked_example_by_both_rules():
    written = sheet(*EXAMPLE, rules=SUBTRACT)
    assert totals(written) == BY_SUBTRACT
    assert written.count.game.ranks == (4, 1, 2, 3)
    assert not written.count.game.finished
    added = written.change_rules(ADD)
    assert totals(added) == BY_ADD
    assert added.rows == written.rows
    assert totals(added.change_rules(SUBTRACT)) == BY_SUBTRACT


def test_a_line_has_its_hand_its_direction_and_its_shooter():
    first, second = sheet(*EXAMPLE[:2]).count.lines
    assert (first.number, first.row, first.direction) == (1, 0, Direction.LEFT)
    assert (second.number, second.score.shooter) == (2, 1)
    assert second.score.scores == (26, 0, 26, 26)


def test_a_corrected_row_counts_and_the_others_with_it():
    written = sheet(*EXAMPLE)
    corrected = written.correct_row(0, Row((13, 8, 0, 5)))
    assert totals(corrected)[-1] == (80, 49, 48, 57)
    assert corrected.rows[1:] == written.rows[1:]
    assert totals(corrected.correct_row(0, Row((5, 0, 8, 13)))) == BY_ADD


def test_a_correction_of_no_row_or_to_none_is_refused():
    written = sheet(*EXAMPLE)
    for place in (-1, 5):
        with pytest.raises(NoSuchRow):
            written.correct_row(place, Row((26, 0, 0, 0)))
    with pytest.raises(RowNoLongerFits) as caught:
        written.correct_row(2, Row((25, 0, 0, 0)))
    assert caught.value.hand == 3
    assert isinstance(caught.value.fault, BadSum)


def test_rules_that_leave_a_row_without_an_answer_are_refused_with_hand_and_question():
    with pytest.raises(RowNoLongerFits) as caught:
        sheet(*EXAMPLE).change_rules(parse_rules({"ten_of_clubs_doubles": True}))
    assert caught.value.hand == 1
    assert isinstance(caught.value.fault, AmbiguousRow)
    with pytest.raises(RowNoLongerFits, match=r"hand 2: .*add or subtract"):
        sheet(*EXAMPLE).change_rules(parse_rules({"moon": "choice"}))


def test_another_number_of_players_is_refused():
    with pytest.raises(InvalidRules) as caught:
        sheet(*EXAMPLE).change_rules(parse_rules({"players": 5}))
    assert caught.value.setting == "players"


def test_rows_after_an_earlier_end_are_set_aside_and_come_back():
    written = sheet(*EXAMPLE)
    short = written.change_rules(parse_rules({"target": 25}))
    assert short.count.game.finished
    assert short.count.set_aside == (2, 3, 4)
    assert totals(short) == BY_ADD[:2]
    assert short.rows == written.rows
    with pytest.raises(GameOver):
        short.add_row(Row((26, 0, 0, 0)))
    again = short.change_rules(ADD)
    assert not again.count.game.finished
    assert (totals(again), again.count.set_aside) == (BY_ADD, ())


def test_a_row_that_is_set_aside_can_be_corrected():
    short = sheet(*EXAMPLE).change_rules(parse_rules({"target": 25}))
    corrected = short.correct_row(4, Row((26, 0, 0, 0)))
    assert totals(corrected.change_rules(ADD))[-1] == (46, 41, 82, 65)


def test_a_row_that_does_not_fit_is_not_written():
    with pytest.raises(BadSum):
        sheet().add_row(Row((5, 0, 8, 14)))


def test_an_adjustment_counts_at_once_and_the_end_is_asked_afresh():
    ended = sheet((5, 0, 8, 13)).adjust((95, 0, 0, 0))
    assert ended.count.game.finished
    assert ended.count.game.winners == (1,)
    with pytest.raises(GameOver):
        ended.add_row(Row((26, 0, 0, 0)))
    assert totals(ended.adjust((-1, 0, 0, 0)).add_row(Row((0, 13, 13, 0))))[-1] == (99, 13, 21, 13)


def test_a_sheet_can_begin_with_lost_hands():
    written = start_sheet(ADD, totals=(20, -11, 4, 13), hands=5).add_row(Row((5, 0, 8, 13)))
    (line,) = written.count.lines
    assert (line.number, line.direction, line.totals) == (6, Direction.RIGHT, (25, -11, 12, 26))


def test_brink_and_auto_are_judged_by_the_totals_before_the_row():
    rules = parse_rules({"brink_holds": True, "moon": "auto"})
    written = start_sheet(rules, totals=(99, 98, 4, 13)).add_row(Row((26, 0, 0, 0)))
    (line,) = written.count.lines
    assert line.direction is Direction.HOLD
    assert line.score.scores == (-26, 0, 0, 0)


moons = st.sampled_from(["add", "subtract", "off", "auto"])
rows = st.lists(st.sampled_from(EXAMPLE), min_size=1, max_size=9)


@settings(max_examples=80, deadline=None)
@given(rows, moons, moons, st.sampled_from([None, 25, 50, 100, 500]), st.sampled_from([None, 3, 9]))
def test_whatever_the_rules_were_the_totals_follow_from_the_last_ones(points, first, last, to, n):
    begun = start_sheet(parse_rules({"moon": first, "target": 500}))
    entries = tuple(map(Row, points))
    written = replace(begun, entries=entries)
    rules = parse_rules({"moon": last, "target": to, "hands": n or 100})
    changed = written.change_rules(rules)
    assert changed.count == replace(start_sheet(rules), entries=entries).count
    assert len(changed.count.lines) + len(changed.count.set_aside) == len(points)
    assert changed.count.set_aside == () or changed.count.game.finished


def test_entries_are_rows_and_adjustments_in_their_order():
    written = sheet(EXAMPLE[0]).adjust([1, 0, 0, 0]).add_row(Row(EXAMPLE[2]))
    assert written.entries[1] == Adjustment((1, 0, 0, 0))
    assert written.rows == (Row(EXAMPLE[0]), Row(EXAMPLE[2]))
    assert isinstance(written.rules, RuleSet)
