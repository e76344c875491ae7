"""The client can be taken along: it needs the standard library and the pure rooms only."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_client_runs_without_site_packages():
    done = subprocess.run(
        [sys.executable, "-S", "-c", "import api.client.client, games.coach.thumb"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
