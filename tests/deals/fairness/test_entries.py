from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.fairness.commitment import Opening, commitment_of
from deals.fairness.entries import (
    CommitEntry,
    FreezeEntry,
    GameEntry,
    HeadEntry,
    KeyEntry,
    RevealEntry,
    VoidEntry,
    format_entry,
    parse_entry,
)
from deals.fairness.errors import StatementMalformed, UnknownStatement
from deals.fairness.seat_line import SeatLine

CHAIN = Path(__file__).parents[2] / "vectors/chain"
FILES = sorted(CHAIN.glob("entry-*.txt"))
ORIGIN = "fair.example.org/log"
ID = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"
TIME = "2026-11-02T19:00:03.750Z"
K, NONCE, SEED = "0a" * 32, "0b" * 32, "0c" * 32


def read(name):
    return (CHAIN / name).read_bytes().decode("ascii")


KEY = parse_entry(read("entry-0-key.txt"))
RECEIPT_KEY = parse_entry(read("entry-1-key.txt"))
GAME = parse_entry(read("entry-2-game.txt"))
COMMIT = parse_entry(read("entry-3-commit.txt"))
FREEZE = parse_entry(read("entry-4-freeze.txt"))
REVEAL = parse_entry(read("entry-6-reveal.txt"))
HEAD = parse_entry(read("entry-7-head.txt"))
VOID = VoidEntry(
    origin=ORIGIN,
    deal=1,
    reason="withheld-2",
    seed=SEED,
    seats=(SeatLine(0, K, NONCE), SeatLine(1, K), SeatLine(2, K), SeatLine(3)),
    time=TIME,
)


def test_there_are_eight_entries_in_the_example():
    assert [path.name[6] for path in FILES] == list("01234567")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_entries_of_the_example_come_out_byte_for_byte(path):
    text = path.read_bytes().decode("ascii")
    assert format_entry(parse_entry(text)) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@given(data=st.data())
def test_whatever_byte_of_an_entry_is_changed_it_is_refused_or_says_something_else(path, data):
    text = path.read_bytes().decode("ascii")
    place = data.draw(st.integers(0, len(text) - 1))
    byte = data.draw(st.characters(max_codepoint=0x7F).filter(lambda byte: byte != text[place]))
    try:
        changed = parse_entry(text[:place] + byte + text[place + 1 :])
    except StatementMalformed:
        return
    assert changed != parse_entry(text)


def test_entries_say_what_their_keys_say():
    assert isinstance(KEY, KeyEntry)
    assert (KEY.origin, KEY.role, KEY.time) == (ORIGIN, "log", "2026-11-02T19:00:01.250Z")
    assert KEY.vkey.startswith(f"{ORIGIN}+621ab163+AYqI")
    assert isinstance(GAME, GameEntry)
    assert (GAME.game, GAME.kind, GAME.engine, GAME.wait, GAME.table) == (ID, "cards", 1, 60, "-")
    assert isinstance(COMMIT, CommitEntry)
    assert COMMIT.purpose == f"game/{ID}/hand/1"
    assert isinstance(FREEZE, FreezeEntry)
    assert [line.seat for line in FREEZE.seats] == [0, 1, 2, 3]
    assert FREEZE.head.startswith("13 3653")
    assert isinstance(REVEAL, RevealEntry)
    assert (REVEAL.attempts, REVEAL.index) == (1, 4327368226693586877641500950)
    assert isinstance(HEAD, HeadEntry)
    assert HEAD.seq == 77


def test_the_commit_and_the_reveal_of_the_example_make_its_opening():
    opening = Opening(
        origin=COMMIT.origin,
        deal=COMMIT.deal,
        purpose=COMMIT.purpose,
        deck=COMMIT.deck,
        sources=COMMIT.sources,
        beacon=COMMIT.beacon,
        seed=REVEAL.seed,
    )
    assert commitment_of(opening) == COMMIT.commitment


def test_the_seat_lines_of_a_void_show_what_each_seat_gave():
    text = format_entry(VOID)
    assert f"seat 0 {K} {NONCE}\nseat 1 {K} -\nseat 2 {K} -\nseat 3 - -\n" in text
    assert parse_entry(text) == VOID


@pytest.mark.parametrize(
    "reason", ["unused", "late-0", "late-3", "withheld-1", "beacon-lost", "idle", "restored",
               "director"]
)  # fmt: skip
def test_a_void_has_one_of_the_reasons_and_shows_its_seed(reason):
    void = replace(VOID, reason=reason)
    assert parse_entry(format_entry(void)) == void


