"""Step 10 with a copy of the whole log: what no bundle can show alone."""

import json
from dataclasses import replace

import pytest

from deals.fairness.entries import KeyEntry
from deals.tlog.note import format_vkey, parse_note
from games.verifier.options import Options
from games.verifier.verify import verify_bundle, verify_value

ORIGIN = "fair.example.org/log"


def found(report):
    assert (report.verdict, report.strength) == ("false", None)
    assert {(finding.step, finding.rule) for finding in report.findings} == {(10, "proof_sequence")}
    return " ".join(finding.detail for finding in report.findings)


def test_an_honest_log_is_whole(play, pinned, read_log):
    game = play()
    log = read_log(game)
    report = verify_bundle(game.bundle(), replace(pinned, log=log))
    assert (report.findings, report.verdict, report.strength) == ((), "ok", "shared")
    assert report.not_made == {}
    told = report.to_json()["log"]
    assert told == {
        "origin": ORIGIN,
        "size": len(game.entries),
        "root": log.copy.root,
        "deals": 1,
        "open": 0,
        "voids": {},
        "findings": [],
    }
    assert str(log) == (
        f"log {ORIGIN}: {len(game.entries)} entries, root {log.copy.root}; "
        "1 deals, 0 open; voids: none"
    )


def test_voids_are_counted_by_reason(service, pinned, read_log):
    game = service()
    for reason, seats in (("late-3", [0, 1]), ("late-1", [0, 3]), ("director", range(4))):
        number = game.commit(1)
        game.write_deal(number)
        game.contribute(number, seats)
        game.void(number, reason)
        game.write_void(number)
    game.hand(1)
    game.end()
    log = read_log(game)
    assert log.census.voids == {"director": 1, "late": 2}
    assert "voids: 1 director, 2 late" in str(log)
    report = verify_bundle(game.bundle(), replace(pinned, log=log))
    assert (report.findings, report.choices) == ((), 2)


def test_a_record_is_judged_the_same_with_a_log(play, pinned, read_log):
    game = play()
    record = game.record()
    log = read_log(game)
    assert verify_value(record, replace(pinned, log=log)) == verify_value(record, pinned)


def test_a_commit_of_this_game_that_the_bundle_leaves_out(service, pinned, read_log):
    game = service()
    spare = game.commit(1)
    game.void(spare, "unused")
    game.hand(1)
    game.end()
    log = read_log(game)
    bundle = game.bundle()
    bundle["entries"] = [one for one in bundle["entries"] if "\ndeal 1\n" not in one["entry"]]
    assert verify_bundle(bundle, pinned).verdict == "ok"
    report = verify_bundle(bundle, replace(pinned, log=log))
    assert "entry 3 of the log is of this game, and not in the bundle" in found(report)


def test_the_bundle_may_be_older_than_the_copy(service, pinned, read_log):
    rules = service().rules_line.replace("hands=1", "hands=2")
    game = service(rules_line=rules)
    game.hand(1)
    bundle = game.bundle()
    game.hand(2)
    game.end()
    report = verify_bundle(bundle, replace(pinned, log=read_log(game)))
    assert [finding.rule for finding in report.findings] == ["incomplete"]
    assert (report.strength, report.not_made) == ("shared", {})


def test_a_copy_that_ends_before_the_bundle_can_not_show_all(service, pinned, read_log):
    game = service()
    game.hand(1)
    options = replace(pinned, log=read_log(game))
    game.end()
    report = verify_bundle(game.bundle(), options)
    assert (report.findings, report.verdict, report.strength) == ((), "ok", "shared")
    assert report.not_made == {"10": "the copy of the log ends before the bundle's checkpoint"}


def test_an_older_copy_is_of_the_same_log_where_a_proof_leads_to_it(service, pinned, read_log):
    game, other = service(), service()
    for one in (game, other):
        one.commit(1)
    other.entries[-1] = other.entries[-1].replace("time 2026", "time 2027")
    size = len(game.entries)
    number = game.numbers
    game.finish(number, game.deal(number))
    game.end()
    assert game.sizes == {size}
    options = replace(pinned, log=read_log(other))
    text = found(verify_bundle(game.bundle(), options))
    assert f"at size {size} the log has the root" in text


