"""Archives: whole, the same bytes every time, and checked with Python alone."""

import json
import subprocess
import sys
import tarfile
import uuid
from datetime import timedelta
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from deals.models import Checkpoint, Job
from games.models import Game
from games.records.record import format_record
from games.records.upload import split_lines
from games.selectors.bundles import record_of_game
from games.selectors.exports import KEPT, export_path, export_summary
from games.services.errors import UnknownGame
from games.services.exporting import request_export, sweep_exports, write_export
from games.services.importing import begin_import, import_lines
from games.services.table_deals import deal_for_table
from tests.cast import NOW, Party
from tests.scorer import Scorer

RECORDS = Path(__file__).parents[2] / "records"
LATER = NOW + timedelta(days=1)
SHORT = {"preset": "standard", "hands": 1, "target": None, "tie": "share"}


@pytest.fixture(autouse=True)
def data(settings, tmp_path):
    """A place for archives of this test's own."""
    settings.HEARTS_DATA = tmp_path / "data"
    settings.HEARTS_VERIFIER = tmp_path / "data" / "nothing.pyz"
    return settings.HEARTS_DATA


@pytest.fixture
def played(log):
    """A game that is over, of cards."""
    party = Party(rules=SHORT)
    party.sit()
    party.play_game()
    return party


@pytest.fixture
def kept(log):
    """A sheet that is over; its one hand was dealt here."""
    scorer = Scorer({"preset": "scoresheet", "target": 25, "moon": "add"})
    purpose = f"table/{scorer.game}/hand/1"
    deal_for_table(purpose, deck=None, sources="server", now=scorer.clock())
    scorer.row(0, 26, 0, 0)
    return scorer


@pytest.fixture
def brought(log):
    """A game that others kept."""
    lines = (RECORDS / "cases-sheets.ndjson").read_bytes().splitlines(keepends=True)
    answers = (RECORDS / "cases-sheets.expected.ndjson").read_text().splitlines()
    verdicts = (json.loads(answer)["verdict"] for answer in answers)
    good = next(line for line, said in zip(lines, verdicts, strict=True) if said == "ok")
    begun = begin_import(split_lines([good]), source="f", now=NOW)
    import_lines(begun.hint.job, now=NOW)
    return Game.objects.get(sources="imported")


def exported(*games):
    """An archive of these games, written."""
    export, hint = request_export(games, now=LATER)
    assert write_export(hint.job, now=LATER) == ()
    return export


def unpack(path, directory):
    with tarfile.open(path) as tar:
        tar.extractall(directory, filter="data")
        return tar.getmembers()


