"""One child process in its own session, on a leash, with its output in a file."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hearts_site.local.leash import leashed

LAST_LINES = 15


class ChildFailed(RuntimeError):
    """A process ended that should have stayed, or ended badly; its last lines are quoted."""

    code = "child-failed"

    def __init__(self, name: str, status: int, last_words: str) -> None:
        """Keep the name and exit status (negative: the signal)."""
        super().__init__(f"{name} ended with status {status}. Its last words:\n{last_words}")
        self.name = name
        self.status = status


@dataclass
class Child:
    """A process that is meant to stay: its own session, so that it goes with all it started."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(repr=False)
    log: Path
    ends_by: signal.Signals = signal.SIGTERM
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False, repr=False)

    @property
    def pid(self) -> int:
        """The process id, which is the session's too."""
        if self._process is None:
            raise ProcessLookupError(self.name)
        return self._process.pid

    def start(self) -> None:
        """Start the process; its output goes to a fresh log."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                leashed([sys.executable, *self.command], ends_by=self.ends_by),
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def check_running(self) -> None:
        """Raise ChildFailed when the process has ended."""
        status = self._process.poll() if self._process else None
        if status is not None:
            raise ChildFailed(self.name, status, self.last_words())

    def ask_to_stop(self) -> None:
        """Send SIGTERM, on which each of our processes ends in good order."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def stop_by(self, deadline: float) -> None:
        """Wait until `deadline` (of `time.monotonic`), then kill what is left of the session."""
        if self._process is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        self.kill()

    def kill(self) -> None:
        """Kill the process and all it started, at once, and see it gone."""
        if self._process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def last_words(self) -> str:
        """Quote the end of the log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-LAST_LINES:])