def test_a_log_of_another_origin(play, pinned, read_log):
    game = play()
    files = game.write_log()
    files["checkpoint"] = files["checkpoint"].replace(b"fair.", b"foul.", 1)
    log = read_log(game, files=files)
    assert "the log is foul.example.org/log" in found(
        verify_bundle(game.bundle(), replace(pinned, log=log))
    )


def test_the_copy_is_a_later_state_of_the_bundles_log(service, pinned, read_log):
    class Other(type(service())):
        def tick(self):
            self.clock += 1
            return super().tick()

    game, other = service(), Other()
    for one in (game, other):
        one.hand(1)
        one.end()
    text = found(verify_bundle(game.bundle(), replace(pinned, log=read_log(other))))
    assert f"at size {min(game.sizes)} the log has the root" in text


def test_a_copy_that_is_damaged_is_told_and_proves_nothing(play, pinned, read_log):
    game = play()
    files = game.write_log()
    (tile,) = [path for path in files if path.startswith("tile/0/")]
    files[tile] = files[tile][:-1] + b"\0"
    log = read_log(game, files=files)
    assert log.root_at(4) is None
    text = found(verify_bundle(game.bundle(), replace(pinned, log=log)))
    assert "is not what the entries hash to" in text


def test_a_copy_that_goes_away_proves_nothing(play, read_log):
    game = play()
    files = game.write_log()
    log = read_log(game, files=files)
    assert log.root_at(4) is not None
    files.clear()
    assert log.root_at(4) is None
    assert log.root_at(10**6) is None


# A new key of the log.


@pytest.fixture
def rotated(service, next_signer):
    """A game in whose middle the log gets a new key; the size that covers it first."""
    rules = service().rules_line.replace("hands=1", "hands=2")
    game = service(rules_line=rules)
    game.hand(1)
    entry = {"origin": ORIGIN, "role": "log", "vkey": format_vkey(next_signer.key)}
    game.log(KeyEntry(**entry, time=game.tick()))
    first = len(game.entries)
    game.sizes.add(first)
    game.hand(2)
    game.end()
    game.key_size = first
    game.checkpoint = lambda size=None, signer=next_signer: type(game).checkpoint(
        game, size, signer
    )
    return game


def test_who_pins_the_new_key_needs_nothing_else(rotated, next_signer, read_log):
    log = read_log(rotated, key=next_signer.key, files=rotated.write_log(next_signer))
    report = verify_bundle(rotated.bundle(), Options(next_signer.key, log=log))
    assert (report.findings, report.verdict, report.strength) == ((), "ok", "shared")


def test_who_pinned_the_old_key_follows_the_checkpoint_that_both_signed(
    rotated, log_signer, next_signer, pinned, read_log
):
    report = verify_bundle(rotated.bundle(), pinned)
    assert {(finding.step, finding.rule) for finding in report.findings} == {(2, "proof_log")}
    both = log_signer.also_sign(rotated.checkpoint(rotated.key_size))
    seen = rotated.bundle() | {"seen": [both]}
    report = verify_bundle(seen, pinned)
    assert (report.findings, report.verdict) == ((), "ok")
    files = rotated.write_log(next_signer)
    assert "no signature by the key" in read_log(rotated, files=files).findings[0]
    log = read_log(rotated, files=files, handovers=[parse_note(both)])
    assert log.findings == ()


def test_the_old_key_alone_signs_no_more(rotated, log_signer, next_signer, pinned):
    bundle = rotated.bundle() | {"checkpoint": rotated.checkpoint(signer=log_signer)}
    report = verify_bundle(bundle, pinned)
    assert [finding.step for finding in report.findings] == [2]


def test_a_checkpoint_from_before_is_signed_by_the_old_key(rotated, log_signer, next_signer):
    old = min(rotated.sizes)
    options = Options(next_signer.key)
    good = rotated.bundle() | {"seen": [rotated.checkpoint(old, log_signer)]}
    assert verify_bundle(good, options).verdict == "ok"
    bad = rotated.bundle() | {"seen": [rotated.checkpoint(old, next_signer)]}
    assert [finding.step for finding in verify_bundle(bad, options).findings] == [2]


def test_the_bundle_is_json_with_and_without_a_log(play, pinned, read_log):
    game = play()
    with_log = verify_bundle(game.bundle(), replace(pinned, log=read_log(game))).to_json()
    without = verify_bundle(game.bundle(), pinned).to_json()
    assert [*with_log] == [*without, "log"]
    json.dumps(with_log)
