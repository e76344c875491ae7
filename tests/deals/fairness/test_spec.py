"""What SPEC.md shows is what the code does: its examples are the vectors."""

import json
import textwrap
from pathlib import Path

from deals.fairness.beacon import CHAIN, GENESIS, PERIOD, PUBLIC_KEY, SCHEME, TAG
from deals.fairness.bls12381.fields import ORDER, P
from deals.fairness.contribution import contribution_commitment, parse_contribution
from deals.fairness.entries import FORMS
from deals.fairness.numbering import deal_count
from deals.fairness.places import place_sizes

ROOT = Path(__file__).parents[3]
SPEC = (ROOT / "deals/fairness/SPEC.md").read_text(encoding="utf-8")
VECTOR = json.loads((ROOT / "tests/vectors/fair-deal.json").read_text())[0]


def shown(text):
    return textwrap.indent(text, "    ") in SPEC


def test_the_draw_statement_and_key_of_the_first_vector_are_shown():
    assert shown(VECTOR["draw_statement"])
    assert f"= {VECTOR['draw_key']}" in SPEC
    assert f"index {VECTOR['proof']['index']}, attempts {VECTOR['proof']['attempts']}" in SPEC


def test_the_cards_of_the_first_vector_are_shown():
    hands = VECTOR["proof"]["hands"]
    assert shown("\n".join(f"seat {seat}  {hand}" for seat, hand in enumerate(hands)) + "\n")


def test_the_beginning_of_the_first_vectors_proof_is_shown():
    written = json.dumps(VECTOR["proof"])
    assert shown(written[: written.index(' "seed"')] + "\n")


def test_the_commit_entry_of_the_example_is_shown():
    assert shown((ROOT / "tests/vectors/chain/entry-3-commit.txt").read_text())


def test_the_contribution_and_its_k_are_shown():
    start = SPEC.index("    hearts/contribution/v1")
    text = textwrap.dedent(SPEC[start : SPEC.index("\n\n", start) + 1])
    k = contribution_commitment(parse_contribution(text))
    assert k == VECTOR["proof"]["contributions"][0]["commitment"]
    assert f"K = {k}" in SPEC


def test_the_table_of_decks_is_that_of_the_code():
    for deck in ("4", "3", "5", "6", "3+kitty", "5+kitty", "6+kitty"):
        deals = deal_count(place_sizes(deck))
        assert f" | {deals} | {(deals - 1).bit_length()} |" in SPEC


def test_every_kind_of_entry_is_listed_with_its_keys_in_order():
    rows = [line for line in SPEC.splitlines() if line.startswith("| ") and "· time |" in line]
    assert len(rows) == len(FORMS)
    for form in FORMS.values():
        (row,) = (row for row in rows if row.startswith(f"| {form.kind} |"))
        keys = [part.split()[0].rstrip("…") for part in row.split("|")[2].split("·")]
        assert keys == [field.key for field in form.fields]


def test_the_beacons_constants_are_shown():
    squeezed = "".join(SPEC.split())
    for value in (CHAIN, SCHEME, PUBLIC_KEY, TAG, f"{P:#x}", f"{ORDER:#x}"):
        assert value in squeezed
    assert f"genesis     {int(GENESIS.timestamp())} (seconds" in SPEC
    assert f"period      {PERIOD.seconds} seconds" in SPEC
