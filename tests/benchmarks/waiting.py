"""Ordinary calls beside twenty clients that wait: as fast as without them."""

from __future__ import annotations

import socket
import statistics
import time

import psycopg

from hearts_site.local.processes import LocalSite
from hearts_site.local.roles import APPLICATION, SUPERUSER
from tests.benchmarks.connection import Connection

WAITERS = 20
CALLS = 150
SECONDS = 25
OPEN = "SELECT count(*) FROM pg_stat_activity WHERE usename = %s"


def run(site: LocalSite) -> None:
    """Print the time of a call alone, beside the waiters, and alone again."""
    own = Connection(site.port or 0)
    made = own.call("POST", "/games", {"sources": "server"})
    url = f"/games/{made['game']['id']}"
    _median(own, url)  # nothing is warm yet
    alone = _median(own, url)
    waiting = [_wait(site, url) for _ in range(WAITERS)]
    time.sleep(1)
    beside = _median(own, url)
    connections = _connections(site)
    for line in waiting:
        line.close()
    again = _median(own, url)
    print(f"a call      {alone:8.2f} ms alone, median of {CALLS}; {again:.2f} ms afterwards")
    print(f"            {beside:8.2f} ms beside {WAITERS} clients that wait")
    print(f"connections {connections:8d} of web and worker to the database meanwhile")


def _median(own: Connection, url: str) -> float:
    times = []
    for _ in range(CALLS):
        began = time.perf_counter()
        own.call("GET", url)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def _wait(site: LocalSite, url: str) -> socket.socket:
    """Ask for what does not come, and leave the answer to itself."""
    line = socket.create_connection(("127.0.0.1", site.port or 0))
    path = f"/api/v1{url}/events?after=9999&wait={SECONDS}"
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode())
    return line


def _connections(site: LocalSite) -> int:
    with psycopg.connect(site.postgres.url(SUPERUSER)) as connection:
        row = connection.execute(OPEN, [APPLICATION]).fetchone()
    return 0 if row is None else row[0]
