"""Whom the server runs as. PostgreSQL refuses root, so root needs a way round.

Best is a user namespace in which root looks like an ordinary user: no account is made and no
file changes hands. Where the kernel forbids it, the account "nobody" owns the cluster. The way a
cluster was made is kept beside it: the two never share a directory.
"""

import os
import pwd
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hearts_site.local.binaries import PostgresUnusable
from hearts_site.local.leash import leashed

FILE = "way"
ACCOUNT = "nobody"
ENDS_BY = signal.SIGINT  # PostgreSQL's fast shutdown: in good order, without waiting for anybody
NAMESPACE = ("unshare", "-U", "--map-user=1000", "--map-group=1000", "--")


@dataclass(frozen=True)
class OwnerWay:
    """A way to run as somebody who is not root: words before the command, or an account."""

    name: str
    prefix: tuple[str, ...] = ()
    account: str | None = None

    def command(self, words: Sequence[str]) -> list[str]:
        """Give the words that run a command in this way, ending when this process dies."""
        if self.account is None:
            return leashed([*self.prefix, *words], ends_by=ENDS_BY)
        # A change of account takes the leash off, and the account may not reach our Python:
        # so the program that changes it has to put the leash on.
        entry = pwd.getpwnam(self.account)
        become = [f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]
        return ["setpriv", *become, f"--pdeathsig={ENDS_BY.name.removeprefix('SIG')}", "--", *words]

    def can(self, *words: str) -> bool:
        """Tell whether a command succeeds in this way."""
        try:
            done = subprocess.run(self.command(words), capture_output=True, check=False, cwd="/")
        except (OSError, KeyError):  # no such program, no such account
            return False
        return done.returncode == 0


WAYS = {
    way.name: way
    for way in (
        OwnerWay("self"),
        OwnerWay("namespace", prefix=NAMESPACE),
        OwnerWay(ACCOUNT, account=ACCOUNT),
    )
}


def choose_way(directory: Path) -> OwnerWay:
    """Choose how to run the cluster in `directory`: as it was made, or as best fits here.

    Raises PostgresUnusable when the way it was made does not work any more.
    """
    note = directory / FILE
    name = note.read_text(encoding="ascii").strip() if note.exists() else _best_name()
    way = WAYS.get(name)
    if way is None or not _works(way):
        raise PostgresUnusable(
            f"The database in {directory} was made by another way of running PostgreSQL "
            f"({name}), which does not work for this user. Run as the user that made it, or "
            "name another data directory."
        )
    note.write_text(f"{name}\n", encoding="ascii")
    hand_over(directory, way)
    return way


def hand_over(directory: Path, way: OwnerWay) -> None:
    """Give one directory to the account that runs the server.

    Raises PostgresUnusable when that account can't come to it.
    """
    if way.account is None:
        return
    entry = pwd.getpwnam(way.account)
    os.chown(directory, entry.pw_uid, entry.pw_gid)
    if not way.can("test", "-x", str(directory)):
        raise PostgresUnusable(
            f"As root PostgreSQL runs here as {way.account!r}, who may not enter {directory}. "
            "Name a data directory that can be reached, such as /var/lib/hearts, or run as "
            "another user."
        )


def _best_name() -> str:
    if os.geteuid() != 0:
        return "self"
    return "namespace" if _works(WAYS["namespace"]) else ACCOUNT


def _works(way: OwnerWay) -> bool:
    is_root = os.geteuid() == 0
    return not is_root if way.name == "self" else is_root and way.can("true")
