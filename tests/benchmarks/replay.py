"""How fast hands are replayed, side by side with OpenSpiel's C++ through its Python, in one run.

    uv run --group openspiel python -m tests.benchmarks.replay

OpenSpiel: at every pass and play `if a not in state.legal_actions(): fail`, then `apply_action`.
Ours: the same hands, from their card codes as a record has them, through `HandReplayer`, which
judges deal, passes and every play, and scores. Then the verifier, a process of its own, on a file
of plain records; JSON reading, reports and the start of the process included; and its memory for a
tenth of the file and for all of it. OpenSpiel is raced beside each of them again. Times are of the
processor, so that other work on the machine hurts both alike.

The exit status is 1 when a bar is missed: replays as fast as OpenSpiel's, two fifths of its pace
for the verifier, and memory that does not grow.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import pyspiel

from games.records.record import Record, format_record, read_record
from games.records.rule_book import RuleBook
from games.records.text import read_json
from games.replay.hand import HandReplayer
from games.rules.game import start_game
from tests.benchmarks.openspiel_hands import DEALT, load_game, play_at_random, record_of

BATCH = 50
BARS = {"replay": 1.0, "verifier": 0.4, "memory": 1.1}
"""At least so fast as a share of OpenSpiel's; at most so much memory for ten times the file."""


def replay_openspiel(game: pyspiel.Game, histories: list[list[int]]) -> None:
    """Replay hands in OpenSpiel, checking every pass and play."""
    for history in histories:
        state = game.new_initial_state()
        for action in history[: DEALT + 1]:
            state.apply_action(action)
        for action in history[DEALT + 1 :]:
            if action not in state.legal_actions():
                raise ValueError(action)
            state.apply_action(action)
        state.returns()


def replay_ours(records: list[Record], replayers: dict[int, HandReplayer]) -> None:
    """Replay hands by the rules."""
    for record in records:
        rules = record.rules
        replayers[id(rules)].replay(record.hands[0], start_game(rules))  # type: ignore[arg-type]


def seconds_of(run: Callable[[], None]) -> float:
    """Run, and give the processor's time."""
    start = process_time()
    run()
    return process_time() - start


def as_archived(records: list[Record]) -> list[Record]:
    """Write records and read them again, so that equal rules are one value."""
    book = RuleBook()
    return [read_record(read_json(format_record(record)), book=book) for record in records]


def compare_replays(game: pyspiel.Game, histories: list[list[int]], rounds: int) -> float:
    """Print the ratio of one run, and give it."""
    named = [record_of(history, f"bench {at}") for at, history in enumerate(histories)]
    records = as_archived(named)
    replayers = {id(record.rules): HandReplayer(record.rules) for record in records}
    theirs = ours = 0.0
    # By turns and in small batches, so that a slow moment of the machine meets both.
    for at in [*range(0, len(histories), BATCH)] * rounds:
        some, same = histories[at : at + BATCH], records[at : at + BATCH]
        theirs += seconds_of(partial(replay_openspiel, game, some))
        ours += seconds_of(partial(replay_ours, same, replayers))
    hands = len(histories) * rounds
    sys.stdout.write(
        f"replay: OpenSpiel {hands / theirs:.0f} hands/s, ours {hands / ours:.0f} hands/s, "
        f"ratio {theirs / ours:.2f}\n"
    )
    return theirs / ours


def verify(file: Path) -> tuple[float, int]:
    """Run the verifier on a file: its seconds of the processor, and its peak memory in KiB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-S", "-m", "games.verifier", str(file)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, after.ru_maxrss


def write_records(file: Path, histories: list[list[int]], count: int) -> None:
    """Write so many records, the hands over and over with other names."""
    records = [record_of(history, "") for history in histories]
    with file.open("w") as out:
        for number in range(count):
            record = records[number % len(records)]
            out.write(format_record(replace(record, id=f"bench {number}")))


def compare_verifier(
    game: pyspiel.Game, histories: list[list[int]], count: int
) -> tuple[float, float]:
    """Print the verifier's pace as a share of OpenSpiel's, and its memory.

    Gives that share for the whole file, and how much more memory it took than a tenth of it.
    """
    share, peaks = 0.0, []
    with TemporaryDirectory() as folder:
        for some in (count // 10, count):
            file = Path(folder) / f"{some}.ndjson"
            write_records(file, histories, some)
            theirs = seconds_of(partial(replay_openspiel, game, histories))
            seconds, peak = verify(file)
            theirs += seconds_of(partial(replay_openspiel, game, histories))
            pace, theirs = some / seconds, 2 * len(histories) / theirs
            share = pace / theirs
            peaks.append(peak)
            sys.stdout.write(
                f"verifier: {some} records, {pace:.0f} records/s, OpenSpiel {theirs:.0f} hands/s, "
                f"{share:.0%} of OpenSpiel, {peak / 1024:.0f} MiB\n"
            )
    return share, peaks[1] / peaks[0]


def main(arguments: list[str]) -> int:
    """Race both, then the verifier; 1 when a bar is missed."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--records", type=int, default=50_000)
    asked = parser.parse_args(arguments)
    game = load_game({})
    histories = [play_at_random(game, f"bench {number}") for number in range(asked.hands)]
    ratio = compare_replays(game, histories, asked.rounds)
    share, growth = compare_verifier(game, histories, asked.records)
    missed = [
        name
        for name, is_met in (
            ("replay", ratio >= BARS["replay"]),
            ("verifier", share >= BARS["verifier"]),
            ("memory", growth <= BARS["memory"]),
        )
        if not is_met
    ]
    sys.stdout.write(f"missed: {', '.join(missed)}\n" if missed else "all bars are met\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
