"""Nothing of a bundle can be changed, dropped, doubled or moved unnoticed; nothing crashes."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records.errors import RecordUnreadable
from games.verifier.bundle import parse_bundle
from games.verifier.options import Options
from games.verifier.verify import verify_bundle, verify_line, verify_value


def meaning(value):
    """Return what a bundle says, without what its owner may change or leave out.

    Names, place and id of the record; receipts and checkpoints seen; of a proof what follows
    anyway, and who drew a nonce, which is the chain's to say.
    """
    read = parse_bundle(value)
    deals = tuple(
        replace(
            proof,
            contributions=tuple(replace(given, by="seat") for given in proof.contributions),
            attempts=None,
            index=None,
            hands=None,
        )
        for proof in read.deals
    )
    record = replace(read.record, id="", players=(), about=None, preset=None)
    return replace(read, record=record, deals=deals, receipts=(), seen=())


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


def is_noticed(bundle, vector, options):
    """Whether a change is told, or is none."""
    verdict = verify_bundle(bundle, options).verdict
    return verdict in {"false", "unreadable"} or meaning(bundle) == meaning(json.loads(vector))


@pytest.fixture(scope="session")
def all_paths(vector):
    return [*paths(json.loads(vector))]


def test_what_has_a_meaning_is_nearly_everything(vector):
    free = []
    for path in paths(json.loads(vector)):
        bundle = json.loads(vector)
        at = parent(bundle, path)
        if isinstance(at[path[-1]], str):
            at[path[-1]] += "7"
            try:
                free += [pointer(path)] * (meaning(bundle) == meaning(json.loads(vector)))
            except RecordUnreadable:
                continue
    names = [f"/record/players/{seat}" for seat in range(4)]
    hands = [f"/deals/0/hands/{seat}" for seat in range(4)]
    assert free == ["/record/id", *names, "/deals/0/index", *hands, "/receipts/0"]


def test_no_value_can_be_changed(vector, pinned, all_paths):
    for path in all_paths:
        bundle = json.loads(vector)
        at = parent(bundle, path)
        value = at[path[-1]]
        if isinstance(value, str):
            place = sum(map(len, map(str, path))) * 7 % len(value)
            other = "7" if value[place] != "7" else "8"
            at[path[-1]] = value[:place] + other + value[place + 1 :]
        elif isinstance(value, bool):
            at[path[-1]] = not value
        elif isinstance(value, int):
            at[path[-1]] = value + 1
        else:
            continue
        assert is_noticed(bundle, vector, pinned), pointer(path)


def test_no_value_can_be_left_out(vector, pinned, all_paths):
    for path in all_paths:
        bundle = json.loads(vector)
        del parent(bundle, path)[path[-1]]
        assert is_noticed(bundle, vector, pinned), pointer(path)


def test_nothing_can_stand_twice(vector, pinned, all_paths):
    for path in all_paths:
        bundle = json.loads(vector)
        at = parent(bundle, path)
        if isinstance(at, list):
            at.insert(path[-1], at[path[-1]])
            assert is_noticed(bundle, vector, pinned), pointer(path)


def test_neighbours_can_not_change_places(vector, pinned, all_paths):
    for path in all_paths:
        bundle = json.loads(vector)
        at = parent(bundle, path)
        if isinstance(at, list) and path[-1] > 0:
            at[path[-1] - 1 : path[-1] + 1] = reversed(at[path[-1] - 1 : path[-1] + 1])
            assert is_noticed(bundle, vector, pinned), pointer(path)


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
    assert is_noticed(bundle, vector, pinned)


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_any_byte_of_the_file_can_be_flipped(data, vector, pinned):
    raw = bytearray(vector.encode())
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= 1 << data.draw(st.integers(0, 7))
    if verify_line(bytes(raw), pinned).verdict not in {"false", "unreadable"}:
        assert meaning(json.loads(raw)) == meaning(json.loads(vector))
