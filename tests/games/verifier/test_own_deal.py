"""What a seat checks of a deal: the published hand is right, and each lie is named."""

import json
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from deals.cards.holding import parse_holding
from deals.fairness.entries import parse_entry
from deals.fairness.proof import parse_proof
from deals.tlog.note import parse_vkey
from games.events.details import Frozen, Revealed
from games.replay.followed import FollowedChain
from games.verifier.own_deal import OwnDeal
from games.verifier.promise import ServerBrokeItsWord

VECTORS = Path(__file__).parents[2] / "vectors"
NONCE = "10" * 32
LINES = (VECTORS / "chain" / "chain.txt").read_text().splitlines()


def _entry(name):
    return parse_entry((VECTORS / "chain" / name).read_text())


HEADER, COMMIT, FREEZE = map(
    _entry, ("entry-2-game.txt", "entry-3-commit.txt", "entry-4-freeze.txt")
)
PROOF = parse_proof(json.loads((VECTORS / "fair-deal.json").read_text())[0]["proof"])


@contextmanager
def broken(step, match=None):
    with pytest.raises(ServerBrokeItsWord, match=match) as caught:
        yield
    assert caught.value.step == step


@pytest.fixture
def told():
    """The chain's lines one by one: the deal as seat 0 knows it at the end, and the reveal."""
    chain = FollowedChain(HEADER, [parse_vkey(_entry("entry-1-key.txt").vkey)])
    own = reveal = None
    for line in LINES:
        event = chain.append(line)
        if event.kind == "deal":
            own = OwnDeal(HEADER, event.hand, event.detail, COMMIT, 0, NONCE)
        elif isinstance(event.detail, Frozen):
            own.freeze(event.detail, chain.table)
        elif isinstance(event.detail, Revealed):
            reveal = event.detail
    own.has_contributed = True
    own.see(parse_holding(PROOF.hands[0]))
    return own, reveal


@pytest.fixture
def own(told):
    return told[0]


@pytest.fixture
def reveal(told):
    return told[1]


def test_the_published_deal_passes_every_check(own, reveal):
    own.check_terms()
    own.check_contributed({0: own.commitment})
    own.check_outcome(PROOF, reveal, freeze=FREEZE)
    assert own.index == reveal.index


@pytest.mark.parametrize(
    "lie",
    [
        {"origin": "unfair.example.org/log"},
        {"purpose": COMMIT.purpose.replace("hand/1", "hand/2")},
        {"purpose": COMMIT.purpose.replace("7d9f", "8d9f")},
        {"deck": "3"},
        {"sources": "server"},
        {"deal": 2},
        {"commitment": "5" * 64},
    ],
    ids=lambda lie: f"{next(iter(lie))}-{str(next(iter(lie.values())))[-6:]}",
)
def test_a_deal_committed_for_anything_else_is_refused(own, lie):
    own.commit = replace(COMMIT, **lie)
    with broken(2):
        own.check_terms()


def test_a_checkpoint_that_can_not_hold_the_commit_is_refused(own):
    own.line = replace(own.line, size=own.line.entry)
    with broken(2, "can't hold"):
        own.check_terms()


@pytest.mark.parametrize(("round_number", "is_early"), [(1, True), (10**9, False)])
def test_a_beacon_round_must_be_due_a_minute_after_the_commit(own, round_number, is_early):
    chain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
    own.header = replace(HEADER, sources="beacon")
    own.commit = replace(COMMIT, sources="beacon", beacon=f"{chain}@{round_number}")
    if is_early:
        with broken(5):
            own.check_terms()
    else:
        own.check_terms()


@pytest.mark.parametrize("given", [{}, {0: "5" * 64}], ids=["none", "another"])
def test_another_commitment_than_the_own_one_is_noticed(own, given):
    with broken(4, "this seat's K"):
        own.check_contributed(given)


@pytest.mark.parametrize(
    ("lie", "match"),
    [
        ({"time": "2026-11-02T19:00:23.751Z"}, "digest"),
        ({"game": "8d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"}, "is of"),
        ({"seats": (*FREEZE.seats[:3], replace(FREEZE.seats[3], nonce="5" * 64))}, "seat lines"),
    ],
    ids=["time", "game", "nonce"],
)
def test_another_freeze_than_the_chain_has_is_refused(own, reveal, lie, match):
    with broken(5, match):
        own.check_outcome(PROOF, reveal, freeze=replace(FREEZE, **lie))


def test_a_proof_with_another_nonce_than_the_chain_is_refused(own, reveal):
    given = (*PROOF.contributions[:3], replace(PROOF.contributions[3], nonce="5" * 64))
    with broken(5, "of the proof"):
        own.check_outcome(replace(PROOF, contributions=given), reveal, freeze=FREEZE)


def test_a_freeze_without_the_own_nonce_is_refused(own, reveal):
    own.nonce = "5" * 64
    with broken(5, "not among them"):
        own.check_outcome(PROOF, reveal, freeze=FREEZE)


def test_a_seat_that_gave_nothing_asks_for_nothing_of_its_own(own, reveal):
    own.nonce, own.has_contributed, own.dealt = "5" * 64, False, None
    own.check_outcome(PROOF, reveal, freeze=FREEZE)


@pytest.mark.parametrize("lie", [{"seed": "5" * 64}, {"deal": 2}], ids=["seed", "deal"])
def test_a_proof_of_something_else_than_was_committed_is_noticed(own, reveal, lie):
    with broken(3):
        own.check_outcome(replace(PROOF, **lie), reveal, freeze=FREEZE)


def test_a_seed_that_chain_and_proof_agree_on_must_open_the_commitment(own, reveal):
    with broken(3):
        other = "5" * 64
        own.check_outcome(replace(PROOF, seed=other), replace(reveal, seed=other), freeze=FREEZE)


def test_another_index_than_the_drawn_one_is_noticed(own, reveal):
    with broken(6, "the index"):
        own.check_outcome(PROOF, replace(reveal, index=reveal.index + 1), freeze=FREEZE)


def test_other_cards_than_those_of_the_index_are_noticed(own, reveal):
    own.dealt = parse_holding(PROOF.hands[1])
    with broken(7, "was shown"):
        own.check_outcome(PROOF, reveal, freeze=FREEZE)


def test_cards_that_change_are_noticed_at_once(own):
    with broken(7):
        own.see(parse_holding(PROOF.hands[1]))


def test_the_nonce_is_in_no_repr(own):
    assert own.nonce not in repr(own).replace(repr(own.given), "")


def test_an_opening_that_is_none_is_refused(own):
    with broken(8):
        own.passed(own.dealt, "")
