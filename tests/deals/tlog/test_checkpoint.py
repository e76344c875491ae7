from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from deals.tlog.checkpoint import (
    Checkpoint,
    format_checkpoint,
    open_checkpoint,
    parse_checkpoint,
)
from deals.tlog.errors import CheckpointMalformed, UnknownSigner
from deals.tlog.note import SignedNote, VerifierKey, format_note, parse_vkey, signature_line
from deals.tlog.tile import decode_entry_bundle
from deals.tlog.tree import EMPTY_ROOT, completed_hashes, leaf_hash, tree_root

CHAIN = Path(__file__).parents[2] / "vectors/chain"
ORIGIN = "fair.example.org/log"
KEY = parse_vkey(f"{ORIGIN}+621ab163+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c")
SECRET = Ed25519PrivateKey.from_private_bytes(b"\x01" * 32)
TEXT = "fair.example.org/log\n4\n2k32Ef+RWpft2PFhdWO0xTPFYJOAR2eHowNrqeFCrQM=\n"


def sign(name, text):
    line = signature_line(
        VerifierKey(name, SECRET.public_key().public_bytes_raw()), SECRET.sign(text.encode())
    )
    return format_note(SignedNote(text, (line,)))


def root_of_example(size):
    rows = []

    def read(nodes):
        return [rows[((node.number + 1) << node.level) - 1][node.level] for node in nodes]

    entries = decode_entry_bundle((CHAIN / "tile-entries-000.p-8.bin").read_bytes(), 8)
    for index, entry in enumerate(entries):
        rows.append(completed_hashes(index, leaf_hash(entry), read))
    return tree_root(size, read)


@pytest.mark.parametrize("size", [4, 8])
def test_the_checkpoints_of_the_example_come_out_byte_for_byte(size):
    expected = (CHAIN / f"checkpoint-{size}.txt").read_text(encoding="utf-8")
    checkpoint = Checkpoint(ORIGIN, size, root_of_example(size))
    assert sign(ORIGIN, format_checkpoint(checkpoint)) == expected
    assert open_checkpoint(expected, KEY) == checkpoint


def test_an_empty_log_has_a_checkpoint_too():
    checkpoint = Checkpoint(ORIGIN, 0, EMPTY_ROOT)
    assert format_checkpoint(checkpoint).split("\n")[1] == "0"
    assert parse_checkpoint(format_checkpoint(checkpoint)) == checkpoint


@given(
    st.builds(
        Checkpoint,
        origin=st.from_regex(r"[a-z0-9./]{1,30}", fullmatch=True),
        size=st.integers(0, 10**18 - 1),
        root=st.binary(min_size=32, max_size=32),
    )
)
def test_every_checkpoint_reads_back(checkpoint):
    assert parse_checkpoint(format_checkpoint(checkpoint)) == checkpoint


@pytest.mark.parametrize(
    "text",
    [
        "",
        TEXT[:-1],
        TEXT + "\n",
        TEXT + "extension\n",
        "\n" + TEXT.partition("\n")[2],
        TEXT.replace("\n4\n", "\n04\n"),
        TEXT.replace("\n4\n", "\n+4\n"),
        TEXT.replace("\n4\n", "\n-4\n"),
        TEXT.replace("\n4\n", "\n4 \n"),
        TEXT.replace("\n4\n", "\n\u0664\n"),
        TEXT.replace("\n4\n", "\n" + "9" * 19 + "\n"),
        TEXT.replace("\n4\n", "\n\n"),
        TEXT.replace("rQM=", "rQN="),
        TEXT.replace("rQM=", "rQM"),
        TEXT.replace("2k32", ""),
        TEXT.replace("\n", "\r\n"),
    ],
)
def test_another_text_is_no_checkpoint(text):
    with pytest.raises(CheckpointMalformed):
        parse_checkpoint(text)


@pytest.mark.parametrize(
    "checkpoint",
    [
        Checkpoint("", 4, EMPTY_ROOT),
        Checkpoint("a\nb", 4, EMPTY_ROOT),
        Checkpoint(ORIGIN, -1, EMPTY_ROOT),
        Checkpoint(ORIGIN, 10**18, EMPTY_ROOT),
        Checkpoint(ORIGIN, 4, EMPTY_ROOT[1:]),
    ],
)
def test_a_checkpoint_that_could_not_be_read_back_is_not_written(checkpoint):
    with pytest.raises(CheckpointMalformed):
        format_checkpoint(checkpoint)


def test_a_checkpoint_that_the_pinned_key_did_not_sign_is_not_opened():
    other = VerifierKey(ORIGIN, b"\x07" * 32)
    with pytest.raises(UnknownSigner):
        open_checkpoint(sign(ORIGIN, TEXT), other)


def test_a_checkpoint_of_another_log_is_not_opened():
    text = TEXT.replace("/log", "/other")
    with pytest.raises(CheckpointMalformed, match="origin"):
        open_checkpoint(sign(ORIGIN, text), KEY)
