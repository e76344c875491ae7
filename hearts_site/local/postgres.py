"""A PostgreSQL server of our own: found, initialised, started, stopped.

Only the binaries are used, whoever packaged them. The server listens on a Unix socket in a
private directory, and on TCP nowhere.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import quote

import psycopg

from hearts_site.local.binaries import PostgresUnusable, find_binaries, major_version
from hearts_site.local.owner import OwnerWay, choose_way, hand_over
from hearts_site.local.roles import DATABASE, SUPERUSER, create_roles_and_database

START_SECONDS = 30.0
RETRY_SECONDS = 10.0  # a killed postmaster stays a zombie, and its lock refused, for some seconds
STOP_SECONDS = 20.0
SOCKET_PATH_BYTES = 100  # the kernel takes 107, the socket's name is within
THROW_AWAY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")


class PostgresFailed(RuntimeError):
    """The server did not start; the message ends with the last lines of its log."""

    code = "postgres-failed"


@dataclass
class PostgresServer:
    """One cluster in one directory: `server/` the data, `socket/`, `server.log`, `way`.

    A throw-away one trades safety for speed: for tests only.
    """

    directory: Path
    settings: tuple[str, ...] = ()
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False, repr=False)

    @property
    def data(self) -> Path:
        """The data directory proper."""
        return self.directory / "server"

    @property
    def log(self) -> Path:
        """The server's own log."""
        return self.directory / "server.log"

    @property
    def socket(self) -> Path:
        """The private directory of the socket: in the cluster's, or elsewhere when too long."""
        inside = self.directory.absolute() / "socket"
        if len(os.fsencode(inside / ".s.PGSQL.5432")) <= SOCKET_PATH_BYTES:
            return inside
        digest = hashlib.sha256(os.fsencode(inside)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"hearts-{os.getuid()}-{digest}"

    @property
    def pid(self) -> int | None:
        """The postmaster's process id while it runs under this parent."""
        return self._process.pid if self._process else None

    def url(self, role: str, database: str = DATABASE) -> str:
        """Write the address at which `role` reaches a database of this server."""
        return f"postgres://{role}@/{database}?host={quote(str(self.socket), safe='')}"

    def start(self) -> Self:
        """Start the server, initialising it at the first time; return when it answers.

        Raises PostgresUnusable or PostgresFailed, each saying what to do.
        """
        binaries = find_binaries()
        make_private(self.directory)
        way = choose_way(self.directory)
        if not way.can("test", "-x", str(binaries / "postgres")):
            raise PostgresUnusable(
                f"{way.account} may not run {binaries}. Put the checkout where everybody may read, "
                "install Debian's package postgresql, or run as another user than root."
            )
        if not (self.data / "PG_VERSION").exists():
            self._initialise(binaries, way)
        self._refuse_other_version(binaries)
        make_private(self.socket)
        hand_over(self.socket, way)
        deadline = time.monotonic() + RETRY_SECONDS
        while not self._try_start(binaries, way):
            if time.monotonic() > deadline:
                raise PostgresFailed(f"PostgreSQL did not start:\n{self.last_words()}")
            time.sleep(0.3)
        with psycopg.connect(self.url(SUPERUSER, "postgres"), autocommit=True) as connection:
            create_roles_and_database(connection)
        return self

    def poll(self) -> int | None:
        """Answer None while the server runs, else its exit status."""
        return self._process.poll() if self._process else -1

    def stop(self) -> None:
        """Shut down cleanly: open transactions are rolled back, what is committed is on disk."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
        self._process = None
        if self.socket.parent != self.directory.absolute():
            shutil.rmtree(self.socket, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _initialise(self, binaries: Path, way: OwnerWay) -> None:
        """Run initdb beside the final place, so that half a cluster is never taken for one."""
        fresh = self.directory / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        make_private(fresh)
        hand_over(fresh, way)
        words = ["-U", SUPERUSER, "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"]
        if self.settings == THROW_AWAY:
            words.append("--no-sync")
        done = subprocess.run(
            way.command([str(binaries / "initdb"), "-D", str(fresh), *words]),
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
        )
        if done.returncode:
            raise PostgresFailed(f"initdb failed:\n{done.stdout}{done.stderr}")
        fresh.rename(self.data)

    def _refuse_other_version(self, binaries: Path) -> None:
        stored = (self.data / "PG_VERSION").read_text().strip()
        present = major_version(binaries)
        if stored != present:
            raise PostgresUnusable(
                f"{self.data} was made by PostgreSQL {stored}, but {binaries} is {present}. Set "
                f"HEARTS_POSTGRES_BIN to the bin directory of a PostgreSQL {stored}, or bring the "
                "data over with pg_dump and pg_restore."
            )

    def _try_start(self, binaries: Path, way: OwnerWay) -> bool:
        settings = (
            f"unix_socket_directories={self.socket}",
            "unix_socket_permissions=0700",
            "listen_addresses=",
            "log_destination=stderr",
            *self.settings,
        )
        command = [str(binaries / "postgres"), "-D", str(self.data)]
        command += [word for setting in settings for word in ("-c", setting)]
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                way.command(command),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                cwd="/",
            )
        return self._wait_until_ready()

    def _wait_until_ready(self) -> bool:
        """Answer whether the server came up; False asks for another try (a stale lock)."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.poll() is not None:
                self._process = None
                if "lock file" in self.last_words():
                    return False
                raise PostgresFailed(f"PostgreSQL stopped at once:\n{self.last_words()}")
            if self._holds_the_lock():
                with suppress(psycopg.OperationalError):
                    psycopg.connect(self.url(SUPERUSER, "postgres"), connect_timeout=2).close()
                    return True
            time.sleep(0.03)
        self.stop()
        raise PostgresFailed(f"PostgreSQL did not answer in time:\n{self.last_words()}")

    def _holds_the_lock(self) -> bool:
        """Tell whether it is our process that would answer, not another in the same directory."""
        with suppress(FileNotFoundError):
            first, *_ = (self.data / "postmaster.pid").read_text().splitlines() or [""]
            return first == str(self.pid)
        return False

    def last_words(self) -> str:
        """Quote the end of the log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-12:])


def make_private(directory: Path) -> None:
    """Make a directory that nobody else may enter, or check that an existing one is such.

    Raises PostgresUnusable when somebody else made it.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = directory.lstat()
    if os.getuid() not in {0, status.st_uid} or directory.is_symlink():
        raise PostgresUnusable(f"{directory} belongs to somebody else; name another directory.")
    directory.chmod(0o700)
