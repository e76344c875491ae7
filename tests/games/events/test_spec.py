"""What SPEC.md shows is what the code writes: its examples are the vectors."""

import textwrap
from pathlib import Path

import pytest

from games.events.event import parse_event
from games.events.grammar import KINDS

ROOT = Path(__file__).parents[3]
CHAIN = ROOT / "tests/vectors/chain"
SPEC = (ROOT / "games/events/SPEC.md").read_text(encoding="utf-8")
HEADS = dict(line.split(" ") for line in (CHAIN / "heads.txt").read_text().splitlines())


def shown(text):
    return textwrap.indent(text, "    ") in SPEC


@pytest.mark.parametrize("name", ["entry-2-game.txt", "pass-seat-0.txt"])
def test_the_statements_of_the_example_are_shown(name):
    assert shown((CHAIN / name).read_text(encoding="utf-8"))


def test_the_receipt_of_the_example_is_shown():
    text, _, signatures = (CHAIN / "receipt-19.txt").read_text(encoding="utf-8").partition("\n\n")
    assert shown(f"{text}\n")
    assert shown(signatures)


def test_the_first_heads_and_the_first_line_are_shown():
    assert f"head_0 = {HEADS['0']}" in SPEC
    assert f"head_1 = {HEADS['1']}" in SPEC
    assert shown((CHAIN / "chain.txt").read_text().splitlines()[0] + "\n")


def test_the_lines_that_are_shown_can_be_read():
    lines = [line.strip() for line in SPEC.splitlines() if line.startswith("    ")]
    events = [line for line in lines if line[:1].isdigit()]
    assert len(events) == 3
    assert [parse_event(line).kind for line in events] == ["seat", "play", "row"]


def test_every_kind_of_line_is_listed():
    rows = [line.split(" | ")[0].removeprefix("| ") for line in SPEC.splitlines()]
    assert [kind for kind in KINDS if kind not in rows] == []
