"""Each of the words on a real game, as a stranger gets it: from files, offline, by the command."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from deals.selectors.deals import deal_proof
from deals.selectors.log import published_checkpoint
from deals.services.keys import service_keys
from deals.tlog.note import format_vkey
from games.selectors.bundles import game_bundle
from tests.cast import Party
from tests.log_files import export_log
from tests.proof.test_dishonest_servers import Witness, beacon, play
from tests.rounds import DUE, ONE_HAND, waiting_party

__all__ = ["beacon"]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def said(tmp_path):
    """Run the verifier over a JSON value; its report."""

    def run(value, *words):
        file = tmp_path / "input.json"
        file.write_text(json.dumps(value), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-S", "-m", "games.verifier", "--json", *map(str, words), str(file)],
            cwd=ROOT,
            env={},
            capture_output=True,
            text=True,
            check=False,
        )
        return json.loads(done.stdout)

    return run


def our_key():
    return "--key", format_vkey(service_keys().log.verifier_key)


def word(report):
    assert report["findings"] == []
    assert report["verdict"] == "ok"
    return report["strength"], report["choices"], report["not_made"]


@pytest.fixture
def seen_in_time(beacon, settings, tmp_path):
    """A game whose deal a witness and the caller saw 30 s before its round was due."""
    party = waiting_party()
    witness = Witness(tmp_path, settings)
    witness.see(party, at=DUE - timedelta(seconds=30))
    kept = tmp_path / "kept"
    kept.write_text(published_checkpoint(), encoding="utf-8")
    play(party)
    return party, format_vkey(witness.signer.verifier_key), kept


def test_unchosen_by_a_witness(seen_in_time, said):
    party, vkey, _ = seen_in_time
    report = said(game_bundle(party.game), *our_key(), "--witness", vkey)
    assert word(report) == ("unchosen", 1, {})


def test_unchosen_by_a_checkpoint_that_the_caller_kept(seen_in_time, said, tmp_path):
    party, _, kept = seen_in_time
    log = export_log(tmp_path / "log")
    report = said(game_bundle(party.game), *our_key(), "--seen", kept, "--log", log)
    assert word(report) == ("unchosen", 1, {})


def test_server_only_where_nobody_outside_saw_the_beacons_deal(seen_in_time, said):
    party, *_ = seen_in_time
    assert word(said(game_bundle(party.game), *our_key())) == ("server-only", 1, {})


@pytest.mark.parametrize(("sources", "expected"), [("seats", "shared"), ("server", "server-only")])
def test_shared_and_server_only_by_the_sources(log, said, sources, expected):
    party = Party(rules=ONE_HAND, sources=sources)
    party.sit()
    party.play_game()
    assert word(said(game_bundle(party.game), *our_key())) == (expected, 1, {})


def test_unproven_without_a_key_and_of_a_proof_alone(log, said):
    party = Party(rules=ONE_HAND)
    party.sit()
    party.play_game()
    strength, _, not_made = word(said(game_bundle(party.game)))
    assert (strength, [*not_made]) == ("unproven", ["2"])
    report = said(deal_proof(1), *our_key())
    assert (report["verdict"], report["strength"]) == ("ok", "unproven")


def test_no_word_for_what_is_false(log, said):
    party = Party(rules=ONE_HAND)
    party.sit()
    party.play_game()
    bundle = game_bundle(party.game)
    bundle["deals"][0]["seed"] = "ab" * 32
    report = said(bundle, *our_key())
    assert (report["verdict"], report["strength"]) == ("false", None)
    assert [found["step"] for found in report["findings"]] == [3, 3]
