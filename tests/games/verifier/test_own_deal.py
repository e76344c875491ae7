"""What a seat checks of a deal: the published hand is right, and each lie is named."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from api.client.chain import GameChain
from api.client.errors import (
    ChainChanged,
    ContributionMissing,
    FreezeDiffers,
    OtherCards,
    OtherIndex,
    OtherTerms,
    SeedDoesNotOpen,
)
from api.client.hand import OwnDeal
from deals.cards.deck import DECKS
from deals.cards.holding import parse_holding
from deals.fairness.entries import parse_entry
from deals.fairness.seat_line import SeatLine
from deals.tlog.note import parse_vkey
from games.events.details import Contributed, Revealed

VECTORS = Path(__file__).parents[2] / "vectors"
DECK = DECKS["4"]
NONCE = "10" * 32


def _entry(name):
    return parse_entry((VECTORS / "chain" / name).read_text())


HEADER, COMMIT, FREEZE = map(
    _entry, ("entry-2-game.txt", "entry-3-commit.txt", "entry-4-freeze.txt")
)
PROOF = json.loads((VECTORS / "fair-deal.json").read_text())[0]["proof"]


@pytest.fixture
def chain():
    receipt_key = parse_vkey(_entry("entry-1-key.txt").vkey)
    chain = GameChain(HEADER, receipt_key, players=4)
    for line in (VECTORS / "chain" / "chain.txt").read_text().splitlines():
        chain.append(line)
    return chain


@pytest.fixture
def deal(chain):
    return chain.deal


@pytest.fixture
def own():
    return OwnDeal(COMMIT, 0, nonce=NONCE, dealt=parse_holding(PROOF["hands"][0]))


@pytest.fixture
def reveal(chain):
    return next(event.detail for event in chain.events if isinstance(event.detail, Revealed))


def test_the_heads_are_those_published(chain):
    published = (VECTORS / "chain" / "heads.txt").read_text().splitlines()
    assert [f"{seq} {head}" for seq, head in enumerate(chain.heads)][-77:] == published[-77:]
    assert chain.is_over


def test_a_receipt_that_was_given_lies_on_the_chain(chain):
    note = (VECTORS / "chain" / "receipt-19.txt").read_text()
    assert chain.keep_receipt(note, chain.lines[18]).seq == 19
    assert chain.receipts == [note]


def test_a_line_that_is_none_is_refused(chain):
    with pytest.raises(ChainChanged):
        chain.append("78 tomorrow 1 play 0 2C")


def test_a_second_commitment_of_a_seat_is_refused(chain):
    contributed = chain.lines[5].partition(" ")[2]
    with pytest.raises(ChainChanged, match="no K of seat 0 is awaited"):
        chain.append(f"78 {contributed}")


def test_the_published_deal_passes_every_check(own, deal, reveal):
    own.check_terms(HEADER, DECK, deal)
    own.check_own_commitment(deal)
    own.check_freeze(FREEZE, HEADER.game, deal)
    own.check_reveal(FREEZE, reveal, DECK)


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
)
def test_a_deal_committed_for_anything_else_is_refused(own, deal, lie):
    own.commit = replace(COMMIT, **lie)
    with pytest.raises(OtherTerms):
        own.check_terms(HEADER, DECK, deal)


def test_a_checkpoint_that_can_not_hold_the_commit_is_refused(own, deal):
    deal.line = replace(deal.line, size=deal.line.entry)
    with pytest.raises(OtherTerms, match="lacks entry"):
        own.check_terms(HEADER, DECK, deal)


@pytest.mark.parametrize("given", [None, Contributed("5" * 64, "seat")])
def test_another_commitment_than_the_own_one_is_noticed(own, deal, given):
    if given is None:
        del deal.commitments[0]
    else:
        deal.commitments[0] = given
    with pytest.raises(ContributionMissing):
        own.check_own_commitment(deal)


def test_a_nonce_that_the_chain_says_the_service_drew_is_not_ours(own, deal):
    deal.commitments[0] = replace(deal.commitments[0], by="service")
    with pytest.raises(ContributionMissing):
        own.check_own_commitment(deal)


def test_another_freeze_than_the_chain_has_the_digest_of_is_refused(own, deal):
    freeze = replace(FREEZE, time="2026-11-02T19:00:23.751Z")
    with pytest.raises(FreezeDiffers, match="digest"):
        own.check_freeze(freeze, HEADER.game, deal)


def test_a_freeze_of_another_game_is_refused(own, deal):
    with pytest.raises(FreezeDiffers, match="another deal"):
        own.check_freeze(FREEZE, "8d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55", deal)


def test_a_freeze_with_another_nonce_than_the_chain_is_refused(own, deal):
    deal.nonces[2] = "5" * 64
    with pytest.raises(FreezeDiffers, match="than the chain"):
        own.check_freeze(FREEZE, HEADER.game, deal)


def test_a_freeze_without_the_own_nonce_is_refused(own, deal):
    own.nonce = "5" * 64
    with pytest.raises(FreezeDiffers, match="lacks this seat"):
        own.check_freeze(FREEZE, HEADER.game, deal)


def test_another_seed_than_the_committed_one_is_noticed(own, reveal):
    with pytest.raises(SeedDoesNotOpen):
        own.check_reveal(FREEZE, replace(reveal, seed="5" * 64), DECK)


def test_another_index_than_the_drawn_one_is_noticed(own, reveal):
    with pytest.raises(OtherIndex):
        own.check_reveal(FREEZE, replace(reveal, index=reveal.index + 1), DECK)


def test_a_draw_from_other_nonces_gives_another_index(own, reveal):
    lines = (*FREEZE.seats[:3], SeatLine(3, FREEZE.seats[3].commitment, "5" * 64))
    with pytest.raises(OtherIndex):
        own.check_reveal(replace(FREEZE, seats=lines), reveal, DECK)


def test_other_cards_than_those_of_the_index_are_noticed(own, reveal):
    own.dealt = parse_holding(PROOF["hands"][1])
    with pytest.raises(OtherCards):
        own.check_reveal(FREEZE, reveal, DECK)


def test_the_nonce_is_fresh_each_time_and_in_no_repr():
    first, second = OwnDeal(COMMIT, 0), OwnDeal(COMMIT, 0)
    assert first.nonce != second.nonce
    assert first.nonce not in repr(first)
