"""The word `unchosen`: who saw a commit before the beacon's round was due."""

from dataclasses import replace

import pytest

from deals.fairness.entries import parse_entry
from deals.tlog.checkpoint import parse_checkpoint
from deals.tlog.note import SignedNote, format_note, parse_note
from games.verifier.evidence import SignedCheckpoint
from games.verifier.verify import verify_bundle

DUE = 1_694_775_603
"""When the round of these games was due."""


def kept(note):
    signed = parse_note(note)
    return (SignedCheckpoint(signed, parse_checkpoint(signed.text)),)


@pytest.fixture
def game(play):
    return play(sources="beacon")


def word(game, options, **other):
    report = verify_bundle(game.bundle() | other, options)
    assert (report.findings, report.verdict, report.not_made) == ((), "ok", {})
    return report.strength


@pytest.mark.parametrize("where", ["checkpoint", "seen"])
def test_a_cosignature_older_than_the_round_makes_it_unchosen(game, pinned, witness, where):
    (size,) = game.sizes
    note = witness.cosign(game.checkpoint(size if where == "seen" else None), DUE - 1)
    shown = {where: [note] if where == "seen" else note}
    options = replace(pinned, witness=witness.key)
    assert word(game, options, **shown) == "unchosen"
    # Without its key it is nobody's word.
    assert word(game, pinned, **shown) == "server-only"


@pytest.mark.parametrize("time", [DUE, DUE + 1, 0])
def test_a_cosignature_of_the_rounds_time_or_later_or_none_is_too_late(game, pinned, witness, time):
    note = witness.cosign(game.checkpoint(), time)
    options = replace(pinned, witness=witness.key)
    assert word(game, options, checkpoint=note) == "server-only"


def test_of_two_cosignatures_the_older_counts(game, pinned, witness):
    note = witness.cosign(witness.cosign(game.checkpoint(), DUE + 9), DUE - 9)
    assert word(game, replace(pinned, witness=witness.key), checkpoint=note) == "unchosen"


def test_a_cosignature_that_does_not_verify_counts_for_nothing(game, pinned, witness):
    old = parse_note(witness.cosign(game.checkpoint(3), DUE - 1)).signatures[-1]
    signed = parse_note(game.checkpoint())
    note = format_note(SignedNote(signed.text, (*signed.signatures, old)))
    assert word(game, replace(pinned, witness=witness.key), checkpoint=note) == "server-only"


def test_a_checkpoint_from_before_the_commit_saw_nothing(service, pinned, witness):
    game = service(sources="beacon")
    game.sizes.add(3)
    game.hand(1)
    game.end()
    options = replace(pinned, witness=witness.key)
    for size, strength in ((3, "server-only"), (4, "unchosen")):
        seen = [witness.cosign(game.checkpoint(size), DUE - 1)]
        assert word(game, options, seen=seen) == strength


def test_every_deal_of_the_game_must_have_been_seen(service, pinned, witness):
    rules = service().rules_line.replace("hands=1", "hands=2")
    game = service(sources="beacon", rules_line=rules)
    game.hand(1)
    game.hand(2)
    game.end()
    options = replace(pinned, witness=witness.key)
    first, second = sorted(game.sizes)
    for size, strength in ((first, "server-only"), (second, "unchosen")):
        seen = [witness.cosign(game.checkpoint(size), DUE - 1)]
        assert word(game, options, seen=seen) == strength


def test_other_sources_are_never_unchosen(play, pinned, witness):
    game = play()
    note = witness.cosign(game.checkpoint(), 1)
    assert word(game, replace(pinned, witness=witness.key), checkpoint=note) == "shared"


def test_a_checkpoint_that_the_caller_kept_makes_it_unchosen(game, pinned):
    (size,) = game.sizes
    assert word(game, replace(pinned, seen=kept(game.checkpoint(size)))) == "unchosen"


def test_a_checkpoint_over_the_rounds_own_signature_came_after_it(game, pinned):
    """However its entries are dated: nobody could have written that reveal before."""
    assert all("T10:0" in text for text in game.entries)
    report = verify_bundle(game.bundle(), replace(pinned, seen=kept(game.checkpoint())))
    assert (report.verdict, report.strength) == ("ok", "server-only")
    assert report.notes[0].startswith(
        "the checkpoint of size 7 that you kept counts for nothing for deal 1: it came after "
        "round 657413, as it covers an entry of 2023-09-15T10:0"
    )
    both = kept(game.checkpoint()) + kept(game.checkpoint(4))
    assert word(game, replace(pinned, seen=both)) == "unchosen"


