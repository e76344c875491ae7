"""Whom the server runs as. PostgreSQL refuses root, so root needs a way round.

Best is a user namespace in which root looks like an ordinary user: no account is made and no
file changes hands. Where the kernel forbids it, the account "nobody" owns the cluster. The way a
cluster was made is kept beside it: the two never share a directory.
"""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from hearts_site.local.binaries import PostgresUnusable

NAMESPACE = ("unshare", "-U", "--map-user=1000", "--map-group=1000", "--")
FILE = "way"


class Identity(TypedDict, total=False):
    """The part of Popen's keywords that says who the child is."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class OwnerWay:
    """A way to run as somebody who is not root: words before the command, or an account."""

    name: str
    prefix: tuple[str, ...] = ()
    account: str | None = None

    def identity(self) -> Identity:
        """Give the keywords for Popen that change the child's account, if any."""
        if self.account is None:
            return {}
        entry = pwd.getpwnam(self.account)
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


WAYS = {
    way.name: way
    for way in (
        OwnerWay("self"),
        OwnerWay("namespace", prefix=NAMESPACE),
        OwnerWay("nobody", account="nobody"),
    )
}


def choose_way(directory: Path) -> OwnerWay:
    """Choose how to run the cluster in `directory`: as it was made, or as best fits here.

    Raises PostgresUnusable when the way it was made does not work any more.
    """
    note = directory / FILE
    way = WAYS[_best_name()]
    if note.exists():
        kept = WAYS.get(note.read_text().strip())
        if kept is None or not _works(kept):
            raise PostgresUnusable(
                f"The database in {directory} was made by another way of running PostgreSQL "
                f"({note.read_text().strip()}), which does not work for this user. Run as the "
                "user that made it, or name another data directory."
            )
        way = kept
    note.write_text(f"{way.name}\n")
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
    if _succeeds(["test", "-x", str(directory)], way):
        return
    raise PostgresUnusable(
        f"As root PostgreSQL runs here as {way.account!r}, who may not enter {directory}. Name a "
        "data directory that can be reached, such as /var/lib/hearts, or run as another user."
    )


def _best_name() -> str:
    if os.geteuid() != 0:
        return "self"
    return "namespace" if _works(WAYS["namespace"]) else "nobody"


def _works(way: OwnerWay) -> bool:
    if way.name == "self":
        return os.geteuid() != 0
    return os.geteuid() == 0 and _succeeds(["true"], way)


def _succeeds(words: list[str], way: OwnerWay) -> bool:
    try:
        done = subprocess.run(
            [*way.prefix, *words], capture_output=True, check=False, **way.identity()
        )
    except (OSError, KeyError):
        return False
    return done.returncode == 0
