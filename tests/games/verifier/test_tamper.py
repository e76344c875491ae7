"""Nothing of a bundle can be changed, dropped, doubled or moved unnoticed; nothing crashes."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.verifier.options import Options
from games.verifier.verify import verify_bundle, verify_line, verify_value

FREE = re.compile(r"/record/(id|players/\d+)|/deals/\d+/contributions/\d+/by")
"""Names and the record's id; who drew a nonce is the chain's to say, not the proof's."""
MAY_GO = re.compile(r"/(receipts|seen)/\d+|/deals/\d+/(index|attempts|hands)|/record/id")
"""What a caller may leave out: receipts, checkpoints seen, and what follows anyway."""
MAY_MOVE = re.compile(r"/(receipts|seen|record/players)/\d+")


def paths(value, path=()):
    """Yield the path of every value in a JSON value, the whole excepted."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in steps:
        yield (*path, step)
        if isinstance(inner, dict | list):
            yield from paths(inner, (*path, step))


def pointer(path):
    return "".join(f"/{step}" for step in path)


def parent(bundle, path):
    for step in path[:-1]:
        bundle = bundle[step]
    return bundle


def noticed(bundle, options):
    return verify_bundle(bundle, options).verdict in {"false", "unreadable"}


@pytest.fixture(scope="session")
def all_paths(vector):
    return [*paths(json.loads(vector))]


def test_no_value_can_be_changed(vector, pinned, all_paths):
    for path in all_paths:
        bundle = json.loads(vector)
        at = parent(bundle, path)
        value = at[path[-1]]
        if isinstance(value, str) and not FREE.fullmatch(pointer(path)):
            place = sum(map(hash, map(str, path))) % len(value)
            other = "7" if value[place] != "7" else "8"
            at[path[-1]] = value[:place] + other + value[place + 1 :]
        elif isinstance(value, bool):
            at[path[-1]] = not value
        elif isinstance(value, int):
            at[path[-1]] = value + 1
        else:
            continue
        assert noticed(bundle, pinned), pointer(path)


def test_no_value_can_be_left_out(vector, pinned, all_paths):
    for path in all_paths:
        bundle = json.loads(vector)
        del parent(bundle, path)[path[-1]]
        if not MAY_GO.fullmatch(pointer(path)):
            assert noticed(bundle, pinned) or _means_the_same(bundle, vector), pointer(path)


def _means_the_same(bundle, vector):
    """Whether only a setting was left out that is the standard's anyway."""
    return {**json.loads(vector), "record": bundle["record"]} == bundle and (
        bundle["record"].keys() == json.loads(vector)["record"].keys()
        and bundle["record"]["hands"] == json.loads(vector)["record"]["hands"]
    )


def test_nothing_can_stand_twice(vector, pinned, all_paths):
    for path in all_paths:
        bundle = json.loads(vector)
        at = parent(bundle, path)
        if isinstance(at, list) and not MAY_MOVE.fullmatch(pointer(path)):
            at.insert(path[-1], at[path[-1]])
            assert noticed(bundle, pinned), pointer(path)


def test_neighbours_can_not_change_places(vector, pinned, all_paths):
    for path in all_paths:
        bundle = json.loads(vector)
        at = parent(bundle, path)
        if not isinstance(at, list) or path[-1] == 0 or MAY_MOVE.fullmatch(pointer(path)):
            continue
        first, second = at[path[-1] - 1], at[path[-1]]
        if first != second:
            at[path[-1] - 1], at[path[-1]] = second, first
            assert noticed(bundle, pinned), pointer(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(value=JSON)
@settings(max_examples=150, deadline=None)
def test_any_json_gets_a_report(value):
    assert verify_value(value, Options()).verdict == "unreadable"


@given(data=st.binary() | st.text())
@settings(max_examples=150, deadline=None)
def test_any_bytes_and_any_text_get_a_report(data):
    assert verify_line(data, Options()).verdict == "unreadable"


@given(data=st.data(), value=JSON)
@settings(max_examples=150, deadline=None)
def test_any_value_anywhere_gets_a_report(data, value, vector, pinned, all_paths):
    path = data.draw(st.sampled_from(all_paths))
    bundle = json.loads(vector)
    parent(bundle, path)[path[-1]] = value
    report = verify_bundle(bundle, pinned)
    same = value == parent(json.loads(vector), path)[path[-1]]
    free = FREE.fullmatch(pointer(path)) or MAY_GO.fullmatch(pointer(path)) or path == ("record",)
    if not same and not free and path[-1] not in {"players", "receipts", "seen"}:
        assert report.verdict in {"false", "unreadable"}


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_any_byte_of_the_file_can_be_flipped(data, vector, pinned):
    raw = bytearray(vector.encode())
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= 1 << data.draw(st.integers(0, 7))
    report = verify_line(bytes(raw), pinned)
    if report.verdict == "ok":
        assert _only_free_text_changed(raw, vector)


def _only_free_text_changed(raw, vector):
    """Whether a file says the same but for names and spaces between."""
    changed, whole = json.loads(raw), json.loads(vector)
    for bundle in (changed, whole):
        bundle["record"] = {
            key: value
            for key, value in bundle["record"].items()
            if key not in {"id", "players", "about"}
        }
        for hand in bundle["record"]["hands"]:
            hand["played"] = hand["played"].split()
            hand["dealt"] = [holding.split() for holding in hand["dealt"]]
            hand["passed"] = [cards.split() for cards in hand["passed"]]
    return changed == whole