@pytest.fixture
def dated(service):
    """A beacon's game that goes on at this time after its commit; a game of others begins then."""

    def play(time, *, others=False):
        game = service(sources="beacon")
        number = game.commit(1)
        table = game.deal(number)
        game.tick = lambda: time
        if others:
            entry = parse_entry(game.header)
            game.log(replace(entry, game=entry.game[:-1] + "6", time=time))
        game.sizes.add(5)
        game.finish(number, table)
        game.end()
        return game

    return play


TIMES = [
    ("2023-09-15T11:00:02.999Z", "unchosen"),
    ("2023-09-15T11:00:03.000Z", "server-only"),
    ("2023-09-15T11:00:04.000Z", "server-only"),
]


@pytest.mark.parametrize(("time", "strength"), TIMES)
def test_a_checkpoint_over_an_entry_from_when_the_round_was_due_came_too_late(
    dated, pinned, time, strength
):
    game = dated(time)
    report = verify_bundle(game.bundle(), replace(pinned, seen=kept(game.checkpoint(5))))
    assert (report.findings, report.strength) == ((), strength)
    is_told = any(f"it covers an entry of {time}" in note for note in report.notes)
    assert is_told == (strength != "unchosen")


@pytest.mark.parametrize(("time", "strength"), TIMES)
def test_the_whole_log_tells_of_late_entries_of_others(dated, pinned, read_log, time, strength):
    game = dated(time, others=True)
    bundle = game.bundle()
    bundle["entries"] = [one for one in bundle["entries"] if one["index"] != 4]
    options = replace(pinned, seen=kept(game.checkpoint(5)))
    assert verify_bundle(bundle, options).strength == "unchosen"
    report = verify_bundle(bundle, replace(options, log=read_log(game)))
    assert (report.findings, report.strength) == ((), strength)


def test_unchosen_says_what_deals_that_were_thrown_away_mean_then(service, pinned, witness):
    game = service(sources="beacon")
    for _ in range(2):
        game.void(game.commit(1), "director")
    game.hand(1)
    game.end()
    note = witness.cosign(game.checkpoint(), DUE - 1)
    report = verify_bundle(
        game.bundle() | {"checkpoint": note}, replace(pinned, witness=witness.key)
    )
    assert (report.findings, report.strength, report.choices) == ((), "unchosen", 3)
    assert report.notes[0].startswith("one of 3: each of these deals was committed blind, but")


def test_the_cosignature_may_stand_on_the_checkpoint_that_was_kept(game, pinned, witness):
    # Not kept in time by the caller's own word: too small. Cosigned, and it counts the same.
    seen = kept(witness.cosign(game.checkpoint(), DUE - 1))
    assert word(game, replace(pinned, witness=witness.key, seen=seen)) == "unchosen"


def test_what_no_proof_leads_to_counts_for_nothing_without_the_log(game, pinned, read_log):
    options = replace(pinned, seen=kept(game.checkpoint(5)))
    report = verify_bundle(game.bundle(), options)
    assert report.strength == "server-only"
    assert "counts for nothing: no proof leads to it" in report.notes[0]
    assert word(game, replace(options, log=read_log(game))) == "unchosen"


def test_the_logs_own_checkpoint_may_carry_the_cosignature(game, pinned, witness, read_log):
    files = game.write_log()
    files["checkpoint"] = witness.cosign(game.checkpoint(), DUE - 1).encode()
    options = replace(pinned, witness=witness.key, log=read_log(game, files=files))
    assert word(game, options) == "unchosen"


def test_what_the_log_did_not_sign_counts_for_nothing(game, pinned, receipt_signer):
    forged = game.checkpoint(signer=receipt_signer)
    report = verify_bundle(game.bundle(), replace(pinned, seen=kept(forged)))
    assert (report.verdict, report.strength) == ("ok", "server-only")
    assert "no signature by the key" in report.notes[0]
    # Not even against the log.
    other = kept(forged.replace("\n", "\n", 1))
    changed = replace(other[0], value=replace(other[0].value, root=bytes(32)))
    report = verify_bundle(game.bundle(), replace(pinned, seen=(changed,)))
    assert (report.verdict, report.strength) == ("ok", "server-only")


def test_two_logs_that_were_shown_are_found_by_the_checkpoint_that_was_kept(game, service, pinned):
    other = service(sources="beacon")
    other.commit(1)
    other.entries[-1] = other.entries[-1].replace("10:00:08", "10:00:09")
    assert len(other.entries) in game.sizes
    report = verify_bundle(game.bundle(), replace(pinned, seen=kept(other.checkpoint())))
    (finding,) = report.findings
    assert (report.verdict, finding.step, finding.rule) == ("false", 2, "proof_log")
    assert finding.detail.startswith("two logs were shown: of size 4")
