"""Who sits where, proven: a league's rounds under the log's key, and what is found of a lie."""

import copy
import json
import subprocess
import sys

import pytest

from deals.services.checkpoints import publish_checkpoint
from deals.services.keys import service_keys
from deals.tlog.directory import directory_reader
from deals.tlog.note import format_vkey
from games.leagues.services.auditing import audit_league
from games.records.errors import RecordUnreadable
from games.verifier.log_reader import check_log
from games.verifier.log_step import NO_KEY
from games.verifier.options import Options
from games.verifier.rounds import parse_rounds
from games.verifier.verify import verify_value
from games.verifier.whole_log_step import OLDER_COPY
from tests.log_files import export_log
from tests.real_parts import ROOT
from tests.season import Boards, Season
from tests.seatings import (
    TAMPERED,
    UNREADABLE,
    bundle_of,
    draw_again,
    drop,
    exchange,
    lie,
    play_round,
    reveal_late,
    swap,
)

pytestmark = pytest.mark.usefixtures("log")


def report_on(bundle):
    return verify_value(bundle, Options(key=service_keys().log.verifier_key))


def checked(season):
    report = report_on(bundle_of(season))
    assert (report.verdict, report.strength, report.findings) == ("ok", "server-only", ())
    assert (report.id, report.choices) == (str(season.id), 1)
    return report


def test_a_season_by_a_movement_and_on_by_the_fill_is_proven():
    season = Season(people=8)
    for _ in range(3):
        play_round(season)
    season.enter("late")
    play_round(season)
    season.withdraw(season.people[0])
    for _ in range(2):
        play_round(season)
    movements = [one["movement"] for one in bundle_of(season)["rounds"]]
    steps = [one and one["step"] for one in movements]
    assert steps[:3] == [0, 1, 2]
    assert steps[3] is None
    checked(season)


def test_five_who_sit_out_by_turns_are_proven():
    season = Season(people=5)
    for _ in range(6):
        play_round(season)
    checked(season)


def test_swiss_rounds_and_tables_of_several_sizes_are_proven():
    swiss = Season("swiss", people=13)
    for _ in range(4):
        play_round(swiss)
    checked(swiss)
    sizes = [{"preset": "scoresheet", "hands": 1, "target": None, "players": n} for n in (4, 3)]
    several = Season(people=11, rules=sizes)
    for _ in range(3):
        several.draw()
        several.close(overrides=True)
    checked(several)


def test_rounds_of_boards_are_proven():
    league = Boards()
    league.draw()
    checked(league)


def test_before_the_first_round_nothing_is_proven():
    report = report_on(bundle_of(Season(people=4)))
    assert (report.verdict, report.strength, report.choices) == ("ok", "unproven", None)


@pytest.mark.parametrize("change", [swap, exchange, lambda tables: tables[::-1]])
@pytest.mark.parametrize("honest", [0, 1])
@pytest.mark.parametrize("kind", ["cumulative", "swiss"])
def test_a_director_who_seats_otherwise_than_drawn_is_found(monkeypatch, kind, honest, change):
    season = Season(kind, people=8)
    for _ in range(honest):
        play_round(season)
    lie(monkeypatch, change)
    season.draw()
    report = report_on(bundle_of(season))
    assert report.verdict == "false"
    assert {(one.step, one.rule) for one in report.findings} == {(9, "round_seating")}
    assert report.findings[0].detail.startswith(f"round {honest + 1}, table 1: ")
    found = audit_league(season.id, repairs=False, now=season.clock()).findings
    assert ("round_seating", honest + 1) in {(one.rule, one.round) for one in found}


def test_a_round_that_seats_others_than_drew_is_found(monkeypatch):
    season = Season(people=9)

    def others(tables):
        (waits,) = season.round().sitting
        return ((str(waits), *tables[0][1:]), *tables[1:])

    lie(monkeypatch, others)
    season.draw()
    (finding,) = report_on(bundle_of(season)).findings
    assert finding.detail == "round 1: those at the tables are not those who drew"


