"""A played game as rows of numbers scores as it did."""

import json
from dataclasses import replace
from pathlib import Path

from games.records.csv_sheet import format_csv_sheet, parse_csv_sheet
from games.records.entry import PlayedHand, SheetRow
from games.records.record import format_record, parse_record
from games.replay.as_sheet import record_as_sheet
from games.replay.replay import Verdict, replay_record

RECORDS = Path(__file__).parents[2] / "records"
CASES = [
    line
    for name in ("cases-four", "cases-sheets", "cases")
    for line in (RECORDS / f"{name}.ndjson").read_text().splitlines()
]


def test_every_good_hand_becomes_a_row_that_scores_the_same():
    compared = 0
    for line in CASES:
        record = parse_record(line)
        played = replay_record(record)
        sheet = record_as_sheet(record)
        assert not any(isinstance(entry, PlayedHand) for entry in sheet.hands)
        again = replay_record(replace(sheet, claimed=None))
        assert again.totals == played.totals
        assert again.hands == played.hands
        compared += sum(isinstance(entry, SheetRow) for entry in sheet.hands)
    assert compared > 900


def test_a_sheet_goes_through_csv_and_back():
    for line in CASES[:300]:
        sheet = record_as_sheet(parse_record(line))
        again = parse_csv_sheet(format_csv_sheet(sheet), sheet.id, rules=sheet.rules)
        assert again.players == sheet.players
        played, back = replay_record(replace(sheet, claimed=None)), replay_record(again)
        assert back.totals == played.totals
        if played.verdict is Verdict.OK:
            assert back.verdict is Verdict.OK


def test_a_record_of_rows_can_be_archived():
    sheet = record_as_sheet(parse_record(CASES[0]))
    assert json.loads(format_record(sheet))["hands"] == [] or parse_record(format_record(sheet))
