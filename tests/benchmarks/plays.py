"""Accepted plays a second over real HTTP: token, throttle, receipt, log lines, all on."""

from __future__ import annotations

import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from uuid import UUID

from deals.cards.holding import parse_holding
from games.rules.hand import start_hand
from games.rules.ruleset import parse_rules
from hearts_site.local.processes import LocalSite
from tests.benchmarks.connection import Connection
from tests.benchmarks.copies import copy_game
from tests.benchmarks.pgbench import PgbenchMissing, make_tables, transactions_per_second

CONNECTIONS = 8
HANDS = 3  # for each connection, in a round
ROUNDS = 5
STORED = (1_000, 100_000)
PGBENCH_SECONDS = 4
RULES = {"preset": "standard", "passing": "none"}
SEATS = range(4)


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
    requests = _prepare_hand(own)
    for request in requests:
        own.send(request)
    return UUID(requests[0].split(b"/games/", 1)[1][:36].decode())


def _measure_all(site: LocalSite) -> None:
    make_tables(site.postgres)
    rounds: list[Round] = []
    reference: list[float] = []
    missing = ""
    measure(site.port, hands=1)  # nothing is warm yet
    for _ in range(ROUNDS):
        rounds.append(measure(site.port, hands=HANDS))
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


def measure(port: int | None, *, hands: int) -> Round:
    """Play so many hands on each connection, all connections at once."""
    connections = [Connection(port or 0) for _ in range(CONNECTIONS)]
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        prepared = list(threads.map(lambda own: _prepare(own, hands), connections))
        gate = threading.Barrier(CONNECTIONS + 1)
        playing = [
            threads.submit(_play, own, requests, gate)
            for own, requests in zip(connections, prepared, strict=True)
        ]
        gate.wait()
        began = time.perf_counter()
        times = [taken for done in playing for taken in done.result()]
        return Round(len(times) / (time.perf_counter() - began), times)


def _play(own: Connection, requests: list[bytes], gate: threading.Barrier) -> list[float]:
    gate.wait()
    times = []
    for request in requests:
        began = time.perf_counter()
        status, body = own.send(request)
        times.append(1000 * (time.perf_counter() - began))
        if status != 201:
            raise RuntimeError(f"a play was answered {status}: {body[:300]!r}")
    return times


def _prepare(own: Connection, hands: int) -> list[bytes]:
    return [request for _ in range(hands) for request in _prepare_hand(own)]


def _prepare_hand(own: Connection) -> list[bytes]:
    """Seat four people at a new table; the requests that play its first hand."""
    made = own.call("POST", "/games", {"rules": RULES, "sources": "server"})
    url = f"/games/{made['game']['id']}"
    tokens = [
        own.call("POST", f"{url}/seats/{given['seat']}", {"invite": given["invite"]})["token"]
        for given in made["invites"]
    ]
    views = [own.call("GET", f"{url}/seats/{seat}", None, tokens[seat]) for seat in SEATS]
    holdings = [parse_holding(" ".join(view["cards"]["holding"])) for view in views]
    hand, seq, requests = start_hand(parse_rules(RULES), 1, holdings), views[0]["seq"], []
    while hand.turn is not None:
        seat = hand.turn
        card = next(iter(hand.legal_cards(seat)))
        body = {"card": str(card), "expected_seq": seq + len(requests)}
        requests.append(own.request("POST", f"{url}/plays", body, tokens[seat]))
        hand = hand.play(seat, card)
    return requests