def test_what_is_tampered_with_is_found_where_it_is():
    season = Season(people=8)
    for _ in range(3):
        play_round(season)
    good = bundle_of(season)
    assert report_on(good).verdict == "ok"
    for change, step, detail in TAMPERED:
        bundle = copy.deepcopy(good)
        change(bundle)
        report = report_on(bundle)
        assert report.verdict == "false", detail
        assert report.findings[0].step == step, (detail, report.findings)
        assert any(detail in one.detail for one in report.findings), (detail, report.findings)
        assert report.strength is None


@pytest.mark.parametrize(("change", "pointer"), UNREADABLE)
def test_what_is_no_rounds_is_unreadable(change, pointer):
    season = Season(people=8)
    season.draw()
    bundle = bundle_of(season)
    change(bundle)
    report = report_on(bundle)
    assert (report.verdict, report.unreadable.pointer) == ("unreadable", pointer)


def test_a_second_draw_of_a_round_without_a_void_is_found():
    season = Season(people=8)
    season.draw()
    draw_again(season)
    report = report_on(bundle_of(season))
    assert [one.step for one in report.findings] == [10]
    assert "a further draw" in report.findings[0].detail


def test_a_round_that_is_seated_before_its_draw_is_shown_is_found(monkeypatch):
    season = Season(people=8)
    reveal_late(monkeypatch)
    season.draw()
    (finding,) = report_on(bundle_of(season)).findings
    assert (finding.step, finding.detail) == (
        2,
        "round 1 was not committed, then drawn, then seated",
    )


def test_without_a_key_nothing_is_proven():
    season = Season(people=8)
    season.draw()
    report = verify_value(bundle_of(season), Options())
    assert (report.verdict, report.strength) == ("ok", "unproven")
    assert report.not_made == {"2": NO_KEY, "8": "no game"}


def test_another_format_is_not_taken_for_rounds():
    with pytest.raises(RecordUnreadable, match="hearts-rounds/1") as refused:
        parse_rounds(bundle_of(Season(people=4)) | {"format": "hearts-rounds/2"})
    assert refused.value.pointer == "/format"


def test_a_copy_of_the_log_from_before_the_last_round_is_not_the_whole_log(tmp_path):
    season = Season(people=8)
    play_round(season)
    publish_checkpoint(now=season.clock())
    export_log(tmp_path)
    season.draw()
    key = service_keys().log.verifier_key
    log = check_log(directory_reader(tmp_path), key=key)
    report = verify_value(bundle_of(season), Options(key=key, log=log))
    assert (report.verdict, report.not_made) == ("ok", {"8": "no game", "10": OLDER_COPY})


def test_with_a_copy_of_the_log_nothing_of_the_league_is_left_out(tmp_path):
    season = Season(people=8)
    for _ in range(2):
        play_round(season)
    bundle = bundle_of(season)
    export_log(tmp_path)
    key = service_keys().log.verifier_key
    log = check_log(directory_reader(tmp_path), key=key)
    assert verify_value(bundle, Options(key=key, log=log)).verdict == "ok"
    without = copy.deepcopy(bundle)
    for kind in ("round", "reveal", "commit"):
        drop(without, kind)
    for name in ("rounds", "deals"):
        without[name].pop()
    assert report_on(without).verdict == "ok"
    report = verify_value(without, Options(key=key, log=log))
    assert {one.step for one in report.findings} == {10}
    assert len(report.findings) == 3


def test_the_command_takes_rounds_with_the_standard_library_alone(tmp_path):
    season = Season(people=8)
    season.draw()
    bundle = bundle_of(season)
    (tmp_path / "good.json").write_text(json.dumps(bundle))
    bundle["rounds"][0]["order"].pop()
    (tmp_path / "bad.json").write_text(json.dumps(bundle))
    command = [sys.executable, "-S", "-m", "games.verifier"]
    command += ["--key", format_vkey(service_keys().log.verifier_key)]

    def run(name):
        return subprocess.run(
            [*command, str(tmp_path / name)], check=False, capture_output=True, text=True, cwd=ROOT
        )

    good, bad = run("good.json"), run("bad.json")
    assert (good.returncode, bad.returncode) == (0, 1)
    assert f"ok  {season.id}" in good.stdout
    assert "round_seating" in bad.stdout
