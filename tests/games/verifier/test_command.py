"""The command: run as people run it, with the standard library alone."""

import gzip
import json
import os
import pty
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from deals.tlog.note import format_vkey
from games.verifier.command import main

ROOT = Path(__file__).parents[3]
CHAIN = ROOT / "tests" / "vectors" / "chain"
RECORDS = ROOT / "tests" / "records"
BUNDLE = CHAIN / "bundle.json"
KEY = (CHAIN / "entry-0-key.txt").read_text().splitlines()[3].removeprefix("vkey ")
GAME = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"
HEX = "ab" * 32
LINE = (RECORDS / "cases-four.ndjson").read_text().splitlines()[0]


def run(*arguments, stdin=b"", **options):
    return subprocess.run(
        [sys.executable, "-S", "-m", "games.verifier", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        **options,
    )


def reports(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def write(tmp_path):
    def write_file(name, data):
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write_file


def test_the_vector_bundle_gets_its_answer():
    done = run("--json", "--key", KEY, BUNDLE)
    expected = json.loads((CHAIN / "bundle.expected.json").read_text())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == json.dumps(expected) + "\n"


def test_the_archive_of_cases_is_judged_as_expected():
    done = run("--json", RECORDS / "cases-four.ndjson")
    expected = [
        json.loads(line)
        for line in (RECORDS / "cases-four.expected.ndjson").read_text().splitlines()
    ]
    found = reports(done)
    assert (done.returncode, len(found)) == (1, len(expected))
    for report, answer in zip(found, expected, strict=True):
        for key in answer.keys() - {"hands", "findings"}:
            assert report[key] == answer[key], report["id"]
        for key in ("hands", "findings"):
            assert len(report[key]) == len(answer[key]), report["id"]
            for one, other in zip(report[key], answer[key], strict=True):
                assert one | other == one, report["id"]


def test_input_may_be_mixed_packed_and_come_from_stdin(write):
    proof = json.loads((ROOT / "tests" / "vectors" / "fair-deal.json").read_text())[0]["proof"]
    mixed = "\n".join([LINE, json.dumps(proof), BUNDLE.read_text()]).encode()
    for done in (
        run("--json", "-", stdin=mixed),
        run("--json", "-", stdin=gzip.compress(mixed)),
        run("--json", write("mixed.ndjson.gz", gzip.compress(mixed))),
    ):
        assert (done.returncode, done.stderr) == (0, b"")
        record, deal, bundle = reports(done)
        assert (record["id"], deal["deal"], bundle["strength"]) == ("four-5-0", 1, "unproven")


def test_a_saved_bundle_may_stand_on_many_lines(write):
    path = write("b.json", json.dumps(json.loads(BUNDLE.read_text()), indent=2).encode())
    (report,) = reports(run("--json", "--key", KEY, path))
    assert report == json.loads((CHAIN / "bundle.expected.json").read_text())


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_line_ends_are_no_part_of_a_document(write, end):
    path = write("x", end.join([LINE.encode(), BUNDLE.read_bytes().strip(), b""]))
    assert [report["verdict"] for report in reports(run("--json", path))] == ["ok", "ok"]


def test_what_is_unreadable_is_told_by_its_place(write):
    path = write("x", b"\xef\xbb\xbf{}\n\n{,\n[]\n\xff\n")
    done = run("--json", path)
    places = [(one["line"], one["column"], one["pointer"]) for one in reports(done)]
    assert places == [(1, 1, None), (3, 2, None), (4, None, ""), (5, 1, None)]
    assert done.returncode == 2
    whole = write("y", b'{\n "format": 5,\n !\n}')
    (report,) = reports(run("--json", whole))
    assert (report["line"], report["column"]) == (3, 2)


def test_a_file_that_is_not_there_is_unreadable_and_others_are_read(tmp_path):
    done = run("--json", tmp_path / "none", tmp_path, BUNDLE)
    assert [report["verdict"] for report in reports(done)] == ["unreadable", "unreadable", "ok"]
    assert done.returncode == 2


def test_input_that_breaks_off_is_unreadable(write):
    packed = gzip.compress(LINE.encode() + b"\n")
    done = run("--json", write("x.gz", packed[:-6]), BUNDLE)
    assert [report["verdict"] for report in reports(done)][-2:] == ["unreadable", "ok"]
    assert done.returncode == 2


def test_a_place_is_told_as_far_as_it_is_known(say, write):
    assert say(write("x", b"{}"))[0].endswith(
        "x:1: line 1: expected an object with the key 'format'"
    )
    assert say("none")[0].startswith("unreadable  none: expected a file")


def test_the_module_is_the_command(monkeypatch, capfdbinary, write):
    path = write("x", b'{\n "a": 1,\n')
    monkeypatch.setattr(sys, "argv", ["verifier", "--json", "--mine", HEX, "none", str(path)])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("games.verifier", run_name="__main__")
    assert caught.value.code == 2
    missing, short = map(json.loads, capfdbinary.readouterr().out.splitlines())
    assert missing["expected"] == "a file that can be read (No such file or directory)"
    assert (short["line"], short["column"]) == (3, 1)


def test_a_broken_file_is_told_by_the_line_it_broke_in(capfdbinary, write):
    path = write("x.gz", gzip.compress(LINE.encode() + b"\n")[:-6])
    assert main(["--json", str(path)]) == 2
    *_, broken = map(json.loads, capfdbinary.readouterr().out.splitlines())
    assert broken["expected"].startswith("more input")


@pytest.mark.parametrize(("option", "value"), [("--key", "nonsense"), ("--mine", "AB")])
def test_a_key_is_a_key_and_a_k_is_hex(capsys, option, value):
    with pytest.raises(SystemExit):
        main([option, value, "x"])
    assert "expected" in capsys.readouterr().err


def cut(plays):
    record = json.loads(LINE)
    record["hands"][0]["played"] = " ".join(record["hands"][0]["played"].split()[:plays])
    del record["hands"][0]["claimed"]
    return json.dumps(record)


MISMATCH = "points [21, 3, 3, 0] claimed, [20, 3, 3, 0] follow"
FALSE = LINE.replace('"points": [20', '"points": [21')


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([LINE], 0),
        ([FALSE], 1),
        (["x"], 2),
        ([cut(9)], 3),
        ([LINE, cut(9)], 3),
        ([cut(9), FALSE, LINE], 1),
        ([FALSE, "x", cut(9)], 2),
        ([], 2),
    ],
)
def test_the_exit_status_is_the_worst_that_occurred(write, lines, status):
    path = write("x", "\n".join(lines).encode())
    assert main([str(path)]) == status
    assert run(path).returncode == status


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--nonsense", "x"],
        ["--key", "nonsense", "x"],
        ["--mine", "AB", "x"],
        ["--log", "/nowhere", "x"],
        ["--witness", KEY, "x"],
        ["--seen", "x", "x"],
    ],
)
def test_a_wrong_call_shows_the_usage(arguments):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"usage: ")


