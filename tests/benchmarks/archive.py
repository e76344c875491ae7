"""An archive audited in bulk, against COPY of the same rows; two workers against one; memory.

`python3 -m tests.benchmarks archive`; HANDS and FAULTS in the environment change its size. Rates
are wall times of the same run: compare the ratios, not the figures.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable

from hearts_site.local.processes import LocalSite

HANDS = int(os.environ.get("HANDS", "10000"))
FAULTS = int(os.environ.get("FAULTS", "0"))
ROUNDS = 5
STOP_SECONDS = 10


def run(site: LocalSite) -> None:
    """Print the figures."""
    os.environ.update(site.child_environment())
    _stop_processes(site)
    import django  # noqa: PLC0415 - the settings are read from the environment just made

    django.setup()
    from tests.benchmarks import stored_archive as archive  # noqa: PLC0415 - likewise

    began = time.perf_counter()
    planted = archive.fill_database(HANDS, FAULTS)
    games, hands = archive.games(), archive.hands()
    print(f"filled      {hands / (time.perf_counter() - began):8.0f} hands/s, {hands} hands")
    archive.settle()
    for name, size in archive.sizes(hands):
        print(f"stored      {size:8.0f} bytes a hand: {name}")
    _print_faults(archive, planted)
    _print_rates(archive, games, hands)
    _print_workers(games, hands)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory      {memory:8.0f} MB at most")


def _stop_processes(site: LocalSite) -> None:
    """Leave the database alone: what web, worker and schedule do is not what is measured."""
    for name in ("schedule", "worker", "web"):
        child = site.children.pop(name)
        child.ask_to_stop()
        child.stop_by(time.monotonic() + STOP_SECONDS)


def _print_faults(archive, planted) -> None:
    began = time.perf_counter()
    found = archive.audit_everything()
    seconds = time.perf_counter() - began
    wrong = archive.not_as_planted(planted, found)
    games = len({one["game"] for one in found})
    print(f"run         {seconds:8.1f} s for the whole run, log and storing included")
    print(f"faults      {len(planted):8d} planted, {games} games found, {len(wrong)} wrongly")
    for one in wrong[:5]:
        print(f"            {one}")


def _print_rates(archive, games, hands: int) -> None:
    audits, logs, events, rows = [], [], [], []
    for _ in range(ROUNDS):
        audits.append(_seconds(lambda: archive.audit_plain(games)))
        logs.append(_seconds(archive.check_log))
        events.append(_seconds(archive.copy_events))
        rows.append(_seconds(archive.copy_all))
    audit, log, event, row = map(min, (audits, logs, events, rows))
    print(f"audit       {hands / audit:8.0f} hands/s, one process: chain, proofs, replay, scores")
    print(f"log         {hands / log:8.0f} hands/s, the whole log's tree, once a run")
    print(f"both        {hands / (audit + log):8.0f} hands/s")
    print(f"COPY out    {hands / event:8.0f} hands/s, the event rows alone")
    print(f"COPY out    {hands / row:8.0f} hands/s, all rows that the audit reads")
    print(f"ratio       {100 * event / (audit + log):8.1f} % of COPY of the event rows")
    print(f"ratio       {100 * row / (audit + log):8.1f} % of COPY of all those rows")


def _print_workers(games, hands: int) -> None:
    one, two = _worker_seconds(1, hands), _worker_seconds(2, hands)
    rates = f"{hands / one:8.0f} hands/s by one, {hands / two:.0f} by two"
    print(f"workers     {rates}: {one / two:.2f} times")


def _worker_seconds(count: int, hands: int) -> float:
    """Let so many processes share the archive; the time of the slowest, its start left out."""
    command = [sys.executable, "-m", "tests.benchmarks.archive_worker", str(count)]
    workers = [
        subprocess.Popen([*command, str(place)], stdout=subprocess.PIPE, stdin=subprocess.PIPE)
        for place in range(count)
    ]
    for worker in workers:
        worker.stdout.readline()
    began = time.perf_counter()
    for worker in workers:
        worker.stdin.write(b"go\n")
        worker.stdin.flush()
    for worker in workers:
        worker.wait()
    return time.perf_counter() - began


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
