"""hearts-record/1: liberal in, strict out, unreadable with a place."""

import copy
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records.entry import HandClaim, PlayedHand
from games.records.errors import RecordUnreadable
from games.records.record import (
    FORMAT,
    GameClaim,
    Record,
    format_record,
    parse_record,
    read_record,
    record_to_json,
)
from games.rules.ruleset import Moon, RuleSet, Tie, rules_to_json

RECORDS = Path(__file__).parents[2] / "records"
CASES = (RECORDS / "cases-four.ndjson").read_text().splitlines()
VECTORS = Path(__file__).parents[2] / "vectors"

GAME = {
    "format": FORMAT,
    "id": "club-7/1",
    "rules": {"preset": "scoresheet", "pass_count": 1},
    "players": ["Anna", "Ben", "Cara", "Dan"],
    "hands": [{"dealt": ["AS 2C", "10C", "", "XX"], "passed": ["2C"], "played": "2C 10C 1S"}],
}


def changed(**changes):
    game = {**copy.deepcopy(GAME), **changes}
    return json.dumps({key: value for key, value in game.items() if value is not ...})


def with_hand(**changes):
    hand = {**GAME["hands"][0], **changes}
    return changed(hands=[{key: value for key, value in hand.items() if value is not ...}])


def refused(line):
    with pytest.raises(RecordUnreadable) as caught:
        parse_record(line)
    return caught.value


def test_a_record_is_read_as_it_stands():
    assert parse_record(json.dumps(GAME)) == Record(
        id="club-7/1",
        rules=RuleSet(moon=Moon.SUBTRACT, queen_breaks_hearts=True, tie=Tie.SHARE, pass_count=1),
        players=("Anna", "Ben", "Cara", "Dan"),
        hands=(
            PlayedHand(
                dealt=(("AS", "2C"), ("TC",), (), ("XX",)),
                passed=(("2C",),),
                played=("2C", "TC", "1S"),
            ),
        ),
        preset="scoresheet",
    )


def test_a_record_is_written_strictly():
    line = format_record(parse_record(json.dumps(GAME)))
    rules = json.dumps({"preset": "scoresheet", **rules_to_json(parse_record(line).rules)})
    assert line == (
        f'{{"format": "hearts-record/1", "id": "club-7/1", "rules": {rules}, '
        '"players": ["Anna", "Ben", "Cara", "Dan"], '
        '"hands": [{"dealt": ["2C AS", "TC", "", "XX"], "passed": ["2C"], '
        '"played": "2C TC 1S"}]}\n'
    )


def test_keys_come_out_in_their_order_and_unknown_ones_are_kept_and_listed():
    line = json.dumps(
        {
            "zoo": [1, None],
            "claimed": {"winners": [], "x/y": 1, "totals": [1, 2, 3, 4]},
            "about": {"mood": "good", "table": 3, "date": "2026-11-02"},
            "hands": [
                {
                    "note": {"a": 1.5},
                    "claimed": {"why": True, "scores": [1], "points": [2]},
                    "moon_choice": "add",
                    "played": "",
                    "kitty": "QC",
                    "dealt": [],
                }
            ],
            **{key: GAME[key] for key in ("players", "rules", "id", "format")},
        }
    )
    record = parse_record(line)
    assert record.unknown_keys == (
        "/zoo",
        "/about/mood",
        "/claimed/x~1y",
        "/hands/0/note",
        "/hands/0/claimed/why",
    )
    out = json.loads(format_record(record))
    assert list(out) == ["format", "id", "about", "rules", "players", "hands", "claimed", "zoo"]
    assert list(out["about"]) == ["date", "table", "mood"]
    assert list(out["claimed"]) == ["totals", "winners", "x/y"]
    assert out["hands"] == [
        {
            "dealt": [],
            "kitty": "QC",
            "played": "",
            "moon_choice": "add",
            "claimed": {"points": [2], "scores": [1], "why": True},
            "note": {"a": 1.5},
        }
    ]
    assert list(out["hands"][0]) == ["dealt", "kitty", "played", "moon_choice", "claimed", "note"]


@pytest.mark.parametrize("line", CASES, ids=range(len(CASES)))
def test_export_import_export_is_byte_equal(line):
    once = format_record(parse_record(line))
    assert once.endswith("}\n")
    assert format_record(parse_record(once)) == once
    assert format_record(parse_record(once.encode())) == once


def test_the_record_of_a_bundle_is_our_own_export():
    bundle = json.loads((VECTORS / "chain" / "bundle.json").read_text())
    record = read_record(bundle["record"], pointer="/record")
    assert record_to_json(record) == bundle["record"]
    assert json.dumps(bundle["record"], ensure_ascii=False) + "\n" == format_record(record)


def test_names_are_written_unescaped():
    line = format_record(parse_record(changed(players=["Zoë", "李", "🂡", '"\\\n'])))
    assert '["Zoë", "李", "🂡", "\\"\\\\\\n"]' in line


