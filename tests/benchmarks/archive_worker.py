"""One of some processes that audit an archive together. Needs Django's settings."""

from __future__ import annotations

import resource
import sys

import django

django.setup()
from tests.benchmarks import stored_archive as archive  # noqa: E402 - Django first


def main() -> None:
    """Audit every n-th chunk, once told to go."""
    count, place = map(int, sys.argv[1:])
    games = archive.sound_games()
    archive.audit_plain(games[: archive.CHUNK])
    print(_peak(), flush=True)
    sys.stdin.readline()
    for at in range(place * archive.CHUNK, len(games), count * archive.CHUNK):
        archive.audit_plain(games[at : at + archive.CHUNK])
    print(_peak(), flush=True)


def _peak() -> int:
    """The most memory that this process had so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
