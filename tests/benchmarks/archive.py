"""An archive audited in bulk, against COPY of the same rows; two workers against one; memory.

`python3 -m tests.benchmarks archive`; HANDS and FAULTS in the environment change its size. Rates
are wall times of the same run, the median of some rounds: compare the ratios, not the figures. On a
machine that has others to serve, processor times tell more: this process's and its server's.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from hearts_site.local.processes import LocalSite

HANDS = int(os.environ.get("HANDS", "10000"))
FAULTS = int(os.environ.get("FAULTS", "0"))
ROUNDS = max(2, 60_000 // HANDS)
FEW = 1_000
"""Hands that cost as much each as those of the whole archive."""
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
    hands = archive.hands()
    print(f"filled      {hands / (time.perf_counter() - began):8.0f} hands/s, {hands} hands")
    archive.settle()
    _print_faults(archive, planted)
    archive.settle()
    for name, size in archive.sizes(hands):
        print(f"stored      {size:8.0f} bytes a hand: {name}")
    sound = archive.hands(sound=True)
    _print_rates(archive, sound, hands)
    _print_workers(sound)


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


def _print_rates(archive, sound: int, hands: int) -> None:
    """Print the rates of audits of the `sound` hands, against those of all `hands` copied.

    Games with a fault take the ten steps: for them no speed is asked.
    """
    games = archive.sound_games()
    few = games[: FEW * len(games) // sound]
    audits, logs, events, rows, starts = [], [], [], [], []
    worked: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        worked.append((_cpu(archive, archive.check_log), _cpu(archive, archive.copy_all)))
        starts.append(_seconds(lambda: archive.audit_alone(few)))
        audits.append(_seconds(lambda: archive.audit_alone(games)))
        logs.append(_seconds(archive.check_log))
        events.append(_seconds(archive.copy_events))
        rows.append(_seconds(archive.copy_all))
    audit = statistics.median(audits) / sound
    log, event, row = (statistics.median(seconds) / hands for seconds in (logs, events, rows))
    growth = audit / (statistics.median(starts) / sound * len(games) / len(few))
    print(f"growth      {growth:8.2f} times the cost a hand of the first {len(few)} games alone")
    print(f"audit       {1 / audit:8.0f} hands/s, manage.py audit: chain, proofs, replay, scores")
    print(f"log         {1 / log:8.0f} hands/s, the whole log's tree, once a run")
    print(f"both        {1 / (audit + log):8.0f} hands/s")
    print(f"COPY out    {1 / event:8.0f} hands/s, the event rows alone")
    print(f"COPY out    {1 / row:8.0f} hands/s, all rows that the audit reads")
    print(f"ratio       {100 * event / (audit + log):8.1f} % of COPY of the event rows")
    print(f"ratio       {100 * row / (audit + log):8.1f} % of COPY of all those rows")
    log, row = (sum(seconds) / ROUNDS / hands for seconds in zip(*worked, strict=True))
    audit = sum(_cpu(archive, lambda: archive.audit_alone(games)) for _ in range(2)) / 2 / sound
    print(f"processor   {1e6 * (audit + log):8.0f} microseconds a hand, COPY {1e6 * row:.0f}")
    print(f"ratio       {100 * row / (audit + log):8.1f} % in processor time")


def _print_workers(hands: int) -> None:
    ones, twos = [], []
    for _ in range(ROUNDS):
        ones.append(_worker_seconds(1))
        twos.append(_worker_seconds(2))
    one, two = (statistics.median([seconds for seconds, _ in some]) for some in (ones, twos))
    memory = ones[-1][1]
    rates = f"{hands / one:8.0f} hands/s by one, {hands / two:.0f} by two"
    print(f"workers     {rates}, none reads ahead: {one / two:.2f} times")
    print(f"memory      {memory} of one after its first chunk, and at most")


def _worker_seconds(count: int) -> tuple[float, str]:
    """Let so many processes share the archive; the time of the slowest, its start left out.

    And what the first of them says of its memory.
    """
    command = [sys.executable, "-m", "tests.benchmarks.archive_worker", str(count)]
    workers = [
        subprocess.Popen([*command, str(place)], stdout=subprocess.PIPE, stdin=subprocess.PIPE)
        for place in range(count)
    ]
    ready = [worker.stdout.readline().decode().strip() for worker in workers]
    began = time.perf_counter()
    for worker in workers:
        worker.stdin.write(b"go\n")
        worker.stdin.flush()
    for worker in workers:
        worker.wait()
    seconds = time.perf_counter() - began
    ended = [worker.stdout.read().decode().strip() for worker in workers]
    return seconds, f"{ready[0]}, {ended[0]} MB"


def _cpu(archive, work: Callable[[], object]) -> float:
    """Return the processor time of this process and of its server's."""
    began = time.process_time() + archive.server_seconds()
    work()
    return time.process_time() + archive.server_seconds() - began


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
