"""The README's examples: what they show is what happens."""

import doctest
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hearts_site.local.processes import LocalSite

README = Path(__file__).parents[1] / "README.md"


@pytest.fixture
def in_the_checkout(monkeypatch):
    """The examples read files of the checkout."""
    monkeypatch.chdir(README.parent)


def test_the_examples_of_the_library_are_true(in_the_checkout):
    outcome = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 10
    assert outcome.failed == 0


BY_HAND = (
    README.read_text()
    .split("## Verify one deal by hand\n")[1]
    .split("```bash\n")[1]
    .split("```")[0]
)
CALLS = README.read_text().split("in ten curl calls\n")[1].split("```bash\n")[1].split("```")[0]


@pytest.fixture
def site(tmp_path):
    """A site that is up, with quick computer players."""
    quick = {"HEARTS_COMPUTER_DELAY": "20"}
    with LocalSite(tmp_path / "site", environment=quick, settings=("fsync=off",)) as site:
        yield site


def test_ten_curl_calls_lead_from_nothing_to_a_verified_deal(site, tmp_path):
    assert CALLS.count("curl ") == 10
    shown = dict(line.split(" ", 1) for line in site.run("showkeys").stdout.splitlines())
    python = Path(sys.executable).parent
    done = subprocess.run(
        ["/bin/bash", "-euo", "pipefail", "-c", CALLS + BY_HAND],
        cwd=tmp_path,
        env={
            "PATH": f"{python}:{os.environ['PATH']}",
            "PYTHONPATH": str(README.parent),
            "url": site.url,
            "log_key": shown["log"],
        },
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ok" in done.stdout
    assert "shared" in done.stdout
    assert "your K stands in hand 1, seat 0, under the head that you sent" in done.stdout
    assert "on this game's chain, 0 of other games" in done.stdout
    commitment, head = done.stdout.splitlines()[-2:]
    assert commitment.split()[0] == json.loads((tmp_path / "proof.json").read_text())["commitment"]
    assert head == json.loads((tmp_path / "game.json").read_text())["head"]
