"""Receipts: what the service signed stands, and its log got there within two days."""

from dataclasses import replace

import pytest

from games.verifier.verify import verify_bundle

GAME = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"
HEX = "ab" * 32


def later(text, days):
    return text.replace("time 2026-11-02", f"time 2026-11-{2 + days:02}")


def misconduct(report):
    assert (report.verdict, {finding.step for finding in report.findings}) == ("false", {8})
    assert {finding.rule for finding in report.findings} == {"proof_chain"}
    return [finding.detail for finding in report.findings]


@pytest.fixture
def game(service):
    """A game that was given a receipt, whose head entries were then late by so many days."""

    def play(days):
        game = service()
        game.give_receipt()
        game.hand(1)
        at = next(at for at, text in enumerate(game.entries) if "/head/" in text)
        game.entries[at:] = [later(text, days) for text in game.entries[at:]]
        end = len(game.entries)
        game.end()
        game.entries[end:] = [later(text, days) for text in game.entries[end:]]
        # The chain's lines stay: only the log was late.
        return game

    return play


def test_a_head_entry_within_two_days_is_in_time(game, pinned):
    assert verify_bundle(game(1).bundle(), pinned).findings == ()


def test_a_receipt_that_no_head_entry_has_reached_in_time_proves_misconduct(game, pinned):
    (detail,) = misconduct(verify_bundle(game(3).bundle(), pinned))
    assert detail == "no head entry reached receipt 0 within two days"


def test_the_log_shows_that_two_days_are_over(service, pinned, read_log):
    game = service()
    number = game.commit(1)
    table = game.deal(number)
    game.give_receipt()
    game.pass_all(number, table)
    bundle = game.bundle()
    assert verify_bundle(bundle, pinned).verdict == "incomplete"
    other = {"game": GAME[:-1] + "6", "time": "2026-11-09T00:00:00.000Z"}
    text = game.header
    for key, value in other.items():
        line = next(line for line in text.splitlines() if line.startswith(f"{key} "))
        text = text.replace(line, f"{key} {value}")
    game.entries.append(text)
    log = read_log(game)
    assert log.findings == ()
    details = misconduct(verify_bundle(bundle, replace(pinned, log=log)))
    assert details == ["no head entry reached receipt 0 within two days"]


def test_a_head_that_only_the_log_has_reached_it_too(service, pinned, read_log):
    game = service()
    number = game.commit(1)
    table = game.deal(number)
    game.give_receipt()
    bundle = game.bundle()
    game.log_head()
    game.pass_all(number, table)
    game.log_head()
    game.entries[-1] = later(game.entries[-1], 7)
    assert verify_bundle(bundle, replace(pinned, log=read_log(game))).verdict == "incomplete"


def test_a_log_of_another_origin_says_nothing_of_receipts(service, pinned, read_log):
    game = service()
    game.give_receipt()
    game.hand(1)
    game.end()
    files = game.write_log()
    files["checkpoint"] = files["checkpoint"].replace(b"fair.", b"foul.", 1)
    options = replace(pinned, log=read_log(game, files=files))
    report = verify_bundle(game.bundle(), options)
    assert {finding.step for finding in report.findings} == {10}


def test_two_receipts_of_one_line_show_two_chains(service, pinned):
    game = service()
    game.give_receipt()
    game.give_receipt(head=HEX)
    game.hand(1)
    game.end()
    (detail,) = misconduct(verify_bundle(game.bundle(), pinned))
    assert detail.startswith(f"two chains were shown: receipt 1 says {HEX}")


def test_a_forged_receipt_accuses_nobody(service, pinned, log_signer):
    game = service()
    game.give_receipt(head=HEX)
    game.hand(1)
    game.end()
    bundle = game.bundle()
    bundle["receipts"][0] = log_signer.sign(bundle["receipts"][0].split("\n\n")[0] + "\n")
    (detail,) = misconduct(verify_bundle(bundle, pinned))
    assert detail == "receipt 0: no signature by the key fair.example.org/log/receipt"


def test_a_receipts_key_that_is_none(service, pinned):
    game = service()
    entry = game.entries[1]
    game.entries[1] = entry.replace(entry.split("+")[1], "00000000")
    game.give_receipt()
    game.hand(1)
    game.end()
    assert misconduct(verify_bundle(game.bundle(), pinned))[0].startswith("the receipts' key")
