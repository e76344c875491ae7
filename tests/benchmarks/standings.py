"""How fast the standings of a large season follow from its events: 1,000 entrants, 20,000 results.

    python -m tests.benchmarks.standings

Folded from the facts, and with the reading of their JSON; then one more result at the start of the
season and at its end. Times are of the processor, so that other work on the machine hurts less.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
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

ENTRANTS, TABLES = 1000, 250
GAMES, BOARDS = 80, (20, 4)
"""Rounds of one game; rounds, and boards of each."""


def main() -> None:
    """Print the figures of one run."""
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
    print(f"one more result: {adding(early):.1f} µs at the start, {adding(late):.1f} µs at the end")


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


def games() -> Iterator[Fact]:
    """Give a season of games: 80 rounds of 250 tables."""
    yield from map(Entered, names())
    for number in range(1, GAMES + 1):
        yield Drawn(number, number, tables(number), ())
        for table in range(1, TABLES + 1):
            yield Counted(number, table, game(number, table), totals(number, table, 120))
        yield Closed(number)


def boards() -> Iterator[Fact]:
    """Give a season of boards: 20 rounds of four boards at 250 tables."""
    yield from map(Entered, names())
    rounds, each = BOARDS
    for number in range(1, rounds + 1):
        yield Drawn(number, number, tables(number), ())
        for board in range(1, each + 1):
            results = tuple(
                (table, game(number, table, board), totals(number, table + 1000 * board, 27))
                for table in range(1, TABLES + 1)
            )
            yield BoardCounted(number, board, results)
        yield Closed(number)


def names() -> list[str]:
    """Give the entrants."""
    return [str(UUID(int=number)) for number in range(ENTRANTS)]


def tables(number: int) -> tuple[tuple[str, ...], ...]:
    """Give the tables of a round, other ones each time."""
    order = sorted(names(), key=lambda name: hashlib.sha256(f"{number} {name}".encode()).digest())
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
