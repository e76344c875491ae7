"""What a sceptic does with an exported game: the verifier in a process of its own, offline."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from games.records.fields import Node

ROOT: Final = Path(__file__).resolve().parents[2]
SEED: Final = b'"seed": "'


@dataclass(frozen=True)
class Answer:
    """What the verifier said of one bundle, and how it exited."""

    status: int
    report: Node

    @property
    def verdict(self) -> object:
        """The verdict: ok, incomplete, false or unreadable."""
        return self.report.at("verdict").value

    @property
    def strength(self) -> object:
        """The word for how the deals were chosen, None when the verdict is false."""
        return self.report.at("strength").value

    @property
    def not_made(self) -> object:
        """The steps that were not made, with the reasons."""
        return self.report.at("not_made").value

    @property
    def first_finding(self) -> str | None:
        """The first finding, as "step 3: …"."""
        for finding in self.report.at("findings").as_list():
            return f"step {finding.at('step').as_number()}: {finding.at('detail').as_text()}"
        return None


def verify_offline(bundle: Path, key: str, *, mine: Iterable[str] = ()) -> Answer:
    """Run `python -S -m games.verifier` on a bundle: no site packages, no Django, no network."""
    words = [sys.executable, "-S", "-m", "games.verifier", "--json", "--key", key]
    words += [word for own in mine for word in ("--mine", own)]
    done = subprocess.run(
        [*words, str(bundle)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={},
        stdin=subprocess.DEVNULL,
    )
    report = json.loads(done.stdout) if done.stdout else {"verdict": done.stderr, "strength": None}
    return Answer(done.returncode, Node(report))


def change_one_byte(bundle: Path, copy: Path) -> str:
    """Write a copy with one digit of the first deal's seed changed; say which byte."""
    data = bytearray(bundle.read_bytes())
    place = data.index(SEED) + len(SEED)
    before = chr(data[place])
    data[place] = ord("0" if before != "0" else "1")
    copy.write_bytes(data)
    return f"byte {place}: {before} became {chr(data[place])}, in the seed of the first deal"
