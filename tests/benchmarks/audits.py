"""Hands audited a second in one process: the whole of an audit, against COPY of the same rows."""

from __future__ import annotations

import os
import statistics
import time

from hearts_site.local.processes import LocalSite

GAMES = 6
ROUNDS = 5


def run(site: LocalSite) -> None:
    """Print the medians of some rounds."""
    os.environ.update(site.child_environment())
    import django  # noqa: PLC0415 - the settings are read from the environment just made

    django.setup()
    from tests.benchmarks.stored_games import (  # noqa: PLC0415 - likewise
        audit_all,
        copy_out,
        play_games,
    )

    games = play_games(GAMES)
    hands, size = copy_out(games)
    audits = statistics.median(_rate(audit_all, games, hands) for _ in range(ROUNDS))
    copies = statistics.median(_rate(copy_out, games, hands) for _ in range(ROUNDS))
    print(f"stored      {hands:8d} hands of {GAMES} games, {size / hands / 1000:.1f} KB a hand")
    print(f"audits      {audits:8.0f} hands/s, bundle, ten steps, heads and scores")
    print(f"COPY out    {copies:8.0f} hands/s, the same event rows")
    print(f"ratio       {100 * audits / copies:8.1f} %")


def _rate(work, games, hands: int) -> float:
    began = time.perf_counter()
    work(games)
    return hands / (time.perf_counter() - began)
