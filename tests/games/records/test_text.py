"""Strict JSON: nothing but RecordUnreadable leaves the reader."""

import json
from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records.errors import RecordUnreadable
from games.records.text import MAX_DEPTH, read_json, write_json

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.floats(allow_nan=False).filter(lambda number: abs(number) < 1e300),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def refused(line):
    with pytest.raises(RecordUnreadable) as caught:
        read_json(line)
    assert (caught.value.column is None) != (caught.value.pointer is None)
    return caught.value


@settings(deadline=None)
@given(plain)
def test_what_is_written_is_read_again(value):
    assert read_json(write_json(value)) == value
    assert read_json(json.dumps(value).encode()) == value


@settings(deadline=None)
@given(st.text() | st.binary())
def test_nothing_else_leaves_the_reader(line):
    with suppress(RecordUnreadable):
        assert read_json(line) == json.loads(line)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("", 1),
        ("{", 2),
        ('{"a": 1} x', 10),
        ("\ufeff{}", 1),
        (b"\xef\xbb\xbf{}", 1),
        (b'{"a": "\xff"}', 8),
        ('"\ud800"', 2),
        ("{}".encode("utf-16"), 1),
        ("'a'", 1),
        ("[01]", 3),
    ],
)
def test_what_is_no_json_is_refused_with_its_column(line, column):
    assert refused(line).column == column


@pytest.mark.parametrize(
    "line",
    [
        '{"a": 1, "a": 1}',
        '[{"b": {"a": 1, "b": 2, "a": 3}}]',
        "NaN",
        "[Infinity]",
        '{"a": -Infinity}',
        "1e999",
        "-1e999",
        "9" * 5000,
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        '"\\ud800"',
        '{"\\uDC00": 1}',
    ],
)
def test_json_that_is_not_for_an_archive_is_refused(line):
    refused(line)


def test_a_key_that_stands_twice_is_named():
    assert "'a' once" in refused('{"a": 1, "a": 1}').expected


def test_levels_are_allowed_up_to_a_number():
    deep = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert write_json(read_json(deep)) == deep
    wide = "[" + ", ".join(["{}"] * 500) + "]"
    assert write_json(read_json(wide)) == wide
    assert read_json('{"a": [1, {"b": "' + "[" * 200 + '"}]}')


def test_whole_pairs_and_characters_are_kept_unescaped():
    assert write_json(read_json('"\\ud83c\\udca1 \\u00e9"')) == '"🂡 é"'


def test_a_key_that_stands_twice_among_many_is_found_in_one_go():
    """Whoever sends the line chooses how many keys it has: twice as many cost twice as much."""

    def cost(keys):
        line = "{" + ",".join(f'"k{n}":1' for n in range(keys)) + ',"z":1,"z":2}'
        begun = process_time()
        assert "'z'" in refused(line).expected
        return process_time() - begun

    small, large = (min(cost(keys) for _ in range(3)) for keys in (4_000, 32_000))
    assert large < 24 * small  # eight times as many; one count a key would be 64 times