@pytest.mark.parametrize("reason", ["seed-lost", "restored"])
def test_a_lost_seed_is_a_dash(reason):
    void = replace(VOID, reason=reason, seed="-")
    assert parse_entry(format_entry(void)) == void


@pytest.mark.parametrize(
    ("entry", "changes"),
    [
        (VOID, {"seed": "-"}),
        (VOID, {"reason": "seed-lost"}),
        (VOID, {"reason": "late-4"}),
        (VOID, {"seats": VOID.seats[1:]}),
        (VOID, {"seats": VOID.seats[::-1]}),
        (FREEZE, {"seats": FREEZE.seats[:2]}),
        (FREEZE, {"seats": tuple(SeatLine(seat, K, NONCE) for seat in range(7))}),
        (FREEZE, {"seats": (*FREEZE.seats[:3], SeatLine(3, K))}),
        (FREEZE, {"seats": FREEZE.seats[1:]}),
        (KEY, {"role": "receipt"}),
        (KEY, {"role": "other"}),
        (KEY, {"origin": "fair.example.org/other"}),
        (RECEIPT_KEY, {"role": "log"}),
        (GAME, {"kind": "sheet"}),
        (GAME, {"sources": "-"}),
        (COMMIT, {"sources": "beacon"}),
        (COMMIT, {"deck": "lots/4"}),
    ],
)
def test_lines_that_contradict_one_another_are_refused(entry, changes):
    with pytest.raises(StatementMalformed):
        replace(entry, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "sheet", "sources": "-"},
        {"kind": "sheet", "sources": "imported"},
        {"sources": "imported"},
        {"sources": "beacon"},
        {"sources": "server"},
        {"table": ID},
        {"wait": 10},
        {"wait": 604_800},
    ],
)
def test_a_header_may_say_so(changes):
    game = replace(GAME, **changes)
    assert parse_entry(format_entry(game)) == game


@pytest.mark.parametrize(
    ("entry", "changes"),
    [
        (GAME, {"wait": 9}),
        (GAME, {"wait": 604_801}),
        (GAME, {"table": "none"}),
        (GAME, {"game": ID.upper()}),
        (GAME, {"kind": "dice"}),
        (GAME, {"sources": "dice"}),
        (GAME, {"engine": 0}),
        (GAME, {"rules": "players=4  spare=strip"}),
        (GAME, {"rules": " players=4"}),
        (GAME, {"time": "2026-11-02T19:00:03Z"}),
        (KEY, {"vkey": KEY.vkey.replace("+621ab163", "+621AB163")}),
        (HEAD, {"seq": 0}),
        (HEAD, {"head": "0" * 63}),
        (FREEZE, {"head": "0 " + "0" * 64}),
        (FREEZE, {"head": "13"}),
        (REVEAL, {"attempts": 0}),
        (REVEAL, {"index": -1}),
        (REVEAL, {"beacon": f"1 {'0' * 64}"}),
        (VOID, {"reason": "late"}),
        (VOID, {"reason": "late-"}),
        (VOID, {"reason": "late-00"}),
        (VOID, {"reason": "other"}),
        (VOID, {"reason": "bored"}),
        (VOID, {"seats": ()}),
    ],
)
def test_an_entry_that_could_not_be_read_back_is_not_written(entry, changes):
    with pytest.raises(StatementMalformed):
        format_entry(replace(entry, **changes))


def test_a_reveal_shows_the_signature_of_its_round():
    reveal = replace(REVEAL, beacon=f"657413 {'ab' * 48}")
    assert parse_entry(format_entry(reveal)) == reveal


@pytest.mark.parametrize(
    ("text", "first_line"),
    [
        ("hearts/seed/v1\n", "hearts/seed/v1"),
        (read("entry-7-head.txt").replace("/v1", "/v2"), "hearts/head/v2"),
        ("\n", ""),
    ],
)
def test_another_kind_of_entry_is_told_by_its_first_line(text, first_line):
    with pytest.raises(UnknownStatement) as raised:
        parse_entry(text)
    assert raised.value.first_line == first_line
    assert raised.value.code == "unknown-statement"


@pytest.mark.parametrize("text", ["", "hearts/head/v1", "hearts/head/v1\r\n", "hearts/head/v1\n"])
def test_an_entry_cut_short_is_refused(text):
    with pytest.raises(StatementMalformed):
        parse_entry(text)
