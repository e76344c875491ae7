"""Looking at real processes."""

import time
from pathlib import Path

import pytest


def _words(process):
    try:
        return (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
    except OSError:
        return b""


@pytest.fixture
def processes_of():
    """Who runs for a data directory: whose command line or environment names it."""

    def look(directory):
        return {
            int(process.name)
            for process in Path("/proc").iterdir()
            if process.name.isdecimal() and str(directory).encode() in _words(process)
        }

    return look


@pytest.fixture
def eventually():
    """Wait for a condition, as long as `within` says, and answer whether it came."""

    def wait(condition, *, within):
        deadline = time.monotonic() + within
        while not condition():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True

    return wait
