"""The commands about games, as somebody at a terminal meets them."""

import gzip
import os
import uuid
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from deals.models import Job
from deals.services.jobs import take_job
from games.models import Game, HandState, Import, Score
from games.services.importing import begin_import
from games.services.rebuilding import stored_rows

RECORDS = Path(__file__).parents[2] / "records"


def run(*words):
    out, err = StringIO(), StringIO()
    try:
        call_command(*map(str, words), stdout=out, stderr=err)
    except CommandError as error:
        return out.getvalue(), err.getvalue(), str(error)
    return out.getvalue(), err.getvalue(), None


def test_rebuilding_sound_rows_changes_nothing(party):
    party.play_hand()
    before = stored_rows(party.game)
    assert run("rebuild") == ("1 games rebuilt, 0 of them differed\n", "", None)
    assert stored_rows(party.game) == before


def test_rebuilding_replaces_what_differs_and_says_so(party):
    party.play_hand()
    before = stored_rows(party.game)
    Score.objects.update(totals=[0, 0, 0, 26])
    Game.objects.update(totals=[0, 0, 0, 26])
    HandState.objects.update(turn=3)
    out, err, failed = run("rebuild", party.game)
    assert out == f"{party.game}: replaced what was stored\n1 games rebuilt, 1 of them differed\n"
    assert (err, failed) == ("", None)
    assert stored_rows(party.game) == before


def test_a_faulty_log_is_not_rebuilt_from_and_its_rows_stay(party, tamper):
    party.play_hand()
    before = stored_rows(party.game)
    Score.objects.update(totals=[0, 0, 0, 26])
    tamper("UPDATE games_event SET line = replace(line, ' score - ', ' score - 9') ")
    out, err, failed = run("rebuild")
    assert out == "0 games rebuilt, 0 of them differed\n"
    assert f"{party.game}: not rebuilt, its log is faulty" in err
    assert failed == "1 games could not be rebuilt: audit them"
    assert stored_rows(party.game) != before


def test_a_game_that_is_not_there_is_named(log):
    nobody = uuid.UUID(int=7)
    _, _, failed = run("rebuild", nobody)
    assert str(nobody) in failed


def test_a_missing_hand_state_is_made_again(party):
    before = stored_rows(party.game)
    HandState.objects.all().delete()
    run("rebuild")
    assert stored_rows(party.game) == before


def test_importing_a_file_says_each_finding_with_its_line_and_a_sum(db):
    out, err, failed = run("import", RECORDS / "cases-four.ndjson")
    lines = (RECORDS / "cases-four.ndjson").read_bytes().count(b"\n")
    *found, sums, verdicts = out.splitlines()
    assert sums == f"{lines} lines: {lines} imported, 0 duplicates, 0 rejected"
    assert verdicts.startswith(f"{lines} lines imported and audited: ")
    assert found
    assert all(line.startswith("line ") for line in found)
    assert (err, failed) == ("", None)
    assert Import.objects.get().source == "cases-four.ndjson"
    again = run("import", RECORDS / "cases-four.ndjson")[0].splitlines()
    assert again[-2:] == [
        f"{lines} lines: 0 imported, {lines} duplicates, 0 rejected",
        "0 lines imported and audited: none",
    ]


def test_importing_an_empty_file_says_none(db, tmp_path):
    (tmp_path / "empty").touch()
    assert run("import", tmp_path / "empty")[0] == (
        "0 lines: 0 imported, 0 duplicates, 0 rejected\n0 lines imported and audited: none\n"
    )


def test_importing_says_where_a_line_can_not_be_read(db, tmp_path):
    (tmp_path / "some").write_bytes(b'\n{"format": "hearts-record/1"}\nx\n')
    out, _, failed = run("import", tmp_path / "some")
    assert out.splitlines()[:2] == [
        "line 2: unreadable: at the top: expected an object with the key 'rules'",
        "line 3: unreadable: column 1: expected JSON (Expecting value)",
    ]
    assert failed is None


def test_importing_takes_a_packed_file_and_refuses_a_damaged_one(db, tmp_path):
    packed = gzip.compress((RECORDS / "cases-sheets.ndjson").read_bytes())
    (tmp_path / "sheets.gz").write_bytes(packed)
    assert "215 lines: 215 imported" in run("import", tmp_path / "sheets.gz")[0]
    (tmp_path / "cut.gz").write_bytes(packed[:-9])
    assert "ends too early" in run("import", tmp_path / "cut.gz")[2]


def test_importing_a_sheet_takes_its_rules_by_name_or_as_json(db, tmp_path):
    sheet = tmp_path / "club.CSV"
    sheet.write_text("Hand,Anna,Ben,Cara,Dan\n1,0,26,0,0\n")
    assert "1 lines: 1 imported" in run("import", sheet)[0]
    assert Game.objects.get().totals == [0, -26, 0, 0]
    sheet.write_text("Hand,Anna,Ben,Cara,Dan\n1,0,0,0,26\n")
    moved = sheet.rename(tmp_path / "other.csv")
    run("import", moved, "--rules", '{"moon": "add"}')
    assert Game.objects.order_by("id").filter(totals=[26, 26, 26, 0]).exists()
    assert "preset" in run("import", moved, "--rules", "nothing")[2]
    assert "expected JSON" in run("import", moved, "--rules", "{nothing")[2]


def test_a_file_whose_name_is_no_utf_8_is_imported_and_named(db, tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9\x1b.ndjson"))
    path.write_bytes((RECORDS / "cases-sheets.ndjson").read_bytes().splitlines(keepends=True)[0])
    out, _, failed = run("import", path)
    assert failed is None
    assert "1 lines: 1 imported" in out
    assert Import.objects.get().source == "caf??.ndjson"
    path.unlink()
    assert "caf??.ndjson can't be read" in run("import", path)[2]


def test_an_import_that_a_worker_has_taken_is_waited_for_and_a_failed_one_is_told(
    db, tmp_path, monkeypatch
):
    (tmp_path / "some").write_bytes(b"x\n")

    def fail(_seconds):
        Job.objects.update(state="failed")

    def begin(*words, **more):
        begun = begin_import(*words, **more)
        take_job(begun.hint.job, now=timezone.now())
        return begun

    monkeypatch.setattr("games.management.commands.import.begin_import", begin)
    monkeypatch.setattr("games.management.commands.import.time.sleep", fail)
    assert "0 of 1 lines, then it failed" in run("import", tmp_path / "some")[2]


@pytest.mark.parametrize("name", ["missing", "."])
def test_a_file_that_can_not_be_read_is_named(db, tmp_path, name):
    _, _, failed = run("import", tmp_path / name)
    assert str(tmp_path / name) in failed
    assert "can't be read" in failed


def test_a_finding_with_control_characters_does_not_reach_the_terminal(db, tmp_path):
    file = tmp_path / "evil"
    file.write_bytes(b'{"format": "\\u001b[2J"}\n{"format": "hearts-record/1", "rules": "\x1b"}\n')
    out, _, _ = run("import", file)
    assert "\x1b" not in out


def test_nothing_of_a_rebuild_touches_the_log(party):
    party.play_hand()
    with connection.cursor() as cursor:
        cursor.execute("SELECT md5(string_agg(e::text, '|' ORDER BY seq)) FROM games_event e")
        before = cursor.fetchone()
        Score.objects.all().delete()
        run("rebuild")
        cursor.execute("SELECT md5(string_agg(e::text, '|' ORDER BY seq)) FROM games_event e")
        assert cursor.fetchone() == before
