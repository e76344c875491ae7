"""The import contracts of pyproject.toml hold, and CI measures the rooms that they name."""

import subprocess
import sys
from pathlib import Path


def test_nobody_imports_whom_it_may_not(root):
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([program, "--no-cache"], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ci_demands_full_coverage_of_every_pure_room(root, pure_rooms):
    script = (root / ".ci" / "run").read_text()
    measured = {room for room in pure_rooms if f"{room.replace('.', '/')}/*" in script}
    assert measured == set(pure_rooms)
