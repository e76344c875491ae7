"""What a seat's software takes from a server: only what is proven under the pinned key."""

import json
from contextlib import contextmanager
from pathlib import Path

import pytest

from deals.fairness.entries import CommitEntry, FreezeEntry, parse_entry
from deals.tlog.note import VerifierKey, parse_vkey
from games.verifier.bundle import parse_bundle
from games.verifier.promise import ServerBrokeItsWord, promised
from games.verifier.shown import Claim, open_entry, open_game

CHAIN = Path(__file__).parents[2] / "vectors" / "chain"
KEY = parse_vkey(parse_entry((CHAIN / "entry-0-key.txt").read_text()).vkey)
CLAIM = Claim(
    3, (CHAIN / "entry-3-commit.txt").read_text(), (CHAIN / "commit.tlog-proof").read_text()
)
BUNDLE = parse_bundle(json.loads((CHAIN / "bundle.json").read_text()))
GAME = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"


@contextmanager
def broken(step, match=None):
    with pytest.raises(ServerBrokeItsWord, match=match) as caught:
        yield
    assert caught.value.step == step


def test_an_entry_comes_with_the_checkpoint_that_proves_it():
    entry, checkpoint = open_entry(CLAIM, CommitEntry, key=KEY)
    assert entry.deal == 1
    assert CLAIM.proof.endswith(checkpoint)


@pytest.mark.parametrize(
    ("claim", "match"),
    [
        (CLAIM._replace(place=4), "the proof is of entry"),
        (CLAIM._replace(text=CLAIM.text.replace("deal 1", "deal 2")), "the root is"),
        (CLAIM._replace(proof="no proof"), None),
        (CLAIM._replace(proof=CLAIM.proof.replace("\n8\n", "\n9\n")), None),
    ],
    ids=["place", "text", "proof", "checkpoint"],
)
def test_a_claim_that_is_not_proven_is_refused(claim, match):
    with broken(2, match):
        open_entry(claim, CommitEntry, key=KEY)


def test_a_claim_under_another_key_is_refused():
    with broken(2):
        open_entry(CLAIM, CommitEntry, key=VerifierKey(KEY.name, bytes(32)))


def test_an_entry_of_another_kind_is_refused():
    with broken(2, "entry 3 is no FreezeEntry"):
        open_entry(CLAIM, FreezeEntry, key=KEY)


def test_a_game_begins_with_its_proven_header_and_receipt_key():
    chain = open_game(BUNDLE, game=GAME, sources="seats", key=KEY)
    for line in BUNDLE.events:
        chain.append(line)
    note = (CHAIN / "receipt-19.txt").read_text()
    play = chain.lines[18]
    assert chain.table.phase == "over"
    assert (play.split(" ")[3], note.splitlines()[3]) == ("play", "seq 19")


@pytest.mark.parametrize(
    ("game", "sources", "key"),
    [
        (GAME[:-1] + "6", "seats", KEY),
        (GAME, "server", KEY),
        (GAME, "seats", VerifierKey(KEY.name, bytes(32))),
    ],
    ids=["game", "sources", "key"],
)
def test_another_game_than_the_seat_agreed_to_is_refused(game, sources, key):
    with broken(2):
        open_game(BUNDLE, game=game, sources=sources, key=key)


def test_a_broken_word_keeps_its_own_step():
    with broken(7, "cards"), promised(2):
        raise ServerBrokeItsWord(7, "other cards")
