"""A deal proof alone beside a copy of the whole log: looked up there, and still unproven."""

import json
from dataclasses import replace

import pytest

from deals.fairness.entries import CommitEntry, FreezeEntry, RevealEntry, format_entry, parse_entry
from games.verifier.options import Options
from games.verifier.verify import verify_value

HEX = "ab" * 32


@pytest.fixture(params=["seats", "server", "beacon"])
def game(request, play):
    return play(sources=request.param)


def proof_of(game):
    return json.loads(json.dumps(game.bundle()["deals"][0]))


def judge(proof, options, log):
    report = verify_value(proof, replace(options, log=log))
    steps = [finding.step for finding in report.findings]
    return report, steps


def test_what_the_log_has_of_the_deal_says_the_same(game, pinned, read_log):
    report, steps = judge(proof_of(game), pinned, read_log(game))
    assert (report.verdict, report.strength, steps) == ("ok", "unproven", [])
    assert report.not_made == {
        "2": "no game: that the commit came before the first contribution is not shown",
        "8": "no game",
        "9": "no game",
        "10": "no game: only the log was checked",
    }
    assert report.to_json()["log"]["deals"] == 1


def test_without_a_key_nobody_is_known_to_have_signed_the_log(game, read_log):
    report, _ = judge(proof_of(game), Options(), read_log(game))
    assert report.not_made["2"].startswith("no key")


def test_a_deal_that_the_log_does_not_know_is_found(game, pinned, read_log, service):
    other = service()
    report, steps = judge(proof_of(game), pinned, read_log(other))
    assert (report.verdict, report.strength, steps) == ("false", None, [2])
    later = {"3", "4", "5", "6", "7", "10"}
    assert {step for step, why in report.not_made.items() if why == "step 2 failed"} == later


def rewrite(game, kind, **changed):
    """Let the log say something else, with all its proofs and signatures in order."""
    for at, text in enumerate(game.entries):
        entry = parse_entry(text)
        if isinstance(entry, kind):
            game.entries[at] = format_entry(replace(entry, **changed))
    return game


@pytest.mark.parametrize(
    ("kind", "changed", "step"),
    [
        (CommitEntry, {"commitment": HEX}, 3),
        (CommitEntry, {"purpose": "game/7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55/hand/2"}, 3),
        (RevealEntry, {"seed": HEX}, 3),
        (RevealEntry, {"attempts": 9}, 6),
        (RevealEntry, {"index": 5}, 6),
        (FreezeEntry, {"head": f"1 {HEX}"}, None),
    ],
)
def test_what_the_log_says_otherwise_is_found_at_its_step(
    play, pinned, read_log, kind, changed, step
):
    game = play()
    proof = proof_of(game)
    _, steps = judge(proof, pinned, read_log(rewrite(game, kind, **changed)))
    assert steps[:1] == ([] if step is None else [step])


def test_a_proof_of_other_nonces_than_the_frozen_ones_is_found(play, pinned, read_log):
    game = play()
    freeze = next(
        entry for entry in map(parse_entry, game.entries) if isinstance(entry, FreezeEntry)
    )
    seats = (replace(freeze.seats[0], nonce=HEX), *freeze.seats[1:])
    _, steps = judge(proof_of(game), pinned, read_log(rewrite(game, FreezeEntry, seats=seats)))
    assert steps == [5]


def test_the_beacon_that_the_log_shows_is_the_proofs(play, pinned, read_log):
    game = play(sources="beacon")
    other = "657413 " + "ab" * 48
    _, steps = judge(proof_of(game), pinned, read_log(rewrite(game, RevealEntry, beacon=other)))
    assert steps == [5]


def test_a_proof_of_a_deal_that_was_not_revealed_is_found(play, pinned, read_log):
    game = play()
    proof = proof_of(game)
    game.entries[:] = [text for text in game.entries if not text.startswith("hearts/reveal/")]
    _, steps = judge(proof, pinned, read_log(game))
    assert steps == [2]


def test_a_log_that_another_key_signed_is_found(play, pinned, read_log, receipt_signer):
    game = play()
    _, steps = judge(proof_of(game), pinned, read_log(game, key=receipt_signer.key))
    assert steps[0] == 2


def test_what_is_wrong_elsewhere_in_the_log_is_step_10(play, pinned, read_log):
    game = play()
    game.entries.append(game.entries[-1].replace("2026-", "2025-"))
    _, steps = judge(proof_of(game), pinned, read_log(game))
    assert set(steps) == {10}


def test_a_copy_whose_files_change_afterwards_proves_nothing(play, pinned, read_log):
    game = play()
    files = game.write_log()
    log = read_log(game, files=files)
    files.clear()
    _, steps = judge(proof_of(game), pinned, log)
    assert steps == [2, 2]


def test_a_statement_that_is_none_is_found_before_the_log_is_asked(play, pinned, read_log):
    game = play()
    proof = proof_of(game)
    proof["seed"] = "AB" * 32
    report, steps = judge(proof, pinned, read_log(game))
    assert steps == [1]
    assert report.not_made["2"] == "step 1 failed"
