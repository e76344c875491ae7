"""Two logs, or two chains, shown by one who holds all keys: whoever holds both can tell."""

import json
from dataclasses import replace

import pytest

from deals.tlog.tree import leaf_hash
from games.events.chain import chain_heads
from games.verifier.bundle import parse_bundle
from games.verifier.command import main
from games.verifier.evidence import read_evidence
from games.verifier.findings import StepFindings
from games.verifier.options import Options
from games.verifier.shown_before import Document, ShownBefore
from games.verifier.verify import verify_bundle, verify_lines


@pytest.fixture
def fork(service_class):
    """Two histories of one log that part after the first of two hands."""
    rules = service_class().rules_line.replace("hands=1", "hands=2")

    def begin():
        game = service_class(rules_line=rules)
        game.hand(1)
        return game

    ours, theirs = begin(), begin()
    ours.common = theirs.common = len(ours.entries)
    ours.hand(2)
    ours.end()
    number = theirs.commit(2)
    theirs.void(number, "director")
    theirs.hand(2)
    theirs.end()
    return ours, theirs


def found(report):
    assert (report.verdict, report.strength) == ("false", None)
    assert {(one.step, one.rule) for one in report.findings} == {(10, "proof_sequence")}
    return [one.detail for one in report.findings]


# A mirror that is older than the bundle.


def test_an_older_mirror_of_another_fork_holds_the_proof(fork, pinned, read_log):
    ours, theirs = fork
    assert len(ours.entries) < len(theirs.entries)
    options = replace(pinned, log=read_log(ours))
    (detail,) = found(verify_bundle(theirs.bundle(), options))
    assert f"at size {max(theirs.sizes)} the log has the root " in detail


def test_an_older_mirror_that_differs_after_every_proven_size(service_class, pinned, read_log):
    ours, theirs = service_class(), service_class()
    for game in (ours, theirs):
        game.hand(1)
    theirs.log_head()
    for game in (ours, theirs):
        game.end()
    place = len(ours.entries) - 1
    options = replace(pinned, log=read_log(ours))
    (detail,) = found(verify_bundle(theirs.bundle(), options))
    leaves = [leaf_hash(game.entries[place].encode()).hex() for game in (ours, theirs)]
    assert detail == (
        f"two logs were shown: entry {place} has the leaf hash {leaves[0]} in the log, "
        f"{leaves[1]} in the bundle"
    )


def test_an_older_mirror_with_another_root_at_the_size_of_a_deal_line(
    service_class, pinned, read_log
):
    rules = service_class().rules_line.replace("hands=1", "hands=2")
    ours, theirs = service_class(rules_line=rules), service_class(rules_line=rules)
    theirs.clock = 500
    for game in (ours, theirs):
        game.hand(1)
    options = replace(pinned, log=read_log(ours))
    theirs.hand(2)
    theirs.end()
    (detail,) = found(verify_bundle(theirs.bundle(), options))
    assert f"at size {min(theirs.sizes)} the log has the root " in detail


def test_an_older_mirror_of_the_same_log_differs_in_nothing(fork, pinned, read_log, service_class):
    ours, _ = fork
    early = service_class(rules_line=ours.rules_line)
    early.hand(1)
    report = verify_bundle(ours.bundle(), replace(pinned, log=read_log(early)))
    assert (report.verdict, report.findings) == ("ok", ())
    assert [*report.not_made] == ["10"]


# Several documents in one call.


def judge(options, *bundles):
    options = replace(options, before=ShownBefore())
    names = [f"file:{line}" for line in range(1, len(bundles) + 1)]
    return verify_lines([json.dumps(bundle) for bundle in bundles], options, sources=names)


@pytest.mark.parametrize("is_pinned", [True, False])
def test_bundles_of_two_forks_contradict_each_other(fork, pinned, is_pinned):
    ours, theirs = fork
    options = pinned if is_pinned else Options()
    first, second = judge(options, ours.bundle(), theirs.bundle())
    assert first.verdict == "ok"
    entry, chain = found(second)
    assert entry.startswith(f"two logs were shown: the leaf hash of entry {ours.common + 1} is ")
    assert entry.split(" is ")[1].split(" ")[1:3] == ["in", "file:2,"]
    assert entry.endswith(" in file:1")
    assert chain.startswith("two chains were shown: the head after line ")
    assert judge(options, theirs.bundle(), ours.bundle())[1].verdict == "false"


