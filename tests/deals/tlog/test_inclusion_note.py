from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.tlog.checkpoint import open_checkpoint
from deals.tlog.errors import ProofMalformed
from deals.tlog.inclusion_note import TlogProof, format_tlog_proof, parse_tlog_proof
from deals.tlog.note import parse_vkey
from deals.tlog.proof import check_inclusion
from deals.tlog.tree import leaf_hash

CHAIN = Path(__file__).parents[2] / "vectors/chain"
TEXT = (CHAIN / "commit.tlog-proof").read_text(encoding="utf-8")
CHECKPOINT = (CHAIN / "checkpoint-8.txt").read_text(encoding="utf-8")
KEY = parse_vkey("fair.example.org/log+621ab163+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c")


def test_the_proof_of_the_example_comes_out_byte_for_byte():
    proof = parse_tlog_proof(TEXT)
    assert (proof.index, len(proof.hashes), proof.checkpoint) == (3, 3, CHECKPOINT)
    assert proof.extra is None
    assert format_tlog_proof(proof.index, proof.hashes, proof.checkpoint) == TEXT


def test_the_proof_of_the_example_holds():
    proof = parse_tlog_proof(TEXT)
    checkpoint = open_checkpoint(proof.checkpoint, KEY)
    check_inclusion(
        proof.hashes,
        index=proof.index,
        size=checkpoint.size,
        root=checkpoint.root,
        leaf=leaf_hash((CHAIN / "entry-3-commit.txt").read_bytes()),
    )


@given(st.integers(0, 10**18 - 1), st.lists(st.binary(min_size=32, max_size=32), max_size=63))
def test_every_proof_reads_back(index, hashes):
    proof = TlogProof(index, tuple(hashes), CHECKPOINT)
    assert parse_tlog_proof(format_tlog_proof(index, hashes, CHECKPOINT)) == proof


def test_extra_data_is_read_though_nothing_vouches_for_it():
    proof = parse_tlog_proof(TEXT.replace("index", "extra AQI=\nindex"))
    assert proof.extra == b"\x01\x02"
    assert proof.index == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        TEXT.replace("@v1", "@v2"),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("index 3", "index 03"),
        TEXT.replace("index 3", "index -3"),
        TEXT.replace("index 3", "index 3 "),
        TEXT.replace("index 3", "Index 3"),
        TEXT.replace("index 3\n", ""),
        TEXT.replace("index", "extra AQI\nindex"),
        TEXT.replace("index", "extra \nextra \nindex"),
        TEXT.replace("TrX4", ""),
        TEXT.replace("JsU=", "JsV="),
        TEXT.partition("\n\n")[0],
        TEXT.partition("\n\n")[0] + "\n\n",
        "c2sp.org/tlog-proof@v1\n\n" + CHECKPOINT,
        TEXT.replace("index 3\n", "index 3\n" + ("A" * 43 + "=\n") * 61),
    ],
)
def test_another_text_is_no_proof(text):
    with pytest.raises(ProofMalformed):
        parse_tlog_proof(text)


@pytest.mark.parametrize(
    ("index", "hashes", "checkpoint"),
    [
        (-1, [], CHECKPOINT),
        (3, [b"\0" * 31], CHECKPOINT),
        (3, [b"\0" * 32] * 64, CHECKPOINT),
        (3, [], ""),
    ],
)
def test_a_proof_that_could_not_be_read_back_is_not_written(index, hashes, checkpoint):
    with pytest.raises(ProofMalformed):
        format_tlog_proof(index, hashes, checkpoint)
