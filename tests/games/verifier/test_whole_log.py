"""Step 10 with a copy of the whole log: what no bundle can show alone."""

import copy
import json
from dataclasses import replace

import pytest

from deals.fairness.entries import CommitEntry, FreezeEntry, KeyEntry, VoidEntry
from deals.fairness.seat_line import SeatLine
from deals.tlog.errors import CopyDamaged
from deals.tlog.handover import format_handover
from deals.tlog.note import format_vkey, parse_note
from deals.tlog.proof import prove_inclusion
from games.verifier.command import main
from games.verifier.options import Options
from games.verifier.strength import BUNDLES_WORD
from games.verifier.verify import verify_bundle, verify_value
from games.verifier.words import describe

ORIGIN = "fair.example.org/log"
GAME = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"


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


def lose_a_seed(game, *, of):
    """Another game of the same service: its deal is frozen, then its seed is lost."""
    header = game.entries[2].replace(GAME, of)
    number = game.numbers + 1
    game.numbers = number
    said = {"origin": ORIGIN, "deal": number}
    commitment = f"{number:064x}"
    game.entries.append(header.replace(header.split("\ntime ")[1], f"{game.tick()}\n"))
    terms = {"deck": "4", "sources": "seats", "beacon": "-", "commitment": commitment}
    purpose = f"game/{of}/hand/1"
    game.log(CommitEntry(**said, purpose=purpose, **terms, time=game.tick()))
    seats = tuple(
        SeatLine(seat, f"{number + seat:064x}", f"{number + 9 + seat:064x}") for seat in range(4)
    )
    head = f"9 {'ab' * 32}"
    frozen = {"commitment": commitment, "seats": seats, "game": of, "head": head}
    game.log(FreezeEntry(**said, **frozen, time=game.tick()))
    void = {"reason": "seed-lost", "seed": "-", "seats": seats}
    game.log(VoidEntry(**said, **void, time=game.tick()))


OTHER_GAME = "00000000-0000-4000-8000-00000000000b"


def test_a_seed_lost_elsewhere_is_told_of_the_service_and_no_other_game_is_false(
    service, pinned, read_log
):
    game = service()
    game.hand(1)
    lose_a_seed(game, of=OTHER_GAME)
    game.end()
    log = read_log(game)
    assert log.census.voids == {"seed-lost": 1}
    bundle = game.bundle()
    bundle["entries"] = [
        one
        for one in bundle["entries"]
        if OTHER_GAME not in one["entry"] and "\ndeal 2\n" not in one["entry"]
    ]
    report = verify_bundle(bundle, replace(pinned, log=log))
    assert (report.findings, report.verdict, report.strength) == ((), "ok", "shared")
    (told,) = report.to_json()["log"]["findings"]
    assert "the seed of deal 2 is lost, which was frozen" in told
    assert "findings in the whole log: 1\n" in str(log)
    proof = verify_value(bundle["deals"][0], replace(pinned, log=log))
    assert (proof.verdict, proof.findings) == ("ok", ())


def test_a_seed_lost_in_its_own_game_is_a_finding(service, pinned, read_log):
    game = service()
    lose_a_seed(game, of=GAME)
    log = read_log(game)
    assert any("lost, which was frozen" in one for one in log.findings_of(GAME, ()))
    assert any("lost, which was frozen" in one for one in log.findings_of(None, {1}))
    assert log.findings_of(OTHER_GAME, {2}) == ()


def test_a_gap_in_the_numbers_is_a_finding_against_every_game(service, pinned, read_log):
    game = service()
    game.hand(1)
    game.numbers += 1
    lose_a_seed(game, of=OTHER_GAME)
    game.end()
    assert "deal 3 after deal 1" in " ".join(read_log(game).findings_of(GAME, {1}))


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
    report = verify_bundle(bundle, pinned)
    assert (report.verdict, report.not_made) == ("ok", {})
    assert BUNDLES_WORD in report.notes
    assert "shared, one of at least 1;" in next(describe(report, ""))
    report = verify_bundle(bundle, replace(pinned, log=log))
    assert "entry 3 of the log is of this game, and not in the bundle" in found(report)


def test_deals_that_a_copy_of_the_log_has_counted_are_not_the_bundles_word(play, pinned, read_log):
    game = play()
    report = verify_bundle(game.bundle(), replace(pinned, log=read_log(game)))
    assert report.notes == ()
    assert "shared, one of 1;" in next(describe(report, ""))


def test_a_copy_that_ends_too_early_has_not_counted_them(service, pinned, read_log):
    game = service()
    game.hand(1)
    log = read_log(game)
    game.end()
    report = verify_bundle(game.bundle(), replace(pinned, log=log))
    assert [*report.not_made] == ["10"]
    assert "shared, one of at least 1;" in next(describe(report, ""))


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
    with pytest.raises(CopyDamaged, match=r"your copy is damaged.*not what the entries hash to"):
        read_log(game, files=files)
    files = game.write_log()
    files["checkpoint"] = files["checkpoint"].replace(b"\n8\n", b"\n7\n", 1)
    with pytest.raises(CopyDamaged):
        read_log(game, files=files)
    files = game.write_log()
    signature = files["checkpoint"].split()[-1]
    files["checkpoint"] = files["checkpoint"].replace(signature[-20:-10], b"A" * 10)
    with pytest.raises(CopyDamaged, match=r"your copy is damaged.*the checkpoint: "):
        read_log(game, files=files)