def test_checkpoints_of_one_size_with_other_roots(play, service_class, pinned):
    ours, theirs = play(), service_class()
    theirs.clock = 500
    theirs.hand(1)
    theirs.end()
    details = found(judge(pinned, ours.bundle(), theirs.bundle())[1])
    assert details[0].startswith("two logs were shown: the root of size ")


def test_two_chains_of_one_game_are_told_though_no_entry_is_shown_twice(fork, pinned):
    """As if the forks' entries stood at other places."""
    ours, theirs = fork
    before = ShownBefore()
    options = replace(pinned, before=before, source="a:1")
    assert verify_bundle(ours.bundle(), options).verdict == "ok"
    (log,) = before._logs.values()
    log.roots.clear()
    log.leaves.clear()
    (detail,) = found(verify_bundle(theirs.bundle(), replace(options, source="b:1")))
    seq = next(
        int(line.split(" ")[0]) for line in ours.lines if line.split(" ")[2:4] == ["2", "score"]
    )
    assert detail == (
        f"two chains were shown: the head after line {seq} is {_head(theirs, seq)} in b:1, and "
        f"was {_head(ours, seq)} in a:1"
    )


def _head(game, seq):
    return [*chain_heads(game.header, game.lines)][seq - 1]


def test_a_game_that_goes_on_is_the_same_game(fork, pinned, service_class):
    ours, _ = fork
    early = service_class(rules_line=ours.rules_line)
    early.hand(1)
    for order in ([early, ours], [ours, early], [ours, ours]):
        reports = judge(pinned, *(game.bundle() for game in order))
        assert {one.rule for report in reports for one in report.findings} <= {"incomplete"}


def test_lines_that_no_head_of_the_log_binds_discredit_nobody(pinned, service_class):
    """Anybody can go on writing the chain of a hand that is on."""
    game = service_class()
    number = game.commit(1)
    game.pass_all(number, game.deal(number))
    bundle = game.bundle()
    made_up = json.loads(json.dumps(bundle))
    made_up["events"].pop()
    seq, time, *rest = made_up["events"][-1].split(" ")
    made_up["events"][-1] = " ".join([seq, time.replace(".000Z", ".001Z"), *rest])
    reports = judge(pinned, made_up, bundle)
    assert [report.verdict for report in reports] == ["incomplete", "incomplete"]


def test_what_is_false_itself_discredits_nobody(fork, pinned):
    ours, theirs = fork
    false = theirs.bundle() | {"events": theirs.lines[:-1]}
    first, second = judge(pinned, false, ours.bundle())
    assert (first.verdict, second.verdict) == ("false", "ok")


def test_logs_of_two_keys_are_two_logs(fork, pinned):
    ours, theirs = fork
    before = ShownBefore()
    for game, key in ((ours, pinned.key), (theirs, replace(pinned.key, name="other"))):
        evidence = read_evidence(parse_bundle(game.bundle()), StepFindings(1))
        step = StepFindings(10)
        before.check(
            Document(source="a:1", key=key, log=evidence.log, roots={}, game=evidence), step
        )
        assert step.found == []


def test_the_command_names_both_files_and_lines(fork, tmp_path, capsysbinary):
    ours, theirs = fork
    one, two = tmp_path / "one.jsonl", tmp_path / "two.json"
    one.write_text(json.dumps(ours.record()) + "\n" + json.dumps(ours.bundle()) + "\n")
    two.write_text(json.dumps(theirs.bundle()))
    assert main(["--json", str(one), str(two)]) == 1
    reports = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert [report["verdict"] for report in reports] == ["ok", "ok", "false"]
    detail = reports[2]["findings"][0]["detail"]
    assert f" in {two}:1, and was " in detail
    assert detail.endswith(f" in {one}:2")


def test_what_is_kept_grows_with_the_log_not_with_the_documents(fork, pinned):
    ours, _ = fork
    options = replace(pinned, before=ShownBefore())
    texts = [json.dumps(ours.bundle()), json.dumps(ours.record()), json.dumps(ours.proofs[0])]
    verify_lines(texts[:1], options, sources=["a:1"])
    kept = repr(vars(options.before))
    reports = verify_lines(texts * 5, options, sources=["a:1"] * 15)
    assert {report.verdict for report in reports} == {"ok"}
    assert repr(vars(options.before)) == kept
