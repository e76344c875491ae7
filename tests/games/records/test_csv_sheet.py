"""Score sheets as a spreadsheet has them."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records.csv_sheet import format_csv_sheet, parse_csv_sheet
from games.records.csv_text import quote_text, unquote_text
from games.records.entry import (
    Adjusted,
    HandClaim,
    PlayedHand,
    SheetRow,
    Substitution,
    VoidHand,
)
from games.records.errors import HandNotInNumbers, RecordUnreadable
from games.records.record import GameClaim, Record, Start
from games.rules.row import Row
from games.rules.ruleset import RuleSet, parse_rules

SUBTRACT = parse_rules({"moon": "subtract"})
PLAYERS = ("Anna", "Ben", "Cara", "Dan")
HEAD = "Hand,Pass,Anna,Anna total,Ben,Ben total,Cara,Cara total,Dan,Dan total,Hand total,"
HEAD += "Jack seat,Ten seat,Sun,No tricks seats,Moon,Note"


def record(*entries, rules=SUBTRACT, players=PLAYERS, start=None):
    return Record("x", rules, players, tuple(entries), start=start)


def row(*points, **extras):
    return SheetRow(Row(points, **extras))


EXAMPLE = record(
    row(5, 0, 8, 13),
    row(0, 26, 0, 0),
    Adjusted((0, 0, 5, 0), "late"),
    VoidHand("misdeal"),
    Substitution(2, "Eve", "left"),
    row(13, 4, 9, 0),
)


def read(*lines, rules=SUBTRACT):
    return parse_csv_sheet("\r\n".join(lines) + "\r\n", "x", rules=rules)


def refused(*lines, rules=SUBTRACT):
    with pytest.raises(RecordUnreadable) as caught:
        read(*lines, rules=rules)
    error = caught.value
    assert error.pointer is None
    assert f"line {error.line}, column {error.column}: expected " in str(error)
    return error.line, error.column


def test_a_sheet_is_written_with_its_running_totals():
    assert format_csv_sheet(EXAMPLE).split("\r\n") == [
        HEAD,
        "1,left,5,5,0,0,8,8,13,13,26,,,,,,",
        "2,right,0,5,26,-26,0,8,0,13,26,,,,,,",
        "adjust,,0,5,0,-26,5,13,0,13,,,,,,,late",
        "void,,,,,,,,,,,,,,,,misdeal",
        "substitute,,,,,,Eve,,,,,,,,,,left",
        "3,across,13,18,4,-22,9,22,0,13,26,,,,,,",
        "total,,,18,,-22,,22,,13,,,,,,,",
        "",
    ]


def test_what_is_written_is_read_again_with_the_totals_as_claims():
    again = parse_csv_sheet(format_csv_sheet(EXAMPLE), "x", rules=SUBTRACT)
    assert again.players == PLAYERS
    assert again.claimed == GameClaim(totals=(18, -22, 22, 13))
    assert again.hands[1] == SheetRow(Row((0, 26, 0, 0)), HandClaim(scores=(0, -26, 0, 0)))
    assert again.hands[2:5] == EXAMPLE.hands[2:5]
    assert again.hands[5].claimed.scores == (13, 4, 9, 0)
    assert format_csv_sheet(again) == format_csv_sheet(EXAMPLE)


def test_extras_have_their_columns():
    rules = parse_rules({"preset": "omnibus", "ten_of_clubs_doubles": True, "no_tricks": -5})
    extras = {"jack": 2, "ten": 0, "sun": False, "no_tricks": (1, 3), "moon_choice": "add"}
    sheet = record(row(5, 0, -2, 13, **extras), row(26, 0, 0, 0, no_tricks=()), rules=rules)
    text = format_csv_sheet(sheet)
    assert "1,left,5,,0,,-2,,13,,16,2,0,no,1 3,add," in text
    assert "2,,26,,0,,0,,0,,26,,,,none,," in text
    again = parse_csv_sheet(text, "x", rules=rules)
    assert [entry.row for entry in again.hands] == [entry.row for entry in sheet.hands]


def test_a_sheet_can_begin_with_lost_hands():
    sheet = record(row(5, 0, 8, 13), start=Start(5, (20, -11, 4, 13)))
    text = format_csv_sheet(sheet)
    assert "start,5,,20,,-11,,4,,13," in text
    assert "6,right,5,25,0,-11,8,12,13,26," in text
    again = parse_csv_sheet(text, "x", rules=SUBTRACT)
    assert again.start == sheet.start
    assert again.hands[0].claimed.scores == (5, 0, 8, 13)


def test_totals_stop_where_a_row_has_no_answer_or_the_game_was_over():
    for bad in (row(5, 0, 8, 14), row(9, 5, 8, 4)):
        text = format_csv_sheet(record(bad, row(5, 0, 8, 13), Adjusted((1, 1, 1, 1))))
        assert "2,,5,,0,,8,,13,,26" in text
        assert "adjust,,1,,1,,1,,1,," in text
    over = record(Adjusted((100, 1, 2, 3)), row(5, 0, 8, 13))
    assert "1,left,5,,0,,8,,13,,26" in format_csv_sheet(over)


def test_hands_of_cards_are_no_numbers():
    with pytest.raises(HandNotInNumbers):
        format_csv_sheet(record(PlayedHand(dealt=())))


def test_text_that_looks_like_a_formula_is_quoted_and_a_number_stays_one():
    players = ("=1+1", "@Ben", "-Cara", "'+Dan")
    sheet = record(
        row(0, 26, 0, 0),
        Substitution(1, "=HYPERLINK()", "+late"),
        VoidHand("\tx"),
        players=players,
    )
    text = format_csv_sheet(sheet)
    cells = [cell for line in csv.reader(io.StringIO(text)) for cell in line]
    numbers = [cell for cell in cells if cell.startswith("-") and cell[1:].isdigit()]
    assert "-26" in numbers
    assert not [cell for cell in cells if cell.startswith(("=", "@", "+", "\t"))]
    assert [cell for cell in cells if cell.startswith("-")] == numbers
    again = parse_csv_sheet(text, "x", rules=SUBTRACT)
    assert again.players == players
    assert again.hands[1] == sheet.hands[1]
    assert again.hands[2] == sheet.hands[2]


@settings(deadline=None)
@given(st.text(max_size=20))
def test_every_text_comes_back(text):
    assert unquote_text(quote_text(text)) == text
    assert not quote_text(text).startswith(tuple("=+-@\t\r"))


def test_a_plain_table_is_enough():
    sheet = read("Hand,Anna,Ben,Cara,Dan", "1,5,0,8,13", "", "2,0,26,0,0")
    assert [entry.row.points for entry in sheet.hands] == [(5, 0, 8, 13), (0, 26, 0, 0)]
    assert sheet.hands[0].claimed is None
    assert sheet.players == PLAYERS


def test_semicolons_and_a_mark_of_bytes_are_read_too():
    sheet = read("\ufeffHand;Anna;Ben;Cara;Dan;Note", "1;5;0;8;13;")
    assert sheet.hands[0].row.points == (5, 0, 8, 13)


def test_a_wrong_total_is_a_claim_and_not_a_fault_of_the_file():
    sheet = read("Hand,A,A total,B,B total,C,C total,D,D total", "1,5,5,0,0,8,9,13,13")
    assert sheet.hands[0].claimed.scores == (5, 0, 9, 13)


PLAIN = "Hand,Pass,A,A total,B,B total,C,C total,D,D total,Jack seat,Sun,No tricks seats,Note"


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ([""], (1, 1)),
        (["Hands,A,B,C,D"], (1, 1)),
        (["Hand,A,B,C"], (1, 2)),
        (["Hand,A,B,C,D,E"], (1, 2)),
        (["Hand,A,A total,B,C,D"], (1, 2)),
        (["Hand,A,B,C,D,Note,Note"], (1, 6)),
        (["Hand,A,B,C,D,Note,Mood"], (1, 6)),
        ([PLAIN, "2,left,5,,0,,8,,13,"], (2, 1)),
        ([PLAIN, "one,left,5,,0,,8,,13,"], (2, 1)),
        ([PLAIN, "1,left,5,,0,,8,,13,", "3,right,5,,0,,8,,13,"], (3, 1)),
        ([PLAIN, "1,left,5,,0,,8,,x,"], (2, 9)),
        ([PLAIN, "1,left,5,,0,,8,"], (2, 9)),
        ([PLAIN, "1,left,5,,0,,8,,1.5,"], (2, 9)),
        ([PLAIN, "1,left,5,,0,,8,,\uff11\uff13,"], (2, 9)),
        ([PLAIN, "1,left,5,5,0,,8,,13,"], (2, 6)),
        ([PLAIN, "1,left,5,,0,,8,,13,,4"], (2, 11)),
        ([PLAIN, "1,left,5,,0,,8,,13,,,true"], (2, 12)),
        ([PLAIN, "1,left,5,,0,,8,,13,,,,1 x"], (2, 13)),
        ([PLAIN, "1,left,5,,0,,8,,13,,,,1 1"], (2, 13)),
        ([PLAIN, "adjust,,1,,1,,1"], (2, 9)),
        ([PLAIN, "substitute,,,,,,,,,,,,,left"], (2, 3)),
        ([PLAIN, "substitute,,Eve,,Joe"], (2, 3)),
        ([PLAIN, "start,5"], (2, 1)),
        ([PLAIN, "start,-1,,0,,0,,0,,0"], (2, 2)),
        ([PLAIN, "start,1,,0,,0,,0,,0", "start,1,,0,,0,,0,,0"], (3, 1)),
        ([PLAIN, '1,"left,5,,0,,8,,13,'], (2, 1)),
    ],
)
def test_what_does_not_fit_is_named_by_line_and_column(lines, place):
    assert refused(*lines) == place


def test_the_number_of_columns_is_that_of_the_players():
    three = parse_rules({"players": 3})
    assert read("Hand,A,B,C", "1,13,13,0", rules=three).players == ("A", "B", "C")
    assert refused("Hand,A,B,C,D", rules=three) == (1, 2)


def test_a_final_row_without_totals_claims_nothing():
    assert read(PLAIN, "total").claimed is None


def test_a_total_that_is_missing_claims_nothing_for_the_next_hand_either():
    sheet = read(PLAIN, "1,,5,,0,,8,,13,", "2,,0,5,26,-26,0,8,0,13")
    assert [entry.claimed for entry in sheet.hands] == [None, None]
    sheet = read(PLAIN, "1,,5,,0,,8,,13,", "adjust,,1,,1,,1,,1,", "void")
    assert sheet.hands[1:] == (Adjusted((1, 1, 1, 1)), VoidHand(""))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200) | st.text(alphabet='Hand,12"\n;AB total-', max_size=80))
def test_no_text_breaks_the_reader(text):
    try:
        sheet = parse_csv_sheet(text, "x", rules=RuleSet())
    except RecordUnreadable:
        return
    assert len(sheet.players) == 4


COLUMNS = [*HEAD.split(","), "total", "", " ", "'Note", "''", "Anna total total"]


@pytest.mark.parametrize("name", COLUMNS)
def test_a_player_named_as_a_column_comes_back(name):
    for players in ((name, "Ben", "Cara", "Dan"), ("Anna", "Ben", "Cara", name), (name,) * 4):
        sheet = record(row(5, 0, 8, 13), Substitution(1, name, name), players=players)
        again = parse_csv_sheet(format_csv_sheet(sheet), "x", rules=SUBTRACT)
        assert again.players == players
        assert again.hands[0].row == sheet.hands[0].row
        assert again.hands[1] == Substitution(1, name, name or None)


def test_many_semicolons_in_a_name_part_no_cells():
    sheet = record(row(5, 0, 8, 13), players=(";" * 40, "Ben", "Cara", "Dan"))
    assert parse_csv_sheet(format_csv_sheet(sheet), "x", rules=SUBTRACT).players == sheet.players


numbers = st.integers(-26, 60)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(numbers, numbers, numbers, numbers), max_size=5), st.data())
def test_rows_come_back_as_they_were(rows, data):
    some = st.sampled_from(COLUMNS) | st.text("=A'@b,;\n\" ")
    names = tuple(data.draw(st.lists(some, min_size=4, max_size=4)))
    sheet = record(*(row(*points) for points in rows), players=names)
    again = parse_csv_sheet(format_csv_sheet(sheet), "x", rules=SUBTRACT)
    assert [entry.row for entry in again.hands] == [entry.row for entry in sheet.hands]
    assert again.players == names
