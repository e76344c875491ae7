"""The commands about games, as somebody at a terminal meets them."""

import uuid
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game, HandState, Import, Score
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
    assert out.splitlines()[-1].startswith(f"{lines} lines imported and audited: ")
    assert any(line.startswith("line ") for line in out.splitlines()[:-1])
    assert (err, failed) == ("", None)
    assert set(Import.objects.values_list("source", flat=True)) == {"cases-four.ndjson"}


def test_importing_an_empty_file_says_none(db, tmp_path):
    (tmp_path / "empty").touch()
    assert run("import", tmp_path / "empty")[0] == "0 lines imported and audited: none\n"


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
