"""`python3 -m tests.benchmarks [NAME …]`: figures of one run, of all that follow or those named.

Plays: accepted plays a second over HTTP, 8 connections, everything on, against pgbench on the same
server with the three statements that a play can't do without. Stored: the same beside 1,000 and
100,000 stored hands. Waiting: a call alone, and beside twenty clients that wait. Audits: hands
audited a second in one process, against reading the same rows out of the database and doing nothing
with them. Archive: the same in bulk, with planted faults, sizes, two workers and memory.
Standings: a season of 1,000 entrants and 20,000 results rebuilt, and one more result added.
Compare the ratios, not the figures: those are the machine's.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from hearts_site.local.processes import LocalSite
from tests.benchmarks import archive, audits, plays, standings, waiting

BENCHMARKS = {
    "plays": plays.run,
    "stored": plays.run_stored,
    "waiting": waiting.run,
    "audits": audits.run,
    "archive": archive.run,
    "standings": standings.run,
}


def main() -> int:
    """Run what is named, or all."""
    named = sys.argv[1:] or list(BENCHMARKS)
    if unknown := set(named) - set(BENCHMARKS):
        print(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
        return 2
    with (
        tempfile.TemporaryDirectory(prefix="hearts-benchmark-") as data,
        LocalSite(Path(data), say=lambda step: print(step, file=sys.stderr)) as site,
    ):
        for name in named:
            BENCHMARKS[name](site)
    return 0


if __name__ == "__main__":
    sys.exit(main())
