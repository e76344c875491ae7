"""Audits: an honest game is sound, and every stored kind of thing is missed when it is changed."""

import uuid
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import override_settings

from deals.models import Job
from deals.services.keys import ensure_keys
from deals.services.log import open_log
from games.models import Audit
from games.selectors.audits import audit_of_job, findings_of_job, latest_audit
from games.services.auditing import audit_game, request_audit
from games.services.errors import UnknownGame
from tests.cast import NOW, Party

LATER = NOW + timedelta(days=1)
SHORT = {"preset": "standard", "target": 25}


@pytest.fixture(scope="module")
def game(django_db_setup, django_db_blocker, tmp_path_factory):
    """A short game from its seats to its end, played once for all who look at it."""
    keys = tmp_path_factory.mktemp("site") / "keys"
    with django_db_blocker.unblock(), override_settings(HEARTS_KEYS=keys), transaction.atomic():
        ensure_keys(keys, origin="hearts.localhost/log")
        open_log(now=NOW)
        party = Party(rules=SHORT)
        party.sit()
        party.play_game()
        yield party
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def undone(game, settings):
    """What a test does is undone, in the signer's file too."""
    signed = settings.HEARTS_KEYS / "log.signed"
    kept = signed.read_text()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    signed.write_text(kept)


@pytest.fixture
def played(game):
    """The short game, at its end."""
    return game


@pytest.fixture
def party(game):
    """Another game, at its first deal."""
    party = Party(clock=game.clock)
    party.sit()
    return party


def audit(game):
    """Audit a game as it stands; its newest audit."""
    hint = request_audit(game, now=LATER)
    audit_game(hint.job, now=LATER)
    assert Job.objects.get(id=hint.job).state == "done"
    return Audit.objects.filter(game=game).latest("seq")


def test_an_honest_game_is_sound_and_shared_and_was_one_of_one(played):
    done = audit(played.game)
    assert (done.verdict, done.strength, done.choices) == ("ok", "shared", 1)
    assert (done.seq, done.engine) == (played.summary["seq"], 1)
    assert not done.findings.exists()
    assert done.report["totals"] == played.summary["totals"]
    assert done.report["winners"] == played.summary["winners"]
    assert len(done.report["hands"]) == len(played.summary["scores"])


def test_without_the_seats_share_a_game_is_sound_but_the_servers_alone(game):
    party = Party(rules=SHORT, sources="server", clock=game.clock)
    party.sit()
    party.play_game()
    done = audit(party.game)
    assert (done.verdict, done.strength, done.choices) == ("ok", "server-only", 1)


def test_the_end_of_a_game_asks_for_its_audit(played):
    (hint,) = played.hints
    audit_game(hint.job, now=LATER)
    assert audit_of_job(hint.job)["result"]["verdict"] == "ok"
    assert findings_of_job(hint.job) == []


def test_two_audits_give_the_same_and_one_row(played):
    first = latest_audit_without_its_place(played.game)
    second = latest_audit_without_its_place(played.game)
    assert first == second
    assert Audit.objects.filter(game=played.game).count() == 1


def latest_audit_without_its_place(game):
    audit(game)
    return {key: value for key, value in latest_audit(game).items() if key != "audit"}


def test_a_game_that_is_on_is_audited_as_far_as_it_went(party):
    party.play_hand()
    party.contribute()
    done = audit(party.game)
    assert done.verdict == "incomplete"
    assert done.findings.get().rule == "incomplete"
    assert len(done.report["hands"]) == 1


def test_a_game_in_which_nobody_sits_yet_is_audited_too(game):
    party = Party(clock=game.clock)
    assert audit(party.game).verdict == "incomplete"


def test_an_audit_after_another_act_is_another_one(party):
    audit(party.game)
    party.contribute()
    audit(party.game)
    assert Audit.objects.filter(game=party.game).count() == 2


def test_a_game_that_does_not_exist_is_not_audited(game):
    with pytest.raises(UnknownGame):
        request_audit(uuid.uuid4(), now=LATER)


