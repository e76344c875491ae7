"""How fast the standings of a large season follow from its events: 1,000 entrants, 20,000 results.

    python -m tests.benchmarks.standings    the pure part: folded from the facts
    python -m tests.benchmarks standings    and through the database

Through the database a season whose standings were spoilt is rebuilt as `manage.py rebuild` does:
events read, folded, compared with all that is stored, the standings written. Then one more result
at the start of the season and at its end. Times are of the processor, so that other work on the
machine hurts less; compare the ratio first.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from uuid import UUID

from games.leagues.standings.facts import (
    BoardCounted,
    Closed,
    Counted,
    Drawn,
    Entered,
    Fact,
    fact_to_json,
    kind_of,
    parse_fact,
)
from games.leagues.standings.season import Season, fold_season
from hearts_site.local.processes import LocalSite

ENTRANTS, TABLES = 1000, 250
GAMES, BOARDS = 80, (20, 4)
"""Rounds of one game; rounds, and boards of each."""


def run(site: LocalSite) -> None:
    """Print the figures of one run, the database's among them."""
    os.environ.update(site.child_environment())
    import django  # noqa: PLC0415 - the settings are read from the environment just made

    django.setup()
    from tests.benchmarks import stored_seasons as stored  # noqa: PLC0415 - likewise

    main()
    leagues = {
        "cumulative": stored.store_season("cumulative", list(games(1))),
        "same-deal": stored.store_season("same-deal", list(boards(2))),
    }
    for kind, league in leagues.items():
        _print_rebuilding(stored, kind, league, spoilt=[stored.STANDINGS])
        _print_rebuilding(stored, kind, league, spoilt=[stored.STANDINGS, stored.RESULTS])
    early = stored.store_season("cumulative", list(games(3, rounds=1)))
    _print_adding(stored, early, leagues["cumulative"])


def _print_rebuilding(stored, kind: str, league: UUID, *, spoilt: list[str]) -> None:
    costs = [stored.cost_of_rebuilding(league, spoilt=spoilt) for _ in range(5)]
    own, server = min(cost.own for cost in costs), min(cost.server for cost in costs)
    what = "standings" if len(spoilt) == 1 else "standings and all results"
    print(f"{kind}: {what} rebuilt in {own:.3f} s, and {server:.2f} s of the database's server")


def _print_adding(stored, early: UUID, late: UUID) -> None:
    """Count results in both seasons by turns, and compare the medians."""
    first, last = [], []
    for _ in range(9):
        for league, costs in ((early, first), (late, last)):
            cost = stored.cost_of_adding(league, count=50)
            costs.append((cost.own + cost.server) / 50 * 1000)
    at_start, at_end = median(first), median(last)
    print(f"one more result stored: {at_start:.2f} ms at the start, {at_end:.2f} ms at the end")
    print(f"ratio {at_end / at_start:.2f}")


def main() -> None:
    """Print the figures of the pure part."""
    for kind, facts in (("cumulative", list(games())), ("same-deal", list(boards()))):
        said = json.loads(json.dumps([(kind_of(fact), fact_to_json(fact)) for fact in facts]))
        read = timed(lambda said=said: [parse_fact(*one) for one in said])
        fold = timed(lambda kind=kind, facts=facts: fold_season(kind, facts).lines)
        print(f"{kind}: {len(facts):,} events read in {read:.3f} s, folded and ranked {fold:.3f} s")
    facts = list(games())
    early = Season("cumulative")
    for fact in facts[: ENTRANTS + 2]:
        early.take(fact)
    late = fold_season("cumulative", facts)
    at_start, at_end = adding(early), adding(late)
    print(f"one more result folded: {at_start:.1f} µs at the start, {at_end:.1f} µs at the end")
    print(f"ratio {at_end / at_start:.2f}")


def timed(work: Callable[[], object]) -> float:
    """Return the least of five times, in seconds of the processor."""
    times = []
    for _ in range(5):
        began = process_time()
        work()
        times.append(process_time() - began)
    return min(times)


def adding(season: Season) -> float:
    """Return what a further result costs, in microseconds."""
    facts = [Counted(1, 1, f"more {number}", (3, 15, 3, 8)) for number in range(2000)]

    def work() -> None:
        for fact in facts:
            season.take(fact)

    return timed(work) / len(facts) * 1e6


def games(of: int = 0, *, rounds: int = GAMES) -> Iterator[Fact]:
    """Give a season of games at 250 tables; `of` tells its people and games from other seasons'."""
    yield from map(Entered, names(of))
    for number in range(1, rounds + 1):
        yield Drawn(number, number, tables(of, number), ())
        for table in range(1, TABLES + 1):
            yield Counted(number, table, game(of, number, table), totals(number, table, 120))
        if number < rounds:
            yield Closed(number)


def boards(of: int = 0) -> Iterator[Fact]:
    """Give a season of boards: 20 rounds of four boards at 250 tables."""
    yield from map(Entered, names(of))
    rounds, each = BOARDS
    for number in range(1, rounds + 1):
        yield Drawn(number, number, tables(of, number), ())
        for board in range(1, each + 1):
            results = tuple(
                (table, game(of, number, table, board), totals(number, table + 1000 * board, 27))
                for table in range(1, TABLES + 1)
            )
            yield BoardCounted(number, board, results)
        if number < rounds:
            yield Closed(number)


def names(of: int) -> list[str]:
    """Give the entrants of a season."""
    return [str(UUID(int=of * ENTRANTS + number)) for number in range(ENTRANTS)]


def tables(of: int, number: int) -> tuple[tuple[str, ...], ...]:
    """Give the tables of a round, other ones each time."""
    people = names(of)
    order = sorted(people, key=lambda name: hashlib.sha256(f"{number} {name}".encode()).digest())
    return tuple(tuple(order[at : at + 4]) for at in range(0, ENTRANTS, 4))


def game(*place: int) -> str:
    """Give the uuid of a game."""
    return str(UUID(bytes=hashlib.sha256(str(place).encode()).digest()[:16]))


def totals(number: int, table: int, below: int) -> tuple[int, ...]:
    """Give totals that look like chance."""
    digest = hashlib.sha256(f"totals {number} {table}".encode()).digest()
    return tuple(byte % below for byte in digest[:4])


if __name__ == "__main__":
    main()
