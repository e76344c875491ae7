"""SPEC.md of the records says what the code does."""

import re
from hashlib import sha256
from pathlib import Path

from games.records import record
from games.records.record import format_record, parse_record
from games.rules import errors

ROOT = Path(__file__).parents[3]
SPEC = (ROOT / "games/records/SPEC.md").read_text(encoding="utf-8")


def test_the_example_is_written_byte_for_byte():
    came, written = re.findall(r"^    (\{.*\})$", SPEC, re.MULTILINE)
    line = format_record(parse_record(came))
    assert line == written + "\n"
    assert sha256(line.encode()).hexdigest() in SPEC
    assert format_record(parse_record(line)) == line


def test_its_keys_are_those_that_are_known():
    table = SPEC.partition("| key | |\n|---|---|\n")[2].partition("\n\n")[0]
    assert {row.split()[1] for row in table.splitlines()} == record._RECORD_KEYS


def test_every_finding_of_a_replay_is_listed():
    cases = (ROOT / "tests/records").glob("*.expected.ndjson")
    found = set(re.findall(r'"rule": "(\w+)"', "".join(case.read_text() for case in cases)))
    assert len(found) > 20
    for rule in found | errors.ILLEGAL_PLAYS.keys():
        assert re.search(rf"^\| [a-z_, ]*{rule}\b", SPEC, re.MULTILINE)
