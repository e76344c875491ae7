"""A chain as one reader follows it: heads, receipts, and whom the table waits for."""

from dataclasses import replace
from pathlib import Path

import pytest

from deals.fairness.entries import parse_entry
from deals.tlog.note import parse_vkey
from games.events.details import Played
from games.events.event import format_event, parse_event
from games.replay.followed import FollowedChain
from games.replay.table_line import LineRefused

CHAIN = Path(__file__).parents[2] / "vectors" / "chain"
LINES = (CHAIN / "chain.txt").read_text().splitlines()
NOTE = (CHAIN / "receipt-19.txt").read_text()
PLAY = parse_event(LINES[18])


def _entry(name):
    return parse_entry((CHAIN / name).read_text())


def follow(lines=0, **header):
    keys = [parse_vkey(_entry("entry-1-key.txt").vkey)]
    chain = FollowedChain(replace(_entry("entry-2-game.txt"), **header), keys)
    for line in LINES[:lines]:
        chain.append(line)
    return chain


def test_the_heads_are_those_published():
    published = (CHAIN / "heads.txt").read_text().splitlines()
    chain = follow(len(LINES))
    assert [f"{seq} {head}" for seq, head in enumerate(chain.heads)][-77:] == published[-77:]
    assert chain.table.phase == "over"


@pytest.mark.parametrize("seen", [18, 19, 40])
def test_a_receipt_that_was_given_lies_on_the_chain(seen):
    chain = follow(seen)
    chain.keep_receipt(NOTE, LINES[18], seat=PLAY.seat, detail=PLAY.detail)
    assert (chain.receipts, chain.seq, chain.is_behind) == ([NOTE], max(seen, 19), False)


def test_a_receipt_for_a_line_to_come_waits_for_it():
    chain = follow(15)
    chain.keep_receipt(NOTE, LINES[18], seat=PLAY.seat, detail=PLAY.detail)
    assert chain.is_behind
    assert not any(chain.may_owe(seat) for seat in range(4))
    for line in LINES[15:19]:
        chain.append(line)
    assert not chain.is_behind


def test_a_receipt_whose_line_turns_out_otherwise_is_refused():
    chain = follow(17)
    chain.keep_receipt(NOTE, LINES[18], seat=PLAY.seat, detail=PLAY.detail)
    earlier = parse_event(LINES[17])
    chain.append(format_event(replace(earlier, time=PLAY.time)))
    with pytest.raises(LineRefused, match="line 19 is not on this chain"):
        chain.append(LINES[18])


def test_a_receipt_for_something_else_than_was_done_is_refused():
    chain = follow(18)
    with pytest.raises(LineRefused, match="is not what seat 1 did"):
        chain.keep_receipt(NOTE, LINES[18], seat=1, detail=PLAY.detail)
    before = parse_event(LINES[17])
    with pytest.raises(LineRefused, match="came with line 18"):
        chain.keep_receipt(NOTE, LINES[17], seat=before.seat, detail=before.detail)


@pytest.mark.parametrize("change", ["fair.example", "no note"])
def test_a_receipt_of_another_key_is_none(change):
    chain = follow(18)
    note = "no note" if change == "no note" else NOTE.replace("/receipt ", "/other ")
    with pytest.raises(LineRefused, match="a receipt"):
        chain.keep_receipt(note, LINES[18], seat=PLAY.seat, detail=PLAY.detail)


def test_a_line_that_is_none_is_refused():
    with pytest.raises(LineRefused):
        follow(5).append("6 tomorrow 1 play 0 2C")


def owing(chain):
    return [seat for seat in range(4) if chain.may_owe(seat)]


def test_the_table_waits_for_whoever_has_not_given_what_is_asked():
    asked = {line: owing(follow(line)) for line in (4, 5, 6, 9, 10, 13, 14, 15, 17)}
    assert asked == {
        4: [],
        5: [0, 1, 2, 3],
        6: [1, 2, 3],
        9: [0, 1, 2, 3],
        10: [1, 2, 3],
        13: [],
        14: [0, 1, 2, 3],
        15: [1, 2, 3],
        17: [3],
    }


def test_within_a_trick_the_next_seat_is_waited_for_and_after_it_anybody():
    first = next(n for n, line in enumerate(LINES, 1) if " play " in line)
    leader = parse_event(LINES[first - 1]).seat
    assert owing(follow(first - 1)) == [0, 1, 2, 3]
    assert owing(follow(first)) == [(leader + 1) % 4]
    assert owing(follow(first + 3)) == [0, 1, 2, 3]


def test_a_shooter_is_looked_for_only_where_the_rules_ask_him():
    last = max(n for n, line in enumerate(LINES, 1) if " play " in line)
    assert owing(follow(last)) == []
    rules = _entry("entry-2-game.txt").rules.replace("moon=add", "moon=choice")
    assert owing(follow(last, rules=rules)) == [0, 1, 2, 3]
    assert isinstance(parse_event(LINES[last - 1]).detail, Played)
