"""pgbench on the statements that a play can't do without: lock, insert, update; one transaction."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import psycopg

from hearts_site.local.binaries import DEBIAN, find_binaries
from hearts_site.local.postgres import PostgresServer
from hearts_site.local.roles import DATABASE, OWNER

TABLES = """
CREATE TABLE IF NOT EXISTS bench_game (id int PRIMARY KEY, seq int, head text, state bytea);
CREATE TABLE IF NOT EXISTS bench_event
    (id int, seq int, line text, head bytea, PRIMARY KEY (id, seq));
TRUNCATE bench_game, bench_event;
INSERT INTO bench_game SELECT id, 0, repeat('a', 64), convert_to(repeat('x', 700), 'UTF8')
FROM generate_series(1, 1000) AS id;
"""
SCRIPT = """
\\set id random(1, 1000)
BEGIN;
SELECT seq AS seq, head, state FROM bench_game WHERE id = :id FOR NO KEY UPDATE \\gset
INSERT INTO bench_event VALUES (:id, :seq + 1, repeat('l', 40), decode(repeat('ab', 32), 'hex'));
UPDATE bench_game
SET seq = :seq + 1, head = repeat('b', 64), state = convert_to(repeat('y', 700), 'UTF8')
WHERE id = :id;
COMMIT;
"""


class PgbenchMissing(RuntimeError):
    """There is no pgbench on this machine."""


def find_pgbench() -> Path:
    """Return the program: beside the server's, in Debian's places, on the path."""
    places = [find_binaries(), *sorted(DEBIAN.glob("*/bin"), reverse=True)]
    for place in places:
        if (place / "pgbench").is_file():
            return place / "pgbench"
    if found := shutil.which("pgbench"):
        return Path(found)
    raise PgbenchMissing("no pgbench here: install Debian's postgresql-contrib or postgresql")


def make_tables(server: PostgresServer) -> None:
    """Make the tables that the script works on, anew."""
    with psycopg.connect(server.url(OWNER)) as connection:
        connection.execute(TABLES)


def transactions_per_second(server: PostgresServer, *, seconds: int, clients: int) -> float:
    """Run it for so many seconds."""
    script = server.directory / "play.sql"
    script.write_text(SCRIPT)
    words = [str(find_pgbench()), "-n", "-M", "prepared", "-c", str(clients), "-j", "2"]
    words += ["-T", str(seconds), "-f", str(script), "-h", str(server.socket), "-U", OWNER]
    done = subprocess.run([*words, DATABASE], capture_output=True, text=True, check=False)
    found = re.search(r"tps = ([0-9.]+)", done.stdout)
    if found is None:
        raise PgbenchMissing(f"pgbench failed: {done.stderr[-400:]}")
    return float(found[1])
