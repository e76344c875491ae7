"""The chain of the whole hand in vectors/chain, byte for byte."""

from pathlib import Path

import pytest

from deals.cards.holding import parse_holding
from games.events.chain import chain_heads, check_chain, first_head
from games.events.errors import ChainBroken
from games.events.pass_statement import PassStatement, format_pass, parse_pass, pass_commitment
from games.events.receipt import format_receipt, parse_receipt

CHAIN = Path(__file__).parents[2] / "vectors" / "chain"


def read(name):
    return (CHAIN / name).read_bytes().decode("utf-8")


LINES = read("chain.txt").splitlines()
HEADS = [line.split(" ")[1] for line in read("heads.txt").splitlines()]


def test_the_first_head_is_the_hash_of_the_header():
    assert first_head(read("header.txt")) == HEADS[0]


def test_every_head_follows_from_the_one_before_and_the_line():
    assert list(chain_heads(read("header.txt"), LINES)) == HEADS[1:]
    check_chain(read("header.txt"), LINES, HEADS[1:])


@pytest.mark.parametrize("seq", [1, 40, 77])
def test_a_changed_line_breaks_the_chain_where_it_stands(seq):
    lines = [*LINES[: seq - 1], LINES[seq - 1] + " ", *LINES[seq:]]
    with pytest.raises(ChainBroken) as caught:
        check_chain(read("header.txt"), lines, HEADS[1:])
    assert (caught.value.seq, caught.value.found) == (seq, HEADS[seq])


def test_a_missing_head_and_one_too_many_break_the_chain():
    with pytest.raises(ChainBroken) as caught:
        check_chain(read("header.txt"), LINES, HEADS[1:-1])
    assert (caught.value.seq, caught.value.found) == (77, "missing")
    with pytest.raises(ChainBroken) as caught:
        check_chain(read("header.txt"), LINES[:-1], HEADS[1:])
    assert (caught.value.seq, caught.value.expected) == (77, "none")


def test_a_pass_is_committed_by_the_hash_of_its_statement():
    statement = parse_pass(read("pass-seat-0.txt"))
    assert statement == PassStatement(
        "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55", 1, 0, parse_holding("QH AH KS"), "50" * 32
    )
    assert format_pass(statement) == read("pass-seat-0.txt")
    assert f" pass 0 {pass_commitment(statement)}" in LINES[14]


def test_a_receipt_reads_back_as_it_was_written():
    text = read("receipt-19.txt").partition("\n\n")[0] + "\n"
    receipt = parse_receipt(text)
    assert (receipt.seq, receipt.head) == (19, HEADS[19])
    assert format_receipt(receipt) == text
