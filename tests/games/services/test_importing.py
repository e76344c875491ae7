"""Records of others: every line is kept as it came, and says what a replay found."""

import json
from collections import Counter
from pathlib import Path

import pytest

from games.models import Audit, Finding, Import
from games.services.importing import import_lines
from tests.cast import NOW

RECORDS = Path(__file__).parents[2] / "records"
RECORD = (RECORDS / "cases-four.ndjson").read_bytes().splitlines(keepends=True)[0]
OPENSPIEL = (RECORDS / "openspiel-xinxin-20.txt").read_bytes().splitlines(keepends=True)


def imported(*lines):
    return list(import_lines(lines, source="games.txt", now=NOW))


def test_a_file_of_openspiels_numbers_is_imported_whole(db):
    lines = imported(*OPENSPIEL)
    assert [line.number for line in lines] == list(range(1, 21))
    assert {line.report.verdict for line in lines} == {"ok"}
    assert {line.report.strength for line in lines} == {"unproven"}
    kept = Import.objects.order_by("number").values_list("line", flat=True)
    assert [bytes(line) + b"\n" for line in kept] == OPENSPIEL
    assert Audit.objects.count() == 20


@pytest.mark.parametrize("name", ["cases-four", "cases", "cases-sheets"])
def test_records_get_the_verdicts_and_findings_that_are_expected_of_them(db, name):
    path = RECORDS / f"{name}.ndjson"
    with path.open("rb") as file:
        found = {line.number: line.report for line in import_lines(file, source="f", now=NOW)}
    expected = (RECORDS / f"{name}.expected.ndjson").read_text().splitlines()
    for number, text in enumerate(expected, start=1):
        assert found[number].verdict == json.loads(text)["verdict"]
    stored = Audit.objects.order_by("imported__number")
    assert [audit.verdict for audit in stored] == [found[n].verdict for n in sorted(found)]
    rules = Counter(Finding.objects.values_list("rule", flat=True))
    assert rules == Counter(f.rule for report in found.values() for f in report.findings)


def test_a_record_of_every_shape_is_audited(db):
    rows = [{"points": [5, 0, 8, 13]}, {"points": [0, 26, 0, 0]}, {"void": "misdeal"}]
    rows += [{"adjust": [0, 0, 5, 0], "reason": "late"}]
    rows += [{"substitute": {"seat": 2, "player": "Eve"}, "reason": "left"}]
    record = {"format": "hearts-record/1", "id": "x", "rules": {}, "players": ["A", "B", "C", "D"]}
    record |= {"hands": rows, "start": {"hands": 5, "totals": [20, -11, 4, 13]}}
    (line,) = imported(json.dumps(record).encode())
    assert (line.report.verdict, line.report.totals) == ("ok", (51, -11, 43, 52))


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe{}",
        b'{"format": "hearts-record/1", "id": "\xc3\x28"}',
        b"\x00",
        RECORD[:40] + b"\x00" + RECORD[40:].strip(),
        b"1 2 3\x00",
        b"99 1 2 3",
        b"3 " + b"0 " * 60,
        "٣ 1 2".encode(),
        b"null",
        b"[]",
        b"[" * 50_000,
        b'{"format": "hearts-record/9"}',
        b'{"format": "hearts-record/1"}',
        b'{"format": "hearts-record/1", "format": "hearts-record/1"}',
        b"\xef\xbb\xbf" + RECORD.strip(),
    ],
    ids=lambda line: repr(line[:24]),
)
def test_a_line_that_can_not_be_read_is_kept_byte_for_byte_and_stops_nothing(db, line):
    before, spoiled, after = imported(RECORD, line + b"\r\n", OPENSPIEL[0])
    assert spoiled.report.verdict == "unreadable"
    assert spoiled.report.unreadable.expected
    assert (before.number, spoiled.number, after.number) == (1, 2, 3)
    assert after.report.verdict == "ok"
    kept = Import.objects.get(number=2)
    assert bytes(kept.line) == line
    assert kept.audit.verdict == "unreadable"
    assert kept.audit.strength == ""


@pytest.mark.parametrize("name", ["a\\u0000b", "\\ud800", "\\udfff\\ud800"])
def test_a_text_that_the_database_can_not_hold_stops_nothing(db, name):
    spoiled = RECORD.replace(b'"players"', f'"x{name}": "{name}", "players"'.encode(), 1)
    assert spoiled != RECORD
    lines = imported(spoiled, RECORD)
    assert [line.number for line in lines] == [1, 2]
    assert bytes(Import.objects.get(number=1).line) == spoiled.strip()
    assert lines[1].report.verdict != "unreadable"


def test_empty_lines_are_passed_over_but_counted(db):
    lines = imported(b"\n", b"  \r\n", RECORD, b"")
    assert [line.number for line in lines] == [3]
    assert Import.objects.count() == 1


def test_an_illegal_play_is_named_with_its_place(db):
    words = OPENSPIEL[0].split()
    words[-1], words[-2] = words[-2], words[-1]
    (line,) = imported(b" ".join(words))
    assert line.report.verdict == "false"
    found = Finding.objects.get()
    assert (found.step, found.hand) == (9, 1)
    assert found.ply is not None


def test_a_line_is_kept_with_its_verdict_before_the_next_is_read(db):
    def lines():
        yield RECORD
        assert Audit.objects.count() == 1
        yield OPENSPIEL[0]

    assert len(list(import_lines(lines(), source="f", now=NOW))) == 2
