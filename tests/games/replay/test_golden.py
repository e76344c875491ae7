"""Stored games of every preset: their verdicts never change, and the archive only grows."""

import json
from pathlib import Path

import pytest

from games.records.record import format_record, parse_record
from games.replay.replay import replay_record
from games.rules.presets import PRESETS
from games.rules.ruleset import Moon

RECORDS = Path(__file__).parents[2] / "records"
GAMES = (RECORDS / "golden.ndjson").read_text().splitlines(keepends=True)
ANSWERS = (RECORDS / "golden.expected.ndjson").read_text().splitlines()
AT_LEAST = 29


def test_it_only_grows():
    assert len(GAMES) == len(ANSWERS) >= AT_LEAST


@pytest.mark.parametrize(
    ("line", "answer"),
    list(zip(GAMES, ANSWERS, strict=True)),
    ids=[json.loads(answer)["id"] for answer in ANSWERS],
)
def test_its_answers_stand(line, answer):
    record = parse_record(line)
    played = replay_record(record)
    found = {"id": record.id, "verdict": str(played.verdict), **played.to_json()}
    assert json.loads(json.dumps(found)) == json.loads(answer)
    assert format_record(record) == line


def test_every_preset_every_size_and_every_moon_is_in_it():
    records = list(map(parse_record, GAMES))
    assert {record.preset for record in records} >= set(PRESETS)
    assert {record.rules.deck.code for record in records} >= {"3", "4", "5", "6"}
    assert {record.rules.deck.code for record in records} >= {"3+kitty", "5+kitty", "6+kitty"}
    assert {record.rules.moon for record in records} == set(Moon)