def in_shell(directory, script):
    return subprocess.run(
        ["/bin/bash", "-c", script],
        cwd=directory,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def script_of(readme):
    """The commands that the archive's own README names."""
    return "\n".join(line for line in readme.splitlines() if line.startswith("    "))


def test_an_archive_is_checked_by_what_it_says_itself_in_an_empty_directory(
    played, kept, brought, tmp_path
):
    export = exported(played.game, kept.game, brought.id)
    place = tmp_path / "empty"
    unpack(export_path(export), place)
    script = script_of((place / "README.txt").read_text())
    assert "sha256sum -c" in script
    assert "--log log" in script
    done = in_shell(place, f"set -e -o pipefail\n{script}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 ok" in done.stdout
    listed = in_shell(place, "find . -type f | grep -v SHA256SUMS | wc -l; wc -l < SHA256SUMS")
    assert len(set(listed.stdout.split())) == 1


def test_a_changed_byte_of_an_archive_is_found(played, tmp_path):
    place = tmp_path / "empty"
    unpack(export_path(exported(played.game)), place)
    bundle = place / "bundles" / f"{played.game}.json"
    bundle.write_text(bundle.read_text().replace('"seed": "', '"seed": "0', 1))
    script = script_of((place / "README.txt").read_text())
    assert "FAILED" in in_shell(place, script).stdout
    assert in_shell(place, f"set -e\n{script}").returncode != 0


def test_an_archive_holds_what_was_asked_for_and_says_what_it_left_out(
    played, kept, brought, party, tmp_path
):
    export = exported(played.game, kept.game, brought.id, party.game)
    left_out = [{"game": str(party.game), "reason": "not-finished"}]
    stands = export_summary(export)
    assert (stands["state"], stands["asked"], stands["included"]) == ("done", 4, 3)
    assert stands["left_out"] == left_out
    unpack(export_path(export), tmp_path / "x")
    manifest = json.loads((tmp_path / "x" / "manifest.json").read_text())
    assert (manifest["records"], manifest["bundles"], manifest["left_out"]) == (3, 2, left_out)
    assert manifest["deals"] == len(list((tmp_path / "x" / "deals").iterdir())) == 1
    assert manifest["size"] == Checkpoint.objects.order_by("-size").first().size
    lines = (tmp_path / "x" / "records.ndjson").read_text().splitlines(keepends=True)
    games = sorted([played.game, kept.game, brought.id])
    assert lines == [format_record(record_of_game(game)) for game in games]
    bundles = {path.stem for path in (tmp_path / "x" / "bundles").iterdir()}
    assert bundles == {str(played.game), str(kept.game)}
    keys = (tmp_path / "x" / "keys.txt").read_text()
    assert [line.split(" ")[0] for line in keys.splitlines()] == ["log", "receipt"]
    spec = tmp_path / "x" / "specification"
    assert (spec / "games" / "records" / "SPEC.md").is_file()


def test_the_same_games_give_the_same_bytes(played, kept):
    first, second = exported(played.game, kept.game), exported(kept.game, played.game, kept.game)
    assert export_path(first).read_bytes() == export_path(second).read_bytes()
    stands = export_summary(first)
    data = export_path(first).read_bytes()
    assert (stands["size"], stands["sha256"]) == (len(data), sha256(data).hexdigest())


def test_a_tar_has_no_dates_and_no_owners_and_its_names_ascend(played, tmp_path):
    members = unpack(export_path(exported(played.game)), tmp_path / "x")
    assert {(m.mtime, m.uid, m.gid, m.uname, m.gname, m.mode) for m in members} == {
        (0, 0, 0, "", "", 0o644)
    }
    names = [member.name for member in members]
    assert names[-1] == "SHA256SUMS"
    assert names[:-1] == sorted(names[:-1])


def test_the_verifier_that_is_offered_is_the_one_in_the_archive(played, settings, tmp_path):
    settings.HEARTS_VERIFIER = tmp_path / "offered.pyz"
    settings.HEARTS_VERIFIER.write_bytes(b"offered")
    unpack(export_path(exported(played.game)), tmp_path / "x")
    assert (tmp_path / "x" / "hearts-verify.pyz").read_bytes() == b"offered"


def test_a_game_that_nobody_knows_is_named(log):
    nobody = uuid.UUID(int=7)
    with pytest.raises(UnknownGame, match=str(nobody)):
        request_export([nobody], now=NOW)


def test_a_job_is_done_once_and_an_archive_that_is_not_written_has_no_file(played):
    export, hint = request_export([played.game], now=LATER)
    stands = export_summary(export)
    assert (stands["state"], stands["file"], stands["sha256"]) == ("queued", None, None)
    assert export_summary(hint.job) is None
    write_export(hint.job, now=LATER)
    before = export_path(export).stat().st_mtime_ns
    assert write_export(hint.job, now=LATER) == ()
    assert export_path(export).stat().st_mtime_ns == before
    assert Job.objects.get(id=hint.job).state == "done"


def test_an_archive_is_swept_away_after_a_week_and_what_was_left_after_a_day(played, data):
    export = exported(played.game)
    part = data / "exports" / "x.tar.0.part"
    part.touch()
    sweep_exports(now=LATER + KEPT - timedelta(seconds=1))
    assert export_path(export).is_file()
    sweep_exports(now=LATER + KEPT)
    assert not export_path(export).exists()
    stands = export_summary(export)
    assert (stands["state"], stands["file"]) == ("done", None)
    sweep_exports(now=LATER + timedelta(days=365 * 100))
    assert not part.exists()


def test_a_writer_that_fails_leaves_no_part_of_a_file(played, data, monkeypatch):
    monkeypatch.setattr("games.services.archives.SPECIFICATION", ("nothing.md",))
    export, hint = request_export([played.game], now=LATER)
    with pytest.raises(FileNotFoundError):
        write_export(hint.job, now=LATER)
    assert not export_path(export).exists()
    assert list((data / "exports").iterdir()) == []


def run(*words):
    out = StringIO()
    call_command("export", *map(str, words), stdout=out)
    return out.getvalue().splitlines()


def test_the_command_exports_all_games_that_are_over(played, kept, party, tmp_path):
    said = run(tmp_path / "all.tar")
    assert said[0] == "2 games: 2 exported (2 with all proofs), 0 left out, as they are not over"
    data = (tmp_path / "all.tar").read_bytes()
    assert said[1] == f"{sha256(data).hexdigest()}  {tmp_path / 'all.tar'} ({len(data)} bytes)"


def test_the_command_exports_the_games_that_are_named(played, party, tmp_path):
    said = run(tmp_path / "some.tar", played.game, party.game)
    assert said[0].startswith("2 games: 1 exported (1 with all proofs), 1 left out")
    with pytest.raises(CommandError, match=str(uuid.UUID(int=7))):
        run(tmp_path / "none.tar", uuid.UUID(int=7))
    with pytest.raises(CommandError, match="can't be written"):
        run(tmp_path)


def test_without_a_log_the_command_says_what_to_do(db, keys, tmp_path):
    with pytest.raises(CommandError, match="openlog"):
        run(tmp_path / "none.tar")
