"""The whole site on one machine: PostgreSQL, then web, worker and schedule as children.

Whoever starts a LocalSite is its parent: when the parent ends, in whatever way, all end.
"""

import fcntl
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import IO, Self

from hearts_site.local.child import Child, ChildFailed
from hearts_site.local.leash import leashed
from hearts_site.local.postgres import PostgresServer, make_private
from hearts_site.local.reaper import Reaper
from hearts_site.local.roles import APPLICATION, OWNER

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
READY_SECONDS = 60.0
STOP_SECONDS = 3.5
CONNECTIONS = "1024"
POLL_SECONDS = 0.05

# Python's threads share one core: so many processes use as many, while one waits for the disk.
_PROCESSES = str(min((os.cpu_count() or 1) + 1, 4))


class SiteUnusable(RuntimeError):
    """The site can't start here; the message says what to change."""

    code = "site-unusable"


@dataclass
class LocalSite:
    """Everything that serves, in one data directory: `postgres/ keys/ static/ logs/`.

    `port` None takes a free one. `environment` is added to the children's. `say` is told each
    step, in a few words. `settings` are PostgreSQL's ("fsync=off"), for tests. `mirror` is where a
    log that is behind what was signed is made whole from, before anything is served.
    Use it as a context manager, from the main thread.
    """

    data: Path
    port: int | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    say: Callable[[str], None] = lambda _: None
    settings: tuple[str, ...] = ()
    mirror: str = ""
    children: dict[str, Child] = field(default_factory=dict, init=False)
    postgres: PostgresServer = field(init=False)
    _held: IO[bytes] | None = field(default=None, init=False, repr=False)
    _reaper: Reaper | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        """Fix all places; nothing is touched yet."""
        self.data = self.data.absolute()
        self.postgres = PostgresServer(self.data / "postgres", self.settings)

    @property
    def url(self) -> str:
        """The address to open in a browser."""
        return f"http://{HOST}:{self.port}"

    @property
    def prefix(self) -> str:
        """What makes a `manage.py` command speak of this site, as a shell takes it."""
        names = ("HEARTS_DATA", "HEARTS_KEYS", "SECRET_KEY_FILE", "DATABASE_URL")
        environment = self.child_environment()
        return " ".join(f"{name}={quote(environment[name])}" for name in names)

    def start(self) -> Self:
        """Start all, step by step; return when the web answers and the worker listens.

        Raises SiteUnusable, ChildFailed, PostgresUnusable or PostgresFailed, with nothing left
        running.
        """
        try:
            self._take_place()
            self.postgres.start()
            self.say(f"database   ready in {self.postgres.directory}")
            if self.mirror:
                self.run("migrate", owner=True)
                self.say(f"log        {self.run('repairlog', self.mirror).stdout.strip()}")
            self.run("prepare", owner=True)
            self.say("tables     up to date")
            self.start_child("web")
            self.start_child("worker")
            self.start_child("schedule")
            self._wait_for_web()
            self.say(f"web        ready on {self.url}")
            self._wait_for_worker()
            self.say("worker     ready, with the schedule")
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """End all in good order: whatever does not end in time is killed."""
        for child in self.children.values():
            child.ask_to_stop()
        deadline = time.monotonic() + STOP_SECONDS
        for child in self.children.values():
            child.stop_by(deadline)
        self.children.clear()
        self.postgres.stop()
        if self._reaper is not None:
            self._reaper.dismiss()
            self._reaper = None
        if self._held is not None:
            self._held.close()
            self._held = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start_child(self, name: str) -> None:
        """Start "web", "worker" or "schedule" (again, after `children[name].kill()`)."""
        log = self.data / "logs" / f"{name}.log"
        command, ends_by = self._commands()[name]
        child = Child(name, command, self.child_environment(), log, ends_by)
        child.start()
        self.children[name] = child
        self._reaper = self._reaper or Reaper()
        self._reaper.watch(child.pid)

    def watch(self) -> None:
        """Return never: raise ChildFailed as soon as one of the processes ends."""
        while True:
            for child in self.children.values():
                child.check_running()
            status = self.postgres.poll()
            if status is not None:
                raise ChildFailed("database", status, self.postgres.last_words())
            time.sleep(0.2)

    def run(self, *words: str, owner: bool = False) -> subprocess.CompletedProcess[str]:
        """Run a `manage.py` command against this site; `owner` also gives it the owner's address.

        Raises ChildFailed when it fails.
        """
        environment = self.child_environment()
        if owner:
            environment["DATABASE_OWNER_URL"] = self.postgres.url(OWNER)
        done = subprocess.run(
            leashed([sys.executable, str(ROOT / "manage.py"), *words], ends_by=signal.SIGTERM),
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )
        if done.returncode:
            raise ChildFailed(f"manage.py {words[0]}", done.returncode, done.stdout + done.stderr)
        return done

    def child_environment(self) -> dict[str, str]:
        """Make the environment of the children: the application's rights, never the owner's."""
        inherited = {key: text for key, text in os.environ.items() if key != "DATABASE_OWNER_URL"}
        return inherited | {
            "DJANGO_SETTINGS_MODULE": "hearts_site.settings",
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "HEARTS_DATA": str(self.data),
            "HEARTS_KEYS": str(self.data / "keys"),
            "SECRET_KEY_FILE": str(self.data / "keys" / "secret.key"),
            "DATABASE_URL": self.postgres.url(APPLICATION),
            "CELERY_SKIP_CHECKS": "1",  # the tables were just prepared; checks cost a second
            **self.environment,
        }

    def _take_place(self) -> None:
        """Make the directories, hold them against a second site, choose the port."""
        make_private(self.data)
        make_private(self.data / "keys")
        self._held = (self.data / "held").open("wb")
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SiteUnusable(f"Another process serves from {self.data} already.") from None
        key = self.data / "keys" / "secret.key"
        if not key.exists():
            key.touch(mode=0o600)
            key.write_text(secrets.token_urlsafe(64), encoding="ascii")
        self.port = _bindable_port(self.port)

    def _commands(self) -> dict[str, tuple[list[str], signal.Signals]]:
        """Give the words of each child, and the signal that ends it when this process is gone."""
        web = ["granian", "hearts_site.wsgi:application", "--interface", "wsgi", "--no-ws"]
        web += ["--host", HOST, "--port", str(self.port), "--log-level", "warning"]
        processes = self.child_environment().get("HEARTS_PROCESSES", _PROCESSES)
        threads = self.child_environment().get("HEARTS_THREADS", "64")
        web += ["--workers", processes, "--blocking-threads", threads]
        # A connection without a request takes no thread: many may stand open.
        web += ["--backpressure", CONNECTIONS]
        web += ["--workers-kill-timeout", "2"]
        web += ["--static-path-mount", str(self.data / "static")]
        worker = ["celery", "-A", "hearts_site.celery", "worker", "--hostname", "worker@%h"]
        worker += [
            "--concurrency",
            "2",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
        ]
        schedule = ["celery", "-A", "hearts_site.celery", "beat"]
        schedule += ["--scheduler", "celery.beat:Scheduler", "--pidfile", ""]
        return {
            "web": (["-m", *web], signal.SIGTERM),
            "worker": (["-m", *worker], signal.SIGQUIT),  # SIGTERM would wait for long tasks
            # A process of its own: inside the worker nobody would notice its end.
            "schedule": (["-m", *schedule], signal.SIGTERM),
        }

    def _wait_for_web(self) -> None:
        """Wait until any answer comes: that is, until the application is loaded."""

        def answers() -> bool:
            connection = http.client.HTTPConnection(HOST, self.port, timeout=READY_SECONDS)
            try:
                connection.request("GET", "/healthz")
                return connection.getresponse().status > 0
            except OSError:
                return False
            finally:
                connection.close()

        self._wait("web", answers)

    def _wait_for_worker(self) -> None:
        log = self.children["worker"].log
        self._wait("worker", lambda: " ready." in log.read_text(errors="replace"))

    def _wait(self, name: str, is_ready: Callable[[], bool]) -> None:
        deadline = time.monotonic() + READY_SECONDS
        child = self.children[name]
        while not is_ready():
            child.check_running()
            if time.monotonic() > deadline:
                raise SiteUnusable(f"{name} did not get ready:\n{child.last_words()}")
            time.sleep(POLL_SECONDS)


def _bindable_port(wanted: int | None) -> int:
    """Answer `wanted`, or a free port; raise SiteUnusable when it is taken."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, wanted or 0))
        except OSError as refused:
            raise SiteUnusable(
                f"Port {wanted} can't be used ({refused.strerror}); name another with --port."
            ) from None
        port: int = probe.getsockname()[1]
        return port
