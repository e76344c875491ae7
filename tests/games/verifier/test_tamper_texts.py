"""Every line of every text of a bundle: changed, dropped, doubled, moved; the step is named.

The bundle has all that one can have: a void deal, receipts, a cosigned checkpoint that was seen, a
beacon's round.
"""

import json

import pytest

from games.verifier.verify import verify_bundle

HEX = "ab" * 32


@pytest.fixture(scope="session")
def rich(service_class, witness):
    """Return the bundle of a game by its sources."""

    def make(sources):
        game = service_class(sources=sources)
        game.give_receipt()
        first = game.commit(1)
        game.write_deal(first)
        if sources == "seats":
            game.contribute(first, range(2))
        game.void(first, "late-3" if sources == "seats" else "director")
        game.write_void(first)
        game.hand(1)
        game.give_receipt()
        game.end()
        size = max(game.sizes)
        seen = [witness.cosign(game.checkpoint(size), 1_694_775_000)]
        return json.dumps(game.bundle() | {"seen": seen})

    return {sources: make(sources) for sources in ("seats", "beacon")}


def spoilt(lines):
    """Yield every way to change one line, drop it, double it, or swap it with the next."""
    for at, line in enumerate(lines):
        middle = len(line) // 2
        other = "7" if line[middle : middle + 1] != "7" else "8"
        yield [*lines[:at], line[:middle] + other + line[middle + 1 :], *lines[at + 1 :]]
        yield [*lines[:at], *lines[at + 1 :]]
        yield [*lines[: at + 1], *lines[at:]]
        if at + 1 < len(lines) and line != lines[at + 1]:
            yield [*lines[:at], lines[at + 1], line, *lines[at + 2 :]]


def first_step(bundle, options):
    """Return the one step that a report names; every later one was not made."""
    report = verify_bundle(bundle, options)
    assert (report.verdict, report.strength) == ("false", None)
    (step,) = {finding.step for finding in report.findings}
    assert {*report.not_made} == {str(later) for later in range(step + 1, 11)}
    return step


def texts(bundle):
    """Yield the place of every text of several lines."""
    yield ("header",)
    yield ("checkpoint",)
    for key in ("seen", "receipts"):
        for place in range(len(bundle[key])):
            yield (key, place)
    for place in range(len(bundle["entries"])):
        yield ("entries", place, "entry")


def put(bundle, path, value):
    *steps, last = path
    for step in steps:
        bundle = bundle[step]
    before, bundle[last] = bundle[last], value
    return before


@pytest.mark.parametrize("sources", ["seats", "beacon"])
def test_the_bundle_is_whole_before_it_is_touched(rich, pinned, sources):
    report = verify_bundle(json.loads(rich[sources]), pinned)
    assert (report.findings, report.verdict, report.not_made) == ((), "ok", {})
    assert report.choices == (2 if sources == "beacon" else 1)


@pytest.mark.parametrize("sources", ["seats", "beacon"])
def test_no_line_of_a_statement_or_note_can_be_touched(rich, pinned, sources):
    bundle = json.loads(rich[sources])
    steps = {"header": {1, 2, 5, 8}, "checkpoint": {1, 2}, "seen": {1, 2}, "receipts": {1, 8}}
    for path in texts(bundle):
        text = put(bundle, path, "")
        for lines in spoilt(text.split("\n")):
            changed = "\n".join(lines)
            if changed == text or _only_moves_a_signature(path, text, changed):
                continue
            put(bundle, path, changed)
            assert first_step(bundle, pinned) in steps.get(path[0], {1, 2}), changed
        put(bundle, path, text)


def _only_moves_a_signature(path, text, changed):
    """Whether all that changed of a note are lines of keys that nobody pins, or their order."""
    if path[0] not in {"seen", "checkpoint", "receipts"}:
        return False
    ours = text.split("\n")[-2] if path[0] != "seen" else text.split("\n")[4]
    before, _, below = changed.partition("\n\n")
    lines = below.split("\n")
    is_note = lines[-1] == "" and all(line.startswith("— ") for line in lines[:-1]) and lines[:-1]
    return bool(before == text.partition("\n\n")[0] and is_note and ours in lines)


def test_no_line_of_the_chain_can_be_touched(rich, pinned):
    bundle = json.loads(rich["seats"])
    lines = bundle["events"]
    found = {first_step(bundle | {"events": changed}, pinned) for changed in spoilt(lines)}
    assert found <= {1, 2, 3, 4, 5, 8}
    assert {1, 8} <= found


@pytest.mark.parametrize("key", ["entries", "consistency", "deals"])
def test_no_entry_size_or_proof_can_be_dropped_doubled_or_moved(rich, pinned, key):
    bundle = json.loads(rich["seats"])
    items = bundle[key]
    for at in range(len(items)):
        dropped = [*items[:at], *items[at + 1 :]]
        doubled = [*items[: at + 1], *items[at:]]
        for changed in (dropped, doubled):
            assert first_step(bundle | {key: changed}, pinned) in {2, 3, 4, 5, 8, 10}
        if at + 1 < len(items):
            moved = [*items[:at], items[at + 1], items[at], *items[at + 2 :]]
            assert first_step(bundle | {key: moved}, pinned) == 2


@pytest.mark.parametrize("key", ["entries", "consistency"])
def test_no_hash_of_a_proof_can_be_touched(rich, pinned, key):
    bundle = json.loads(rich["seats"])
    for item in bundle[key]:
        hashes = item["hashes"]
        for at, value in enumerate(hashes):
            other = ("B" if value[0] == "A" else "A") + value[1:]
            variants = [
                [*hashes[:at], other, *hashes[at + 1 :]],
                [*hashes[:at], *hashes[at + 1 :]],
                [*hashes[: at + 1], *hashes[at:]],
            ]
            if at + 1 < len(hashes):
                variants += [[*hashes[:at], hashes[at + 1], value, *hashes[at + 2 :]]]
            for changed in variants:
                item["hashes"] = changed
                assert first_step(bundle, pinned) == 2
        item["hashes"] = hashes


def test_receipts_and_checkpoints_seen_may_be_left_out_and_nothing_else(rich, pinned):
    bundle = json.loads(rich["seats"])
    for key in ("receipts", "seen"):
        assert verify_bundle(bundle | {key: []}, pinned).verdict == "ok"
        assert verify_bundle(bundle | {key: bundle[key] * 2}, pinned).verdict == "ok"


def test_one_character_of_the_beacons_promise_and_the_opening_is_another(rich, pinned):
    bundle = json.loads(rich["beacon"])
    (proof,) = bundle["deals"]
    proof["beacon"] = proof["beacon"][:-1] + "4"
    assert first_step(bundle, pinned) == 3


def test_the_round_of_a_beacon_is_checked_everywhere(rich, pinned):
    for key, value in (("number", 657414), ("signature", "ab" * 48), ("randomness", HEX)):
        bundle = json.loads(rich["beacon"])
        bundle["deals"][0]["round"][key] = value
        assert first_step(bundle, pinned) == 5
