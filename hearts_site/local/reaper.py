"""The last one out: ends what a killed parent left behind.

Run as a program by LocalSite, it reads from a pipe that only the parent holds: the number of each
session that was begun, one a line. When the pipe breaks the parent is gone, however it went; then
every session is given a moment to end, and killed with all that belongs to it.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import IO

GRACE_SECONDS = 2.0


class Reaper:
    """The parent's end: tells the program which sessions there are."""

    def __init__(self) -> None:
        """Start the program."""
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            text=True,
        )

    def watch(self, session: int) -> None:
        """Name a session that must not outlive this process."""
        pipe = self._pipe()
        pipe.write(f"{session}\n")
        pipe.flush()

    def dismiss(self) -> None:
        """End the program without its work: all sessions are over."""
        self._process.kill()
        self._pipe().close()
        self._process.wait()

    def _pipe(self) -> IO[str]:
        if self._process.stdin is None:
            raise BrokenPipeError
        return self._process.stdin


def main() -> None:
    """List the sessions until the pipe breaks, then end them."""
    sessions = {int(line) for line in sys.stdin}
    deadline = time.monotonic() + GRACE_SECONDS
    _signal(sessions, signal.SIGTERM)
    while any(map(_is_alive, sessions)) and time.monotonic() < deadline:
        time.sleep(0.05)
    _signal(sessions, signal.SIGKILL)


def _signal(sessions: set[int], number: signal.Signals) -> None:
    for pid in sessions:
        with suppress(ProcessLookupError):
            os.killpg(pid, number)


def _is_alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.killpg(pid, 0)
        return True
    return False


if __name__ == "__main__":
    main()