def test_claims_of_any_length_are_read():
    record = parse_record(changed(claimed={"totals": [1], "winners": [9]}))
    assert record.claimed == GameClaim(totals=(1,), winners=(9,))
    record = parse_record(with_hand(claimed={"scores": []}))
    assert record.hands[0].claimed == HandClaim(scores=())


def test_a_record_of_known_keys_lists_none():
    assert parse_record(json.dumps(GAME)).unknown_keys == ()


def test_an_empty_pass_is_left_out():
    assert '"passed"' not in format_record(parse_record(with_hand(passed=[])))


@pytest.mark.parametrize(
    ("line", "pointer"),
    [
        ("null", ""),
        ("[]", ""),
        ("{}", ""),
        (changed(format=...), ""),
        (changed(format="hearts-record/2"), "/format"),
        (changed(format=1), "/format"),
        (changed(id=...), ""),
        (changed(id=7), "/id"),
        (changed(rules=...), ""),
        (changed(rules=[]), "/rules"),
        (changed(rules={"moon": "none"}), "/rules/moon"),
        (changed(rules={"moon": None}), "/rules/moon"),
        (changed(rules={"pre/set": 1}), "/rules/pre~1set"),
        (changed(rules={"preset": "nobody's"}), "/rules/preset"),
        (changed(rules={"target": None}), "/rules/hands"),
        (changed(players=...), ""),
        (changed(players="Anna"), "/players"),
        (changed(players=["Anna", "Ben", "Cara"]), "/players"),
        (changed(players=["Anna", "Ben", "Cara", None]), "/players/3"),
        (changed(hands=...), ""),
        (changed(hands={}), "/hands"),
        (changed(hands=[[]]), "/hands/0"),
        (changed(hands=[{}]), "/hands/0"),
        (changed(hands=[{"claimed": {}}]), "/hands/0"),
        (with_hand(dealt="2C"), "/hands/0/dealt"),
        (with_hand(dealt=["2C", 2]), "/hands/0/dealt/1"),
        (with_hand(kitty=None), "/hands/0/kitty"),
        (with_hand(passed="2C"), "/hands/0/passed"),
        (with_hand(passed=[["2C"]]), "/hands/0/passed/0"),
        (with_hand(played=...), "/hands/0"),
        (with_hand(played=["2C"]), "/hands/0/played"),
        (with_hand(moon_choice=1), "/hands/0/moon_choice"),
        (with_hand(claimed=[]), "/hands/0/claimed"),
        (with_hand(claimed={"points": 3}), "/hands/0/claimed/points"),
        (with_hand(claimed={"scores": [1, True]}), "/hands/0/claimed/scores/1"),
        (with_hand(claimed={"scores": [1, 2.0]}), "/hands/0/claimed/scores/1"),
        (changed(about="x"), "/about"),
        (changed(claimed=3), "/claimed"),
        (changed(claimed={"winners": ["Anna"]}), "/claimed/winners/0"),
        (changed(claimed={"totals": None}), "/claimed/totals"),
    ],
)
def test_what_is_no_record_is_unreadable_at_its_place(line, pointer):
    error = refused(line)
    assert error.pointer == pointer
    assert error.code == "unreadable"
    assert error.expected


@pytest.mark.parametrize(
    ("line", "pointer"),
    [
        (changed(hands=[{"points": [26, 0, 0, 0]}]), "/hands/0"),
        (with_hand(void="misdeal"), "/hands/0"),
        (changed(hands=[{"substitute": {"seat": 2, "player": "Eve"}}]), "/hands/0"),
        (changed(hands=[GAME["hands"][0], {"adjust": [0, 0, 5, 0]}]), "/hands/1"),
        (changed(start={"hands": 5, "totals": [20, -11, 4, 13]}), "/start"),
        (changed(rules={"players": 5}), "/rules/players"),
        (changed(rules={"jack": "JD"}), "/rules/jack"),
    ],
)
def test_what_comes_later_is_unreadable_and_says_so(line, pointer):
    error = refused(line)
    assert error.pointer == pointer
    assert "not supported yet" in error.expected


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)


@settings(max_examples=300)
@given(st.data())
def test_no_json_in_any_place_breaks_the_parser(data):
    game = copy.deepcopy(GAME)
    place, key = data.draw(
        st.sampled_from(
            [(game, key) for key in (*GAME, "claimed", "about", "start")]
            + [(game["rules"], key) for key in (*rules_to_json(RuleSet()), "preset")]
            + [(game["hands"][0], key) for key in ("dealt", "passed", "played", "claimed", "kitty")]
        )
    )
    place[key] = data.draw(anything)
    try:
        once = format_record(parse_record(json.dumps(game)))
    except RecordUnreadable:
        return
    assert format_record(parse_record(once)) == once


@given(st.binary(max_size=60), st.integers(0, 600))
def test_no_bytes_in_a_record_break_the_parser(junk, at):
    line = json.dumps(GAME).encode()
    with suppress(RecordUnreadable):
        assert parse_record(line[:at] + junk + line[at + len(junk) :]).players
