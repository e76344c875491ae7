"""What a deal costs in CPU: `python -m tests.benchmarks.dealing [--deals N]`.

Commit, draw, numbering and log entry, each in microseconds of this process's CPU per deal, beside
one bare row inserted through the same connection. Then a whole game with sources `seats`, to 100
points, is played, and its bundle verified by a process of its own, in seconds from the process's
start. It makes a throw-away database and keeps none.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from django.db.backends.utils import CursorWrapper

from hearts_site.local.postgres import THROW_AWAY, PostgresServer
from hearts_site.local.roles import OWNER

ROOT = Path(__file__).parents[2]
RUNS = 11
NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE"}


def main() -> None:
    """Measure, and print a line for each step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    deals = parser.parse_args().deals
    with tempfile.TemporaryDirectory(prefix="hearts-benchmark-") as place:
        directory = Path(place)
        server = PostgresServer(directory / "postgres", THROW_AWAY)
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "hearts_site.settings",
            "DATABASE_URL": server.url(OWNER),
            "HEARTS_DATA": place,
            "HEARTS_KEYS": str(directory / "keys"),
            "HEARTS_LOG_LEVEL": "ERROR",
        }
        with server:
            _measure_all(deals)


def _measure_all(deals: int) -> None:
    import django  # noqa: PLC0415 - not before the environment is set

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection, transaction  # noqa: PLC0415

    nowhere = io.StringIO()
    call_command("makekeys", stdout=nowhere)
    call_command("migrate", verbosity=0)
    call_command("openlog", stdout=nowhere)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE bare (id serial PRIMARY KEY, text text)")
        steps = _steps(cursor)
        bare = _microseconds(steps.pop("a bare row"), deals)
        print(f"{'a bare row':<28}{bare:>9.1f} µs")
        for name, step in steps.items():
            cost = _microseconds(step, deals)
            print(f"{name:<28}{cost:>9.1f} µs {cost / bare:>7.1f} times")
    key = io.StringIO()
    call_command("showkeys", stdout=key)
    bundle = _played_bundle()
    connection.close()
    _verify(bundle, key=key.getvalue().split()[1])


def _played_bundle() -> dict[str, object]:
    """Return the bundle of a whole game, played through the services by four people."""
    from games.selectors.bundles import game_bundle  # noqa: PLC0415
    from tests.cast import Party  # noqa: PLC0415

    party = Party()
    party.sit()
    party.play_game()
    return game_bundle(party.game)


def _verify(bundle: dict[str, object], *, key: str) -> None:
    """Time the verifier over one file, as a module and as one file, with and without site.

    Modules are compiled once and kept, as Python does unless told otherwise; the one file never is.
    """
    from games.verifier.archive import build_archive  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="hearts-benchmark-") as place:
        file, archive = Path(place, "bundle.json"), Path(place, "hearts-verify.pyz")
        file.write_text(json.dumps(bundle), encoding="utf-8")
        archive.write_bytes(build_archive())
        hands = len(bundle["record"]["hands"])  # type: ignore[index]
        print(f"a bundle of {hands} hands, {file.stat().st_size:,} bytes")
        for how in (["-S", "-m", "games.verifier"], ["-m", "games.verifier"], [str(archive)]):
            times = [_run([*how, "--json", "--key", key, str(file)], place) for _ in range(RUNS)]
            shown = how[-1] if how[-1] != str(archive) else archive.name
            name = f"python {' '.join([*how[:-1], shown])}"
            real, cpu = (sorted(column) for column in zip(*times, strict=True))
            print(f"{name:<28}{real[0]:>9.3f} s at best, {real[RUNS // 2]:.3f} s the median,")
            print(f"{'':<28}{cpu[0]:>9.3f} s of CPU at best")


def _run(arguments: list[str], place: str) -> tuple[float, float]:
    """Return the seconds that a process took, and those of its CPU; its verdict must be ok."""
    environment = {name: text for name, text in os.environ.items() if name not in NO_BYTECODE}
    environment["PYTHONPYCACHEPREFIX"] = place
    before, began = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    took, after = time.perf_counter() - began, os.times()
    report = json.loads(done.stdout)
    if (report["verdict"], report["strength"]) != ("ok", "shared"):
        raise RuntimeError(f"the verifier says {report['verdict']}, {report['strength']}")
    cpu = after.children_user + after.children_system
    return took, cpu - before.children_user - before.children_system


def _steps(cursor: CursorWrapper) -> dict[str, Callable[[int], object]]:
    from django.utils import timezone  # noqa: PLC0415

    from deals.cards.deck import DECKS  # noqa: PLC0415
    from deals.fairness.commitment import Opening, commitment_of  # noqa: PLC0415
    from deals.fairness.draw import DrawStatement, draw_index, draw_key, format_draw  # noqa: PLC0415
    from deals.fairness.entries import HeadEntry  # noqa: PLC0415
    from deals.fairness.numbering import unrank_deal  # noqa: PLC0415
    from deals.fairness.seat_line import SeatLine  # noqa: PLC0415
    from deals.services.dealing import commit_deal  # noqa: PLC0415
    from deals.services.log import lock_log  # noqa: PLC0415

    game = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"
    writer = lock_log(now=timezone.now())
    seats = tuple(SeatLine(seat, "ab" * 32, secrets.token_hex(32)) for seat in range(4))
    draw = DrawStatement("cd" * 32, seats, "-")

    def opening(number: int) -> str:
        return commitment_of(
            Opening(
                origin=writer.origin,
                deal=number + 1,
                purpose=f"game/{game}/hand/{number + 1}",
                deck="4",
                sources="seats",
                beacon="-",
                seed=secrets.token_hex(32),
            )
        )

    def log_entry(number: int) -> object:
        head = secrets.token_hex(32)
        return writer.append(
            HeadEntry(origin=writer.origin, game=game, seq=number + 1, head=head, time=writer.time)
        )

    def commit(number: int) -> object:
        return commit_deal(
            writer, f"game/{game}/hand/{number + 1}", deck="4", sources="seats", game=None
        )

    def index(_number: int) -> int:
        return draw_index(
            draw_key(secrets.token_hex(32), format_draw(draw)), DECKS["4"].sizes
        ).index

    drawn = index(0)
    return {
        "a bare row": lambda n: cursor.execute("INSERT INTO bare (text) VALUES (%s)", [f"row {n}"]),
        "seed and commitment": opening,
        "draw of the index": index,
        "numbering: index to cards": lambda _: unrank_deal(drawn, DECKS["4"]),
        "a log entry": log_entry,
        "commit: row and log entry": commit,
    }


def _microseconds(step: Callable[[int], object], times: int) -> float:
    began = time.process_time_ns()
    for number in range(times):
        step(number)
    return (time.process_time_ns() - began) / times / 1000


if __name__ == "__main__":
    sys.exit(main())
