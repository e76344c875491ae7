"""Every field of every line of a bundle: a byte changed, dropped, doubled, swapped with the next.

Each time the first failing step is named, and no later one is made.
"""

import json

import pytest

from games.verifier.verify import verify_bundle
from tests.games.verifier.test_tamper_texts import first_step, put, rich, texts

__all__ = ["rich"]
OURS = "— fair.example.org/log"


def spoilt(line):
    """Yield a line with one of its fields spoilt, in every way."""
    fields = line.split(" ")
    for at, field in enumerate(fields):
        middle = len(field) // 2
        other = "7" if field[middle : middle + 1] != "7" else "8"
        variants = [
            [field[:middle] + other + field[middle + 1 :]],
            [],
            [field, field],
        ]
        for changed in variants if line else ([" "],):
            yield " ".join([*fields[:at], *changed, *fields[at + 1 :]])
        if fields[at + 1 : at + 2] not in ([], [field]):
            yield " ".join([*fields[:at], fields[at + 1], field, *fields[at + 2 :]])


def is_free(line):
    """Whether a line is of a key that nobody pinned: readers pass over it."""
    return line.startswith("— ") and not line.startswith(OURS)


@pytest.mark.parametrize("sources", ["seats", "beacon"])
def test_no_field_of_a_statement_or_note_can_be_touched(rich, pinned, sources):
    bundle = json.loads(rich[sources])
    for path in texts(bundle):
        text = put(bundle, path, "")
        lines = text.split("\n")
        for at, line in enumerate(lines):
            for changed in () if is_free(line) else spoilt(line):
                put(bundle, path, "\n".join([*lines[:at], changed, *lines[at + 1 :]]))
                assert first_step(bundle, pinned) in {1, 2, 3, 5, 8}, (path, line, changed)
        put(bundle, path, text)


def one_of_each_kind(lines):
    """Return the places of the first and the last line of every kind."""
    kinds = {}
    for at, line in enumerate(lines):
        kinds.setdefault(line.split(" ")[3], []).append(at)
    return sorted({at for places in kinds.values() for at in (places[0], places[-1])})


@pytest.mark.parametrize("sources", ["seats", "beacon"])
def test_no_field_of_a_line_of_the_chain_can_be_touched(rich, pinned, sources):
    bundle = json.loads(rich[sources])
    lines = bundle["events"]
    for at in one_of_each_kind(lines):
        for changed in spoilt(lines[at]):
            spoilt_bundle = bundle | {"events": [*lines[:at], changed, *lines[at + 1 :]]}
            assert first_step(spoilt_bundle, pinned) in {1, 2, 3, 4, 5, 8}, changed


def values(value, path=()):
    for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list):
            yield from values(inner, (*path, step))
        else:
            yield (*path, step), inner


@pytest.mark.parametrize("sources", ["seats", "beacon"])
def test_no_value_of_a_proof_can_be_changed_by_a_byte(rich, pinned, sources):
    """But for who drew a nonce, which is the chain's to say."""
    bundle = json.loads(rich[sources])
    for path, value in values(bundle["deals"], ("deals",)):
        if path[-1] == "by" or value is None:
            continue
        put(bundle, path, value + 1 if isinstance(value, int) else other_byte(value))
        report = verify_bundle(bundle, pinned)
        if report.verdict == "unreadable":
            assert report.unreadable.pointer == "".join(f"/{step}" for step in path)
        else:
            assert first_step(bundle, pinned) in {1, 3, 4, 5, 6, 7}, path
        put(bundle, path, value)


def other_byte(text):
    middle = len(text) // 2
    return text[:middle] + ("7" if text[middle] != "7" else "8") + text[middle + 1 :]
