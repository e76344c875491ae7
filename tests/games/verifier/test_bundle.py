"""The shape of a bundle: anything else is unreadable, and the place is told."""

import json

import pytest

from games.records.errors import RecordUnreadable
from games.verifier.bundle import parse_bundle
from games.verifier.options import Options
from games.verifier.verify import verify_bundle, verify_value


@pytest.fixture
def bundle(vector):
    return json.loads(vector)


def test_texts_and_hashes_stand_as_they_came(bundle):
    read = parse_bundle(bundle)
    assert read.header == bundle["header"]
    assert [*read.events] == bundle["events"]
    assert [entry.index for entry in read.entries] == [*range(8)]
    assert {len(value) for entry in read.entries for value in entry.hashes} == {32}
    assert (read.consistency[0].size, read.seen) == (4, ())


@pytest.mark.parametrize("key", ["record", "events", "seen", "checkpoint"])
def test_every_key_must_be_there(bundle, key):
    del bundle[key]
    with pytest.raises(RecordUnreadable) as caught:
        parse_bundle(bundle)
    assert caught.value.pointer == ""


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (["more"], 1, ""),
        (["format"], "hearts-bundle/2", "/format"),
        (["record", "format"], "x", "/record/format"),
        (["record", "rules", "target"], 99, "/record/rules/target"),
        (["record", "hands", 0, "dealt", 2], 5, "/record/hands/0/dealt/2"),
        (["header"], None, "/header"),
        (["events", 3], 4, "/events/3"),
        (["events"], "x", "/events"),
        (["deals", 0, "deal"], "1", "/deals/0/deal"),
        (["deals", 0, "contributions", 1, "by"], "me", "/deals/0/contributions/1/by"),
        (["entries", 0, "index"], True, "/entries/0/index"),
        (["entries", 0, "index"], -1, "/entries/0/index"),
        (["entries", 0, "more"], 1, "/entries/0"),
        (["entries", 2, "hashes", 0], "AA", "/entries/2/hashes/0"),
        (["consistency", 0, "size"], 4.0, "/consistency/0/size"),
        (["consistency", 0], [], "/consistency/0"),
        (["receipts", 0], {}, "/receipts/0"),
    ],
)
def test_what_does_not_fit_is_told_by_its_pointer(bundle, path, value, pointer):
    at = bundle
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    report = verify_bundle(bundle, Options())
    assert (report.verdict, report.unreadable.pointer) == ("unreadable", pointer)
    assert report.unreadable.expected


@pytest.mark.parametrize("value", [None, [], "x", 5, {}, {"format": 5}, {"format": "x"}])
def test_what_is_of_no_known_format_is_unreadable(value):
    report = verify_value(value, Options())
    assert (report.verdict, report.exit_status) == ("unreadable", 2)
    assert report.to_json() | {"pointer": None, "expected": None} == {
        "id": None,
        "verdict": "unreadable",
        "strength": None,
        "choices": None,
        "not_made": {},
        "finished": None,
        "hands": None,
        "totals": None,
        "winners": None,
        "ranks": None,
        "findings": [],
        "line": None,
        "column": None,
        "pointer": None,
        "expected": None,
    }


def test_a_record_is_no_bundle(bundle):
    assert verify_bundle(bundle["record"], Options()).verdict == "unreadable"
    assert verify_value(bundle["record"], Options()).verdict == "ok"