def test_a_job_that_is_done_is_not_done_again(played):
    hint = request_audit(played.game, now=LATER)
    audit_game(hint.job, now=LATER)
    Audit.objects.filter(game=played.game).delete()
    assert audit_game(hint.job, now=LATER) == ()
    assert not Audit.objects.filter(game=played.game).exists()


LINE = "UPDATE games_event SET line = {} WHERE line LIKE '%% 1 {} %%'"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (LINE.format("overlay(line placing '9' from 1)", "contribute"), (8, "proof_chain")),
        (LINE.format("replace(line, '2026', '2025')", "freeze"), (8, "proof_chain")),
        (LINE.format("left(line, -2) || '2C'", "play"), (8, "proof_chain")),
        (LINE.format("replace(line, ' play ', ' sing ')", "play"), (1, "proof_statement")),
        (LINE.format("line || ' '", "play"), (1, "proof_statement")),
        (LINE.format("''", "play"), (1, "proof_statement")),
        (LINE.format("replace(line, ' score - ', ' score - 1')", "score"), (8, "proof_chain")),
        (LINE.format("left(line, -1) || '0'", "open"), (8, "proof_chain")),
        ("UPDATE games_event SET head = sha256(head) WHERE seq = 7", (8, "proof_chain")),
        ("DELETE FROM games_event WHERE seq = 30", (8, "proof_chain")),
        (
            "DELETE FROM games_event WHERE seq = (SELECT max(seq) FROM games_event)",
            (8, "proof_chain"),
        ),
        ("UPDATE games_event SET seq = 999 WHERE seq = 30", (8, "proof_chain")),
        ("UPDATE games_score SET points[1] = points[1] + 1 WHERE hand = 1", (11, "stored_scores")),
        ("UPDATE games_score SET scores[2] = -4 WHERE hand = 1", (11, "stored_scores")),
        ("UPDATE games_score SET totals[3] = totals[3] + 1 WHERE hand = 1", (11, "stored_scores")),
        ("DELETE FROM games_score WHERE hand = 1", (11, "stored_scores")),
        ("UPDATE games_score SET hand = 99 WHERE hand = 1", (11, "stored_scores")),
        ("UPDATE games_game SET totals[1] = totals[1] + 1", (11, "stored_scores")),
        ("UPDATE games_game SET winners = '{}'", (11, "stored_scores")),
        (
            "UPDATE games_game SET header = replace(header, 'wait 60', 'wait 61')",
            (8, "proof_chain"),
        ),
        ("UPDATE games_game SET header = 'hearts/game/v1'", (1, "proof_statement")),
        ("UPDATE deals_deal SET seed = sha256('') WHERE number = 1", (3, "proof_commitment")),
        ("UPDATE deals_deal SET commitment = sha256('') WHERE number = 1", None),
        ("UPDATE deals_deal SET attempts = attempts + 1 WHERE number = 1", (6, "proof_index")),
        ("UPDATE deals_deal SET index = '7' WHERE number = 1", (6, "proof_index")),
        ("UPDATE deals_contribution SET nonce = sha256('') WHERE deal_id = 1", None),
        ("UPDATE deals_contribution SET commitment = sha256(commitment) ", None),
        ("DELETE FROM deals_contribution WHERE deal_id = 1 AND seat = 2", None),
        ("UPDATE deals_entry SET text = replace(text, 'deck 4', 'deck 3')", None),
        ("UPDATE deals_entry SET hashes = sha256(hashes) WHERE index = 3", None),
        ("UPDATE deals_entry SET text = 'hearts' WHERE kind = 'reveal'", (1, "proof_statement")),
        ("UPDATE deals_checkpoint SET note = replace(note, '—', '-')", None),
    ],
)
def test_what_was_changed_afterwards_is_found(played, tamper, change, expected):
    tamper(change)
    done = audit(played.game)
    assert (done.verdict, done.strength) == ("false", "")
    findings = [(finding.step, finding.rule) for finding in done.findings.all()]
    assert findings
    if expected is not None:
        assert expected in findings