@pytest.fixture
def log(tmp_path, play):
    """A beacon's game, its bundle and a directory with its log."""
    game = play(sources="beacon")
    for path, data in game.write_log().items():
        place = tmp_path / "log" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    bundle = tmp_path / "bundle.json"
    bundle.write_text(json.dumps(game.bundle()))
    return game, bundle, tmp_path / "log"


def test_with_a_log_its_report_stands_first_for_people_and_beside_each_game_in_json(log, say):
    _, bundle, directory = log
    lines = say("--key", KEY, "--log", directory, bundle)
    assert lines[0].startswith("log fair.example.org/log: ")
    assert "1 deals, 0 open; voids: none" in lines[0]
    assert lines[1].startswith(f"ok  {GAME}: server-only, one of 1")
    (line,) = say("--json", "--key", KEY, "--log", directory, bundle)
    report = json.loads(line)
    assert (report["not_made"], report["log"]["deals"]) == ({}, 1)


def test_a_checkpoint_that_was_kept_is_given_by_its_file(log, say, write):
    game, bundle, directory = log
    kept = write("kept", game.checkpoint(4).encode())
    for arguments, many in ((["--seen", kept], "at least 1"), (["--log", directory], "1")):
        lines = say("--key", KEY, "--seen", kept, *arguments, bundle)
        assert f": unchosen, one of {many};" in "".join(lines)


def test_a_witness_is_given_by_its_key(log, say, write, witness):
    game, _, _ = log
    note = witness.cosign(game.checkpoint(), 1_694_775_000)
    path = write("b", json.dumps(game.bundle() | {"checkpoint": note}).encode())
    vkey = format_vkey(witness.key)
    assert ": unchosen, one of at least 1;" in say("--key", KEY, "--witness", vkey, path)[0]


@pytest.mark.parametrize("data", [None, b"", b"\xff", b"x\n\n\xe2\x80\x94 a AAAAAAAA\n"])
def test_what_is_no_checkpoint_is_told(capsys, write, tmp_path, data):
    path = tmp_path / "none" if data is None else write("x", data)
    with pytest.raises(SystemExit) as caught:
        main(["--seen", str(path), "y"])
    assert caught.value.code == 2
    assert "expected a checkpoint" in capsys.readouterr().err


def test_a_witness_has_a_key_of_its_kind(capsys):
    with pytest.raises(SystemExit):
        main(["--witness", KEY, "y"])
    assert "of kind 04" in capsys.readouterr().err


def test_a_directory_without_a_checkpoint_is_no_log(capsys, tmp_path):
    with pytest.raises(SystemExit) as caught:
        main(["--log", str(tmp_path), "y"])
    assert caught.value.code == 2
    assert "no file checkpoint" in capsys.readouterr().err


def test_help_names_every_option():
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, b"")
    for word in (
        b"--json",
        b"--key",
        b"--log",
        b"--witness",
        b"--seen",
        b"--mine",
        b"--receipts",
        b"FILE",
    ):
        assert word in done.stdout


