"""Accepted plays a second over real HTTP: token, throttle, receipt, log lines, all on.

Whole games, to the audit of each: the clock runs while cards are played, and after the last one
until no audit is left to do. It stands still while the clients look at their next cards.
"""

from __future__ import annotations

import statistics
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import repeat
from uuid import UUID

import psycopg

from deals.cards.holding import parse_holding
from games.rules.hand import start_hand
from games.rules.ruleset import parse_rules
from hearts_site.local.processes import LocalSite
from hearts_site.local.roles import SUPERUSER
from tests.benchmarks.connection import Connection
from tests.benchmarks.copies import copy_game
from tests.benchmarks.pgbench import PgbenchMissing, make_tables, transactions_per_second

CONNECTIONS = 8
TABLES = 40  # in a round
HANDS = 10  # of a game, as one to 100 points has
ROUNDS = 3
STORED = (1_000, 100_000)
PGBENCH_SECONDS = 4
RULES = {"passing": "none", "target": None, "hands": HANDS, "tie": "share"}
SEATS = range(4)

_OPEN_AUDITS = """
SELECT count(*) FROM deals_job WHERE kind = 'audit_game' AND state IN ('queued', 'running')
"""


@dataclass(frozen=True)
class Round:
    """What one round came to: plays a second, and the time of every play in milliseconds."""

    rate: float
    times: list[float]


def run(site: LocalSite) -> None:
    """Print the medians of some rounds, each next to one of pgbench."""
    _measure_all(site)


def run_stored(site: LocalSite) -> None:
    """Print the same beside 1,000 and beside 100,000 stored hands."""
    stored = 0
    for hands in STORED:
        copy_game(site.postgres, _played_game(site), count=hands - stored)
        stored = hands
        print(f"stored      {hands:8d} hands")
        _measure_all(site)


def _played_game(site: LocalSite) -> UUID:
    """Play one hand; the game that it belongs to."""
    own = Connection(site.port or 0)
    table = _seat_table(own)
    for request in _plays_of_hand(own, table):
        own.send(request)
    return UUID(table.url.removeprefix("/games/"))


def _measure_all(site: LocalSite) -> None:
    make_tables(site.postgres)
    rounds: list[Round] = []
    reference: list[float] = []
    missing = ""
    measure(site, tables=CONNECTIONS)  # nothing is warm yet
    for _ in range(ROUNDS):
        rounds.append(measure(site, tables=TABLES))
        if not missing:
            try:
                reference.append(
                    transactions_per_second(
                        site.postgres, seconds=PGBENCH_SECONDS, clients=CONNECTIONS
                    )
                )
            except PgbenchMissing as error:
                missing = str(error)
    _report(rounds, reference, missing)


def _report(rounds: list[Round], reference: list[float], missing: str) -> None:
    rate = statistics.median(found.rate for found in rounds)
    times = sorted(taken for found in rounds for taken in found.times)
    print(f"plays       {rate:8.0f} /s, {CONNECTIONS} connections, median of {len(rounds)} rounds")
    print(f"            {_at(times, 0.5):8.1f} ms median, {_at(times, 0.99):.1f} ms p99")
    if missing:
        print(f"pgbench     missing: {missing}")
        return
    bench = statistics.median(reference)
    print(f"pgbench     {bench:8.0f} /s, -c {CONNECTIONS} -j 2 -M prepared, lock insert update")
    print(f"ratio       {100 * rate / bench:8.1f} %")


def _at(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(share * len(times)))]


def measure(site: LocalSite, *, tables: int) -> Round:
    """Play a game at each of so many tables; who of all connections is free takes the next hand."""
    connections = [Connection(site.port or 0) for _ in range(CONNECTIONS)]
    seated = [_seat_table(connections[0]) for _ in range(tables)]
    times: list[float] = []
    taken = 0.0
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        for hand in range(1, HANDS + 1):
            hands = deque(_plays_of_hand(connections[0], table) for table in seated)
            began = time.perf_counter()
            for played in threads.map(_play, connections, repeat(hands)):
                times += played
            if hand == HANDS:
                _wait_for_audits(site)
            taken += time.perf_counter() - began
    return Round(len(times) / taken, times)


def _wait_for_audits(site: LocalSite) -> None:
    with psycopg.connect(site.postgres.url(SUPERUSER), autocommit=True) as connection:
        while connection.execute(_OPEN_AUDITS).fetchone() != (0,):
            time.sleep(0.01)


@dataclass(frozen=True)
class Table:
    """A game with four people: its address, and their tokens by seat."""

    url: str
    tokens: list[str]


def _seat_table(own: Connection) -> Table:
    made = own.call("POST", "/games", {"rules": RULES, "sources": "server"})
    url = f"/games/{made['game']['id']}"
    tokens = [
        own.call("POST", f"{url}/seats/{given['seat']}", {"invite": given["invite"]})["token"]
        for given in made["invites"]
    ]
    return Table(url, tokens)


def _play(own: Connection, hands: deque[list[bytes]]) -> list[float]:
    """Play hands while there are any; how long each play took."""
    times = []
    while hands:
        with suppress(IndexError):  # another connection took the last one
            times += [_send(own, request) for request in hands.popleft()]
    return times


def _send(own: Connection, request: bytes) -> float:
    began = time.perf_counter()
    status, body = own.send(request)
    if status != 201:
        raise RuntimeError(f"a play was answered {status}: {body[:300]!r}")
    return 1000 * (time.perf_counter() - began)


def _plays_of_hand(own: Connection, table: Table) -> list[bytes]:
    """Look at the cards of all four, and write down the requests that play the hand."""
    url, tokens = table.url, table.tokens
    views = [own.call("GET", f"{url}/seats/{seat}", None, tokens[seat]) for seat in SEATS]
    holdings = [parse_holding(" ".join(view["cards"]["holding"])) for view in views]
    hand = start_hand(parse_rules(RULES), views[0]["hand"], holdings)
    seq, requests = views[0]["seq"], []
    while hand.turn is not None:
        seat = hand.turn
        card = next(iter(hand.legal_cards(seat)))
        body = {"card": str(card), "expected_seq": seq + len(requests)}
        requests.append(own.request("POST", f"{url}/plays", body, tokens[seat]))
        hand = hand.play(seat, card)
    return requests
