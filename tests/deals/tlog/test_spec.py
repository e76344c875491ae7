"""What SPEC.md shows is what the log serves: its examples are the vectors."""

import json
import textwrap
from base64 import b64decode
from pathlib import Path

import pytest

from deals.tlog.note import parse_note
from deals.tlog.witness import AddRequest, format_request

ROOT = Path(__file__).parents[3]
CHAIN = ROOT / "tests/vectors/chain"
SPEC = (ROOT / "deals/tlog/SPEC.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["commit.tlog-proof", "checkpoint-8.txt"])
def test_proof_and_checkpoint_of_the_example_are_shown(name):
    assert textwrap.indent((CHAIN / name).read_text(encoding="utf-8"), "    ") in SPEC


@pytest.mark.parametrize("name", ["entry-0-key.txt", "entry-1-key.txt"])
def test_the_keys_of_the_example_are_shown(name):
    (vkey,) = (
        line.removeprefix("vkey ")
        for line in (CHAIN / name).read_text().splitlines()
        if line.startswith("vkey ")
    )
    assert f"    {vkey}\n" in SPEC


def test_the_request_to_a_witness_is_the_one_that_is_written():
    bundle = json.loads((CHAIN / "bundle.json").read_text())
    (hashes,) = (one["hashes"] for one in bundle["consistency"] if one["size"] == 4)
    note = parse_note(bundle["checkpoint"])
    request = AddRequest(4, tuple(map(b64decode, hashes)), note)
    assert textwrap.indent(format_request(request), "    ") in SPEC
