import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.fairness.contribution import (
    Contribution,
    check_contribution,
    contribution_commitment,
    format_contribution,
    parse_contribution,
)
from deals.fairness.errors import ContributionMismatch, StatementMalformed

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/fair-deal.json").read_text())
COMMITMENT = "25056161f6d626ef9ade87de980f1573ba41ba118080990a788c0c0132409c32"
CONTRIBUTION = Contribution(COMMITMENT, 0, "10" * 32)
K = "fcf7e115b74c310a611e0c8c3b4c70e29ed1ecd056ec89e33836e8c8a3919176"
digests = st.binary(min_size=32, max_size=32).map(bytes.hex)


def test_the_example_of_the_specification_comes_out():
    text = (
        "hearts/contribution/v1\n"
        "commitment 25056161f6d626ef9ade87de980f1573ba41ba118080990a788c0c0132409c32\n"
        "seat 0\n"
        "nonce 1010101010101010101010101010101010101010101010101010101010101010\n"
    )
    assert format_contribution(CONTRIBUTION) == text
    assert parse_contribution(text) == CONTRIBUTION
    assert contribution_commitment(CONTRIBUTION) == K


@pytest.mark.parametrize("proof", [v["proof"] for v in VECTORS if v["proof"]["contributions"]])
def test_the_nonces_of_the_vectors_open_their_ks(proof):
    for given_by_seat in proof["contributions"]:
        contribution = Contribution(
            proof["commitment"], given_by_seat["seat"], given_by_seat["nonce"]
        )
        check_contribution(contribution, given_by_seat["commitment"])


@pytest.mark.parametrize("change", [{"commitment": "00" * 32}, {"seat": 1}, {"nonce": "11" * 32}])
def test_a_k_is_for_one_deal_one_seat_and_one_nonce(change):
    with pytest.raises(ContributionMismatch) as raised:
        check_contribution(replace(CONTRIBUTION, **change), K)
    assert raised.value.expected == K
    assert raised.value.code == "contribution-mismatch"


@given(st.builds(Contribution, commitment=digests, seat=st.integers(0, 5), nonce=digests))
def test_every_contribution_reads_back(contribution):
    assert parse_contribution(format_contribution(contribution)) == contribution


@pytest.mark.parametrize(
    "change", [{"commitment": "0" * 63}, {"seat": 6}, {"seat": -1}, {"nonce": "AB" * 32}]
)
def test_a_contribution_that_has_no_statement_is_refused(change):
    with pytest.raises(StatementMalformed):
        format_contribution(replace(CONTRIBUTION, **change))
