"""hearts-record/1: liberal in, strict out, unreadable with a place."""

import copy
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records.entry import Adjusted, HandClaim, PlayedHand, Substitution, VoidHand
from games.records.errors import RecordUnreadable
from games.records.record import (
    FORMAT,
    GameClaim,
    Record,
    Start,
    format_record,
    parse_record,
    read_record,
    record_to_json,
)
from games.rules.row import Row
from games.rules.ruleset import Moon, RuleSet, Tie, rules_to_json

RECORDS = Path(__file__).parents[2] / "records"
CASES = [
    line
    for name in ("cases-four", "cases-sheets", "cases")
    for line in (RECORDS / f"{name}.ndjson").read_text().splitlines()
]
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


def test_export_import_export_is_byte_equal():
    for line in CASES:
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


ENTRIES = [
    {
        "points": [5, 0, 8, 13],
        "jack": 0,
        "ten": 3,
        "sun": False,
        "no_tricks": [1, 2],
        "moon_choice": "add",
        "claimed": {"scores": [1, 2, 3, 4]},
        "mood": "bad",
    },
    {"void": "misdeal", "dealt": ["2C", "", "", ""], "kitty": "3C", "passed": ["2C"], "played": ""},
    {"void": "misdeal", "note": 1},
    {"substitute": {"seat": 2, "player": "Eve", "age": 7}, "reason": "left", "note": 1},
    {"substitute": {"seat": 0, "player": "=Eve"}},
    {"adjust": [0, 0, -5, 0], "reason": "late", "note": 1},
    {"adjust": [0, 0, 5, 0]},
]
START = {"hands": 5, "totals": [20, -11, 4, 13], "note": 1}


def test_every_kind_of_entry_is_read_and_written_as_it_stands():
    record = parse_record(changed(hands=ENTRIES, start=START))
    row, void, bare, left, came, late, early = record.hands
    assert row.row == Row((5, 0, 8, 13), 0, 3, sun=False, no_tricks=(1, 2), moon_choice="add")
    assert row.claimed == HandClaim(scores=(1, 2, 3, 4))
    assert void == VoidHand("misdeal", (("2C",), (), (), ()), ("3C",), (("2C",),), ())
    assert bare == VoidHand("misdeal", extra={"note": 1})
    assert left == Substitution(2, "Eve", "left", {"age": 7}, {"note": 1})
    assert came == Substitution(0, "=Eve")
    assert late == Adjusted((0, 0, -5, 0), "late", {"note": 1})
    assert early == Adjusted((0, 0, 5, 0))
    assert record.start == Start(5, (20, -11, 4, 13), {"note": 1})
    out = json.loads(format_record(record))
    assert list(out) == ["format", "id", "rules", "players", "hands", "start"]
    assert out["hands"] == ENTRIES
    assert [list(entry) for entry in out["hands"]] == [list(entry) for entry in ENTRIES]
    assert list(out["start"]) == ["hands", "totals", "note"]
    assert record.unknown_keys == (
        "/start/note",
        "/hands/0/mood",
        "/hands/2/note",
        "/hands/3/note",
        "/hands/3/substitute/age",
        "/hands/5/note",
    )


def test_seats_without_a_trick_come_in_any_order():
    record = parse_record(changed(hands=[{"points": [1, 2, 3, 20], "no_tricks": [2, 0]}]))
    assert record.hands[0].row.no_tricks == (0, 2)


def test_records_are_for_three_to_six():
    rules = {"players": 6, "spare": "kitty", "preset": "turbo"}
    record = parse_record(changed(rules=rules, players=[*"ABCDEF"], hands=[]))
    assert record.rules.players == len(record.players) == 6


