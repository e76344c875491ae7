"""The demo, as whoever tries the project runs it."""

import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECONDS = 240  # of a machine that has other things to do; alone it takes a tenth


@pytest.fixture
def place():
    """A directory for temporary files whose path is short enough for a socket's."""
    with tempfile.TemporaryDirectory(prefix="hearts-demo-test-") as directory:
        yield Path(directory)


@pytest.fixture
def demo(place):
    """Start the demo; what it leaves in the directory of temporary files is in `place`."""
    started = []

    def start(*words):
        environment = {"PATH": "/usr/bin:/bin", "TMPDIR": str(place), "HOME": str(place)}
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "demo", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_all_of_it_holds_and_nothing_is_left(demo, place, processes_of):
    process = demo()
    said, complained = process.communicate(timeout=SECONDS)
    assert (process.returncode, complained) == (0, "")
    assert "the worker's audit says: ok, shared" in said
    assert "the verifier, offline, says: ok, shared" in said
    assert "the verifier says: false, step 3" in said
    assert "20 lines imported and audited: 20 ok (unproven)" in said
    assert re.search(r"All of it held, in \d+\.\d s\.", said)
    assert list(place.iterdir()) == []
    assert processes_of(place) == set()


def test_an_interrupt_ends_everything(demo, place, processes_of):
    process = demo()
    line = process.stdout.readline()
    while "seats taken" not in line:
        assert line, process.stderr.read()
        line = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, complained = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "nothing is left running" in complained
    assert list(place.iterdir()) == []
    assert processes_of(place) == set()


def test_a_failure_says_why_and_is_no_success(demo, tmp_path):
    (tmp_path / "file").write_text("")
    process = demo("--data", str(tmp_path / "file"))
    _, complained = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "The demo failed" in complained
