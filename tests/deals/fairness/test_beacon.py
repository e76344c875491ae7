"""drand's quicknet: when rounds are due, and whether they are its."""

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from deals.fairness import beacon
from deals.fairness.beacon import (
    check_notice,
    check_round,
    committed_round,
    first_round,
    round_at,
    round_due,
)
from deals.fairness.bls12381.signature import check_signature
from deals.fairness.errors import RoundSignatureInvalid, RoundTooEarly, SignatureRefused

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/drand.json").read_text())
QUICKNET, NEGATIVE = VECTORS["quicknet"], VECTORS["negative"]
ROUND, OTHER = QUICKNET["rounds"]


def at(seconds):
    return datetime.fromtimestamp(seconds, UTC)


def test_the_constants_are_the_chains():
    assert QUICKNET["chain"] == beacon.CHAIN
    assert QUICKNET["scheme"] == beacon.SCHEME
    assert QUICKNET["public_key"] == beacon.PUBLIC_KEY
    assert QUICKNET["dst"] == beacon.TAG
    assert beacon.PERIOD.total_seconds() == QUICKNET["period"]
    assert beacon.GENESIS.timestamp() == QUICKNET["genesis"]


@pytest.mark.parametrize("moment", QUICKNET["round_at"])
def test_a_moment_has_its_newest_round(moment):
    assert round_at(at(moment["unix"])) == moment["round"]


def test_before_the_first_round_there_is_none():
    assert round_at(at(QUICKNET["genesis"] - 1)) == 0
    assert first_round(at(0)) == 1


@pytest.mark.parametrize("millis", range(-1500, 4000, 250))
def test_the_first_round_to_wait_for_is_the_first_that_gives_notice(millis):
    committed = at(1_700_000_000) + timedelta(milliseconds=millis)
    number = first_round(committed)
    check_notice(number, committed)
    with pytest.raises(RoundTooEarly):
        check_notice(number - 1, committed)


def test_a_round_is_due_a_period_after_the_one_before():
    assert round_due(1) == beacon.GENESIS
    assert round_due(8) - round_due(7) == beacon.PERIOD
    assert round_at(round_due(99)) == 99


def test_a_round_beyond_every_calendar_is_never_too_early():
    check_notice(10**18 - 1, at(0))


def test_60_seconds_are_enough_and_a_millisecond_less_is_not():
    due = round_due(1000)
    check_notice(1000, due - timedelta(seconds=60))
    with pytest.raises(RoundTooEarly, match="round 1000 was due at"):
        check_notice(1000, due - timedelta(seconds=60) + timedelta(milliseconds=1))


@pytest.mark.parametrize("shown", QUICKNET["rounds"])
def test_a_round_gives_its_randomness(shown):
    assert check_round(shown["round"], shown["signature"]) == shown["randomness"]


@pytest.mark.parametrize(
    ("number", "signature"),
    [
        (ROUND["round"] + 1, ROUND["signature"]),
        (ROUND["round"] - 1, ROUND["signature"]),
        (ROUND["round"], OTHER["signature"]),
        (ROUND["round"], ROUND["signature"].upper()),
        (ROUND["round"], ROUND["signature"][:-1]),
        (ROUND["round"], ROUND["signature"] + "0"),
        (ROUND["round"], " " + ROUND["signature"][1:]),
        (ROUND["round"], ""),
        (0, ROUND["signature"]),
        (-1, ROUND["signature"]),
        (2**64, ROUND["signature"]),
        (ROUND["round"], "c0" + "00" * 47),
        (NEGATIVE["round"], NEGATIVE["signature"]),
    ],
)
def test_what_is_not_the_rounds_signature_is_refused(number, signature):
    with pytest.raises(RoundSignatureInvalid):
        check_round(number, signature)


def test_the_retired_chain_under_the_wrong_tag_does_not_verify():
    public, signature = (bytes.fromhex(NEGATIVE[key]) for key in ("public_key", "signature"))
    message = sha256(NEGATIVE["round"].to_bytes(8, "big")).digest()
    with pytest.raises(SignatureRefused):
        check_signature(public, message, signature, tag=QUICKNET["dst"].encode())
    # It was signed under the tag of the other group.
    check_signature(public, message, signature, tag=QUICKNET["dst"].replace("G1", "G2", 1).encode())


def test_a_commit_names_its_round():
    assert committed_round(f"{QUICKNET['chain']}@657413") == 657413
