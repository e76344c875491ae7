import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.fairness.commitment import check_opening
from deals.fairness.contribution import check_contribution
from deals.fairness.draw import format_draw
from deals.fairness.errors import (
    DrawMismatch,
    FairnessError,
    ProofUnreadable,
    StatementMalformed,
    UnknownDeck,
)
from deals.fairness.integers import format_integer
from deals.fairness.kinds import INDEX
from deals.fairness.numbering import deal_count
from deals.fairness.places import MOST_DIGITS, MOST_LOTS
from deals.fairness.proof import (
    contributions_of,
    draw_statement_of,
    format_proof,
    opening_of,
    parse_proof,
)

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/fair-deal.json").read_text())
NAMES = [f"{v['proof']['deal']}-{v['proof']['deck']}-{v['proof']['sources']}" for v in VECTORS]
each_vector = pytest.mark.parametrize("vector", VECTORS, ids=NAMES)
BY_SEATS, BY_SERVER, BY_BEACON = (parse_proof(vector["proof"]) for vector in VECTORS[:3])


@each_vector
def test_the_proofs_of_the_vectors_read_back_keys_in_their_order(vector):
    assert json.dumps(format_proof(parse_proof(vector["proof"]))) == json.dumps(vector["proof"])


@each_vector
def test_a_proof_has_all_that_checking_needs(vector):
    proof = parse_proof(vector["proof"])
    check_opening(opening_of(proof), proof.commitment)
    for contribution, commitment in contributions_of(proof):
        check_contribution(contribution, commitment)
    assert format_draw(draw_statement_of(proof)) == vector["draw_statement"]


def test_what_follows_may_be_left_out():
    bare = {
        key: value
        for key, value in VECTORS[0]["proof"].items()
        if key not in {"attempts", "index", "hands"}
    }
    proof = parse_proof(bare)
    assert (proof.attempts, proof.index, proof.hands) == (None, None, None)
    assert format_proof(proof) == bare


@pytest.mark.parametrize(
    "proof",
    [
        replace(BY_SEATS, contributions=BY_SEATS.contributions[:3]),
        replace(BY_SEATS, contributions=()),
        replace(BY_SEATS, sources="server"),
        replace(BY_SERVER, contributions=BY_SEATS.contributions),
        replace(BY_SERVER, sources="seats"),
        replace(BY_SERVER, round=BY_BEACON.round),
        replace(BY_BEACON, round=None),
    ],
)
def test_a_proof_with_other_sources_than_its_opening_has_no_draw_statement(proof):
    with pytest.raises(DrawMismatch):
        draw_statement_of(proof)


@pytest.mark.parametrize(
    "proof",
    [
        replace(BY_SEATS, contributions=BY_SEATS.contributions[::-1]),
        replace(BY_SEATS, beacon=BY_BEACON.beacon),
        replace(BY_BEACON, beacon="-"),
    ],
)
def test_a_proof_whose_lines_contradict_one_another_has_no_draw_statement(proof):
    with pytest.raises(StatementMalformed):
        draw_statement_of(proof)


def test_a_proof_with_an_unknown_deck_has_no_draw_statement():
    with pytest.raises(UnknownDeck):
        draw_statement_of(replace(BY_SEATS, deck="7"))


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("format",), "hearts-deal/2", "/format"),
        (("format",), 1, "/format"),
        (("deal",), "1", "/deal"),
        (("deal",), 1.0, "/deal"),
        (("deal",), True, "/deal"),
        (("seed",), None, "/seed"),
        (("index",), 7, "/index"),
        (("index",), "07", "/index"),
        (("index",), "", "/index"),
        (("attempts",), None, "/attempts"),
        (("hands",), "2C", "/hands"),
        (("hands", 1), None, "/hands/1"),
        (("round",), [], "/round"),
        (("round",), {"number": 1}, "/round"),
        (("contributions",), {}, "/contributions"),
        (("contributions", 2), 7, "/contributions/2"),
        (("contributions", 2, "by"), "both", "/contributions/2/by"),
        (("contributions", 2, "seat"), "2", "/contributions/2/seat"),
        (("contributions", 2, "also"), 1, "/contributions/2"),
        (("also",), 1, ""),
    ],
)
def test_another_shape_is_told_by_where_it_stands(path, value, pointer):
    changed = deepcopy(VECTORS[0]["proof"])
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(ProofUnreadable) as raised:
        parse_proof(changed)
    assert raised.value.pointer == pointer
    assert raised.value.expected


@pytest.mark.parametrize("value", [None, [], "proof", 7, {}])
def test_another_json_value_is_no_proof(value):
    with pytest.raises(ProofUnreadable):
        parse_proof(value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
)


@given(st.data())
def test_nothing_but_our_own_errors_leaves_the_checks(data):
    changed = deepcopy(data.draw(st.sampled_from(VECTORS))["proof"])
    changed[data.draw(st.sampled_from(sorted(changed)))] = data.draw(json_values)
    try:
        proof = parse_proof(changed)
        check_opening(opening_of(proof), proof.commitment)
        for contribution, commitment in contributions_of(proof):
            check_contribution(contribution, commitment)
        format_draw(draw_statement_of(proof))
    except FairnessError:
        return
    unchecked = {"hands", "index", "attempts", "round"}
    assert any(
        {key: value for key, value in changed.items() if key not in unchecked}
        == {key: value for key, value in vector["proof"].items() if key not in unchecked}
        for vector in VECTORS
    )


def test_an_index_is_no_longer_than_that_of_any_deck():
    """Reading digits costs their square: what no draw can need is refused by its length."""
    proof = deepcopy(VECTORS[0]["proof"])
    proof["index"] = str(deal_count((1,) * 400))
    assert parse_proof(proof).index == deal_count((1,) * 400)
    for digits in (MOST_DIGITS, MOST_DIGITS + 1, 4_000_000):
        proof["index"] = "9" * digits
        if digits == MOST_DIGITS:
            assert parse_proof(proof).index == 10**digits - 1
            continue
        with pytest.raises(ProofUnreadable) as caught:
            parse_proof(proof)
        assert caught.value.pointer == "/index"
        assert str(MOST_DIGITS) in caught.value.expected
        assert INDEX.parse(proof["index"]) is None


def test_the_greatest_index_of_all_has_the_most_digits():
    greatest = deal_count((1,) * MOST_LOTS) - 1
    assert len(format_integer(greatest)) == MOST_DIGITS
    assert INDEX.parse(format_integer(greatest)) == greatest
