"""Bundles: honest ones get their word, and every lie its step."""

import json
from pathlib import Path

from games.verifier.options import Options
from games.verifier.verify import verify_bundle, verify_line

CHAIN = Path(__file__).parents[2] / "vectors" / "chain"
TWO = "hands=2"


def two_hands(rules):
    return rules.replace("hands=-", "hands=2").replace("play_on", "share")


def test_the_vector_bundle_gets_its_answer(vector, pinned):
    report = verify_line(vector, pinned)
    expected = json.loads((CHAIN / "bundle.expected.json").read_text())
    assert report.to_json() == expected
    assert [*report.to_json()] == [*expected]


def test_without_a_pinned_key_nothing_is_proven(vector):
    report = verify_line(vector, Options())
    assert (report.verdict, report.strength, report.choices) == ("ok", "unproven", 1)
    assert [*report.not_made] == ["2"]


def test_an_honest_game_is_ok(play, pinned):
    report = verify_bundle(play().bundle(), pinned)
    assert (report.findings, report.verdict, report.strength) == ((), "ok", "shared")
    assert (report.finished, report.choices, report.not_made) == (True, 1, {})
    assert report.winners == tuple(play().winners())


def test_a_game_of_computers_alone_is_server_only(play, pinned):
    report = verify_bundle(play(drawn_by=("service",) * 4).bundle(), pinned)
    assert (report.verdict, report.strength, report.choices) == ("ok", "server-only", 1)


def test_a_game_from_the_server_alone_is_server_only(play, pinned):
    report = verify_bundle(play(sources="server").bundle(), pinned)
    assert (report.findings, report.verdict, report.strength) == ((), "ok", "server-only")