def test_a_damaged_copy_is_an_error_of_the_input_and_no_verdict(play, tmp_path, capsys):
    game = play()
    for path, data in game.write_log().items():
        (tmp_path / "log" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "log" / path).write_bytes(data)
    bundle = tmp_path / "bundle.json"
    bundle.write_text(json.dumps(game.bundle()))
    tile = next(tmp_path.glob("log/tile/entries/*/*"))
    tile.write_bytes(tile.read_bytes()[:-1])
    with pytest.raises(SystemExit) as ended:
        main(["--log", str(tmp_path / "log"), str(bundle)])
    assert ended.value.code == 2
    assert "your copy is damaged, fetch it again" in capsys.readouterr().err


def test_a_copy_that_goes_away_proves_nothing(play, read_log):
    game = play()
    files = game.write_log()
    log = read_log(game, files=files)
    assert log.root_at(4) is not None
    assert log.time_at(4) is not None
    assert len(log.leaves_at([0, 4])) == 2
    files.clear()
    assert log.root_at(4) is None
    assert (log.root_at(10**6), log.time_at(10**6)) == (None, None)
    assert log.time_at(4) is None
    assert log.leaves_at([0, 4]) == ()


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
    alone = read_log(rotated, files=files)
    assert "pin the log's newest key" in alone.findings[0]
    assert (alone.time_at(4), alone.leaves_at([4])) == (None, ())
    # The bundle's own handover leads the copy's reader too.
    report = verify_bundle(seen, replace(pinned, log=alone))
    assert (report.findings, report.verdict, report.not_made) == ((), "ok", {})
    log = read_log(rotated, files=files, handovers=[parse_note(both)])
    assert log.findings == ()


def test_the_log_itself_leads_from_an_old_key_to_the_new_one(
    rotated, log_signer, next_signer, pinned, read_log
):
    files = rotated.write_log(next_signer)
    index, read = rotated.key_size - 1, rotated.reader()
    both = log_signer.also_sign(rotated.checkpoint(rotated.key_size))
    hashes = prove_inclusion(index, rotated.key_size, read)
    entry = rotated.entries[index].encode()
    files["handover/1"] = format_handover(index, entry, hashes, both).encode()
    log = read_log(rotated, files=files)
    assert log.findings == ()
    bundle = rotated.bundle() | {"seen": [both]}
    report = verify_bundle(bundle, replace(pinned, log=log))
    assert (report.findings, report.verdict, report.not_made) == ((), "ok", {})
    proof = verify_value(bundle["deals"][0], replace(pinned, log=log))
    assert (proof.verdict, proof.findings) == ("ok", ())
    for wrong in (
        files["handover/1"].replace(b"\nindex ", b"\nindex 1"),
        format_handover(0, rotated.entries[0].encode(), prove_inclusion(0, 5, read), both).encode(),
        b"",
    ):
        with pytest.raises(CopyDamaged):
            read_log(rotated, files=files | {"handover/1": wrong})


def forked(game, at):
    """The same log, but for one entry."""
    fork = copy.copy(game)
    fork.entries = [*game.entries]
    fork.entries[at] = fork.entries[at].replace("time 2026", "time 2025")
    return fork


@pytest.mark.parametrize("lie", ["another entry", "another log", "another origin"])
def test_a_handover_of_another_entry_or_log_is_named_as_damage(
    rotated, log_signer, next_signer, read_log, lie
):
    """Each stands under a checkpoint that both keys have signed: only this log tells it apart."""
    size, index = rotated.key_size, rotated.key_size - 1
    log = forked(rotated, 3) if lie == "another log" else rotated
    at = 0 if lie == "another entry" else index
    note = type(log).checkpoint(log, size, next_signer)
    if lie == "another origin":
        note = next_signer.sign(note.partition("\n\n")[0].replace("fair.", "foul.") + "\n")
    proof = prove_inclusion(at, size, log.reader())
    wrong = format_handover(at, log.entries[at].encode(), proof, log_signer.also_sign(note))
    files = rotated.write_log(next_signer) | {"handover/1": wrong.encode()}
    with pytest.raises(CopyDamaged, match="handover/1 is no handover of this log"):
        read_log(rotated, files=files)


def test_a_copy_that_no_handover_reaches_is_not_made_use_of_and_nothing_is_false(
    service, log_signer, next_signer, pinned, read_log
):
    """The bundle is of before the change: the old key signed it; the copy is of after it."""
    game = service()
    game.hand(1)
    game.end()
    bundle = game.bundle()
    entry = {"origin": ORIGIN, "role": "log", "vkey": format_vkey(next_signer.key)}
    game.log(KeyEntry(**entry, time=game.tick()))
    log = read_log(game, files=game.write_log(next_signer))
    report = verify_bundle(bundle, replace(pinned, log=log))
    assert (report.findings, report.verdict) == ((), "ok")
    assert "--seen FILE" in report.not_made["10"]
    proof = verify_value(bundle["deals"][0], replace(pinned, log=log))
    assert (proof.verdict, proof.findings) == ("ok", ())
    assert "--seen FILE" in proof.not_made["2"]
    forged = read_log(game, files=game.write_log(log_signer))
    report = verify_bundle(bundle, replace(pinned, log=forged))
    assert "no signature by the key" in found(report)


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