@pytest.mark.parametrize(
    ("line", "pointer"),
    [
        (changed(rules={"players": 5}), "/players"),
        (changed(hands=[{"points": [26, 0, 0]}]), "/hands/0/points"),
        (changed(hands=[{"points": [26, 0, 0, "0"]}]), "/hands/0/points/3"),
        (changed(hands=[{"points": [26, 0, 0, 0], "dealt": [], "void": "x"}]), "/hands/0"),
        (changed(hands=[{"points": [26, 0, 0, 0], "dealt": [], "played": ""}]), "/hands/0"),
        (changed(hands=[{"played": "", "claimed": {}}]), "/hands/0"),
        (changed(hands=[{"points": [26, 0, 0, 0], "adjust": [0, 0, 0, 0]}]), "/hands/0"),
        (changed(hands=[{"points": [26, 0, 0, 0], "jack": 4}]), "/hands/0/jack"),
        (changed(hands=[{"points": [26, 0, 0, 0], "jack": None}]), "/hands/0/jack"),
        (changed(hands=[{"points": [26, 0, 0, 0], "ten": True}]), "/hands/0/ten"),
        (changed(hands=[{"points": [26, 0, 0, 0], "sun": "yes"}]), "/hands/0/sun"),
        (changed(hands=[{"points": [26, 0, 0, 0], "no_tricks": 1}]), "/hands/0/no_tricks"),
        (changed(hands=[{"points": [26, 0, 0, 0], "no_tricks": [-1]}]), "/hands/0/no_tricks/0"),
        (changed(hands=[{"points": [26, 0, 0, 0], "no_tricks": [1, 1]}]), "/hands/0/no_tricks"),
        (changed(hands=[{"points": [26, 0, 0, 0], "moon_choice": 1}]), "/hands/0/moon_choice"),
        (changed(hands=[{"points": [26, 0, 0, 0], "claimed": 1}]), "/hands/0/claimed"),
        (changed(hands=[{"void": 1}]), "/hands/0/void"),
        (changed(hands=[{"void": "x", "dealt": "2C"}]), "/hands/0/dealt"),
        (changed(hands=[{"substitute": "Eve"}]), "/hands/0/substitute"),
        (changed(hands=[{"substitute": {"player": "Eve"}}]), "/hands/0/substitute"),
        (changed(hands=[{"substitute": {"seat": 4, "player": "E"}}]), "/hands/0/substitute/seat"),
        (changed(hands=[{"substitute": {"seat": 1, "player": 5}}]), "/hands/0/substitute/player"),
        (changed(hands=[{"adjust": [0, 0, 5]}]), "/hands/0/adjust"),
        (changed(hands=[{"adjust": [0, 0, 5, 0], "reason": 1}]), "/hands/0/reason"),
        (changed(start=5), "/start"),
        (changed(start={"hands": -1, "totals": [0, 0, 0, 0]}), "/start/hands"),
        (changed(start={"hands": 1, "totals": [0, 0, 0]}), "/start/totals"),
        (changed(start={"totals": [0, 0, 0, 0]}), "/start"),
    ],
)
def test_what_is_not_one_a_seat_or_of_no_known_shape_is_unreadable(line, pointer):
    assert refused(line).pointer == pointer


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
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


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_json_in_any_entry_breaks_the_parser(data):
    entries = copy.deepcopy(ENTRIES)
    entry = data.draw(st.sampled_from(entries))
    keys = ("points", "void", "adjust", "substitute", "jack", "sun", "no_tricks", "reason")
    entry[data.draw(st.sampled_from([*entry, *keys]))] = data.draw(anything)
    try:
        once = format_record(parse_record(changed(hands=entries, start=data.draw(anything))))
    except RecordUnreadable:
        return
    assert format_record(parse_record(once)) == once


@settings(deadline=None)
@given(st.binary(max_size=60), st.integers(0, 600))
def test_no_bytes_in_a_record_break_the_parser(junk, at):
    line = json.dumps(GAME).encode()
    with suppress(RecordUnreadable):
        assert parse_record(line[:at] + junk + line[at + len(junk) :]).players