@pytest.fixture
def say(capfdbinary):
    """Run the command in this process and answer with its lines."""

    def run_main(*arguments):
        main([*map(str, arguments)])
        return capfdbinary.readouterr().out.decode().splitlines()

    return run_main


def test_people_read_a_line_for_each_game_and_a_summary(say, write):
    path = write("x", "\n".join([LINE, FALSE, cut(9), "x"]).encode())
    lines = say(path)
    assert lines == [
        "ok  four-5-0: unproven; 1 hand, totals 20 3 3 0, not finished",
        "FALSE  four-5-0: 1 hand, totals 20 3 3 0, not finished",
        "    step 9, hand 1: score_mismatch: points [21, 3, 3, 0] claimed, [20, 3, 3, 0] follow",
        "incomplete  four-5-0: unproven; 0 hands, totals 0 0 0 0, not finished",
        lines[4],
        f"unreadable  {path}:4: line 4, column 1: expected JSON (Expecting value)",
        "4 read: 1 ok, 1 incomplete, 1 FALSE, 1 unreadable",
    ]
    assert "ply 9" in lines[4]


def test_people_read_the_word_the_choices_and_the_steps_not_made(say, write, play):
    mine = json.loads(BUNDLE.read_text())["deals"][0]["contributions"][0]["commitment"]
    assert say("--key", KEY, "--mine", mine, BUNDLE)[:2] == [
        f"ok  {GAME}: shared, one of at least 1; 1 hand, totals 0 7 19 0, not finished",
        "    your K stands in hand 1, seat 0",
    ]
    assert "    step 2 not made: no key" in say(BUNDLE)[1]
    winners = say(write("x", json.dumps(play().bundle()).encode()))[0]
    assert winners.endswith(f"finished; won by seat {play().winners()[0]}")
    false = say("--mine", HEX, BUNDLE)
    assert false[0].startswith("FALSE  7d9f6f0e")
    assert false[2] == "    step 5 not made: step 4 failed"


def test_people_read_what_follows_from_a_proof(say, write):
    proof = json.loads((ROOT / "tests" / "vectors" / "fair-deal.json").read_text())[0]["proof"]
    first, *others = say(write("x", json.dumps(proof).encode()))
    assert first.startswith("ok  deal 1: unproven; index 4327368226693586877641500950; 2C TC")
    assert others[0] == "    step 2 not made: no log"


def test_names_from_strangers_do_not_steer_the_terminal(say, write):
    record = json.loads(LINE) | {"id": "\x1b[2J\u202e\nok", "own": 1}
    lines = say(write("x", json.dumps(record).encode()))
    assert lines[0].startswith("ok  \\x1b[2J\\u202e\\nok: ")
    assert lines[1] == "    keys kept, but not known: /own"


def test_a_terminal_sees_the_progress_of_long_input(write):
    path = write("x", b"5\n" * 2500)
    controller, terminal = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-S", "-m", "games.verifier", "--json", path],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=terminal,
    )
    assert done.wait() == 2
    os.close(terminal)
    shown = os.read(controller, 1000)
    os.close(controller)
    assert shown.split(b"\r")[1:3] == [b"1000 read", b"2000 read"]


def test_progress_is_for_terminals_alone(capsys, monkeypatch, write):
    path = write("x", b"5\n" * 1000)
    main([str(path)])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main([str(path)])
    assert capsys.readouterr().err == "\r1000 read"


def test_a_reader_that_goes_away_ends_the_run_quietly(write):
    path = write("x", (LINE + "\n").encode() * 500)
    done = subprocess.Popen(
        [sys.executable, "-S", "-m", "games.verifier", "--json", path],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    done.stdout.readline()
    done.stdout.close()
    assert done.stderr.read() == b""
    done.stderr.close()
    assert done.wait() == 2


def test_a_broken_pipe_is_no_crash(monkeypatch, write):
    class Closed:
        def __init__(self):
            self.buffer = self
            self.reader, self.writer = os.pipe()

        def write(self, data):
            raise BrokenPipeError

        def fileno(self):
            return self.writer

    closed = Closed()
    monkeypatch.setattr(sys, "stdout", closed)
    assert main([str(write("x", LINE.encode()))]) == 2
    os.close(closed.reader)
    os.close(closed.writer)


def peak(path):
    """Return the most kilobytes that a run over a file took."""
    code = (
        "import resource, sys; from games.verifier.command import main; main(sys.argv[1:]);"
        "sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code, "--json", path],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    return int(done.stderr)


def test_memory_does_not_grow_with_the_input(tmp_path):
    short, long = tmp_path / "short", tmp_path / "long"
    short.write_text(f"{LINE}\n" * 200)
    with gzip.open(long, "wt") as packed:
        for _ in range(20_000):
            packed.write(f"{LINE}\n")
    assert peak(long) < peak(short) + 4_000
