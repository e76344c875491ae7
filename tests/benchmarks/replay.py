"""How fast hands are replayed, side by side with OpenSpiel's C++ through its Python, in one run.

    uv run --group openspiel python -m tests.benchmarks.replay

OpenSpiel: at every pass and play `if a not in state.legal_actions(): fail`, then `apply_action`.
Ours: the same hands from their card codes through `HandReplayer`, which judges deal, passes and
every play, and scores. Then the verifier, a process of its own, on a file of plain records; JSON
reading, reports and the start of the process included; and its memory for a tenth of the file and
for all of it. Times are of the processor, so that other work on the machine hurts both alike.
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

from games.records.record import Record, format_record
from games.replay.hand import HandReplayer
from games.rules.game import start_game
from tests.benchmarks.openspiel_hands import DEALT, load_game, play_at_random, record_of

BATCH = 50


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


def compare_replays(game: pyspiel.Game, hands: int, rounds: int) -> tuple[float, list[Record]]:
    """Print the ratio of one run; OpenSpiel's hands a second, and the records."""
    histories = [play_at_random(game, f"bench {number}") for number in range(hands)]
    records = [record_of(history, f"bench {at}") for at, history in enumerate(histories)]
    replayers = {id(record.rules): HandReplayer(record.rules) for record in records}
    theirs = ours = 0.0
    # By turns and in small batches, so that a slow moment of the machine meets both.
    for at in [*range(0, hands, BATCH)] * rounds:
        some, same = histories[at : at + BATCH], records[at : at + BATCH]
        theirs += seconds_of(partial(replay_openspiel, game, some))
        ours += seconds_of(partial(replay_ours, same, replayers))
    hands *= rounds
    sys.stdout.write(
        f"replay: OpenSpiel {hands / theirs:.0f} hands/s, ours {hands / ours:.0f} hands/s, "
        f"ratio {theirs / ours:.2f}\n"
    )
    return hands / theirs, records


def verify(file: Path) -> tuple[float, int]:
    """Run the verifier on a file: its seconds of the processor, and its peak memory in KiB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-S", "-m", "games.verifier", str(file)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, after.ru_maxrss


def compare_verifier(pace: float, records: list[Record], count: int) -> None:
    """Print the verifier's pace as a share of OpenSpiel's, and its memory."""
    with TemporaryDirectory() as folder:
        for share in (count // 10, count):
            file = Path(folder) / f"{share}.ndjson"
            with file.open("w") as out:
                for number in range(share):
                    record = records[number % len(records)]
                    out.write(format_record(replace(record, id=f"bench {number}")))
            seconds, peak = verify(file)
            sys.stdout.write(
                f"verifier: {share} records, {share / seconds:.0f} records/s, "
                f"{share / seconds / pace:.0%} of OpenSpiel, {peak / 1024:.0f} MiB\n"
            )


def main(arguments: list[str]) -> None:
    """Race both, then the verifier."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--records", type=int, default=50_000)
    asked = parser.parse_args(arguments)
    game = load_game({})
    pace, records = compare_replays(game, asked.hands, asked.rounds)
    compare_verifier(pace, records, asked.records)


if __name__ == "__main__":
    main(sys.argv[1:])
