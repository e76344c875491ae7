import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.fairness.commitment import (
    Opening,
    check_opening,
    commitment_of,
    format_opening,
    parse_opening,
)
from deals.fairness.errors import CommitmentMismatch, StatementMalformed
from deals.fairness.kinds import QUICKNET

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/fair-deal.json").read_text())
GAME = "game/7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55/hand/1"
LOTS = "lots/5d1e0a77-2c0b-4f0e-8f63-0d4b7a9c1e22/1"
OPENING = Opening(
    origin="fair.example.org/log",
    deal=1,
    purpose=GAME,
    deck="4",
    sources="seats",
    beacon="-",
    seed=bytes(range(32)).hex(),
)
TEXT = """\
hearts/seed/v1
origin fair.example.org/log
deal 1
for game/7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55/hand/1
deck 4
sources seats
beacon -
seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
"""
COMMITMENT = "25056161f6d626ef9ade87de980f1573ba41ba118080990a788c0c0132409c32"


def test_the_example_of_the_specification_comes_out():
    assert format_opening(OPENING) == TEXT
    assert parse_opening(TEXT) == OPENING
    assert commitment_of(OPENING) == COMMITMENT


@pytest.mark.parametrize("proof", [vector["proof"] for vector in VECTORS])
def test_the_commitments_of_the_vectors_come_out(proof):
    opening = Opening(
        purpose=proof["for"],
        **{key: proof[key] for key in ("origin", "deal", "deck", "sources", "beacon", "seed")},
    )
    assert commitment_of(opening) == proof["commitment"]
    check_opening(opening, proof["commitment"])
    assert parse_opening(format_opening(opening)) == opening


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("origin", "fair.example.org/log2"),
        ("deal", 2),
        ("purpose", GAME[:-1] + "2"),
        ("deck", "5"),
        ("sources", "server"),
        ("seed", "01" * 32),
    ],
)
def test_another_opening_has_another_commitment(field, value):
    other = replace(OPENING, **{field: value})
    with pytest.raises(CommitmentMismatch) as raised:
        check_opening(other, COMMITMENT)
    assert raised.value.expected == COMMITMENT
    assert raised.value.found == commitment_of(other)


def test_the_round_is_part_of_what_is_committed():
    first = replace(OPENING, sources="beacon", beacon=f"{QUICKNET}@657413")
    later = replace(first, beacon=f"{QUICKNET}@657414")
    with pytest.raises(CommitmentMismatch):
        check_opening(later, commitment_of(first))


def test_a_commitment_that_is_no_ascii_is_a_mismatch_like_any_other():
    with pytest.raises(CommitmentMismatch):
        check_opening(OPENING, "\ud800")


@pytest.mark.parametrize(
    "changes",
    [
        {"beacon": f"{QUICKNET}@1"},
        {"sources": "beacon"},
        {"sources": "server", "beacon": f"{QUICKNET}@1"},
        {"deck": "lots/4"},
        {"purpose": LOTS},
        {"purpose": LOTS, "deck": "lots/4"},
    ],
)
def test_lines_that_contradict_one_another_are_refused(changes):
    with pytest.raises(StatementMalformed):
        replace(OPENING, **changes)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("seats", "seat"),
        ("deck 4", "deck 04"),
        ("deck 4", "deck 7"),
        ("deal 1", "deal 0"),
        ("1d1e1f", "1D1E1F"),
        ("1d1e1f", "1d1e1"),
        ("1d1e1f", "1d1e1f2"),
        ("seed 00", "seed 0x"),
        ("game/7d9f6f0e", "game/7D9F6F0E"),
        ("sources seats\nbeacon -", f"sources beacon\nbeacon {QUICKNET}@0"),
        ("sources seats\nbeacon -", f"sources beacon\nbeacon {QUICKNET}@01"),
        ("sources seats\nbeacon -", f"sources beacon\nbeacon {'0' * 64}@1"),
    ],
)
def test_an_opening_that_is_not_canonical_is_refused(line, other):
    assert line in TEXT
    with pytest.raises(StatementMalformed):
        parse_opening(TEXT.replace(line, other))


@pytest.mark.parametrize(
    "origin", ["hearts.localhost/log", "a", "localhost:8000/log", "-/a-b/c.d", "a..b"]
)
def test_an_origin_is_an_address_without_scheme(origin):
    assert parse_opening(format_opening(replace(OPENING, origin=origin))).origin == origin


@pytest.mark.parametrize(
    "origin",
    ["https://fair.example.org/log", "a/", "/a", "a//b", ".a", "a.", "a/b.", "A", "a b", "a_b",
     "a+b", "", "ä"],
)  # fmt: skip
def test_another_text_is_no_origin(origin):
    with pytest.raises(StatementMalformed):
        format_opening(replace(OPENING, origin=origin))


openings = st.builds(
    Opening,
    origin=st.from_regex(r"[a-z0-9]{1,9}(/[a-z0-9:.-]{1,5}[a-z])?", fullmatch=True),
    deal=st.integers(1, 10**18 - 1),
    purpose=st.builds("game/{}/hand/{}".format, st.uuids(), st.integers(1, 99)),
    deck=st.sampled_from(["4", "3", "5", "6", "3+kitty", "5+kitty", "6+kitty"]),
    sources=st.sampled_from(["seats", "server"]),
    beacon=st.just("-"),
    seed=st.binary(min_size=32, max_size=32).map(bytes.hex),
)


@given(openings, st.data())
def test_whatever_byte_is_changed_the_opening_no_longer_fits(opening, data):
    text = format_opening(opening)
    commitment = commitment_of(opening)
    place = data.draw(st.integers(0, len(text) - 1))
    byte = data.draw(st.characters(max_codepoint=0x7F).filter(lambda byte: byte != text[place]))
    with pytest.raises((StatementMalformed, CommitmentMismatch)):
        check_opening(parse_opening(text[:place] + byte + text[place + 1 :]), commitment)
