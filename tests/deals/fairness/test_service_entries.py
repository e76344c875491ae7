from dataclasses import replace

import pytest

from deals.fairness.entries import format_entry, parse_entry
from deals.fairness.errors import StatementMalformed
from deals.fairness.service_entries import (
    ContinueEntry,
    RoundEntry,
    TableLine,
    VerifierEntry,
    parse_table_line,
)

ORIGIN = "fair.example.org/log"
LEAGUE = "5d1e0a77-2c0b-4f0e-8f63-0d4b7a9c1e22"
TIME = "2026-11-02T19:00:03.750Z"
ENTRANTS = tuple(f"{n:08x}-0000-4000-8000-{n:012x}" for n in range(1, 9))
ROUND = RoundEntry(
    origin=ORIGIN,
    league=LEAGUE,
    round=1,
    deals="5 12",
    tables=(TableLine(1, ENTRANTS[:4]), TableLine(2, ENTRANTS[4:])),
    time=TIME,
)
VERIFIER = VerifierEntry(origin=ORIGIN, version="1.0.0", sha256="0a" * 32, time=TIME)
CONTINUE = ContinueEntry(
    origin=ORIGIN, old="fair.example.org/old", size=7, root="0b" * 32, reason="no-mirror", time=TIME
)


def test_a_round_says_who_sits_where():
    assert format_entry(ROUND) == (
        "hearts/round/v1\n"
        f"origin {ORIGIN}\n"
        f"league {LEAGUE}\n"
        "round 1\n"
        "deals 5 12\n"
        f"table 1 {' '.join(ENTRANTS[:4])}\n"
        f"table 2 {' '.join(ENTRANTS[4:])}\n"
        f"time {TIME}\n"
    )


@pytest.mark.parametrize(
    "entry",
    [ROUND, replace(ROUND, deals="-"), VERIFIER, CONTINUE, replace(CONTINUE, size=0)],
)
def test_the_entries_read_back(entry):
    assert parse_entry(format_entry(entry)) == entry


@pytest.mark.parametrize(
    "tables",
    [
        ROUND.tables[::-1],
        ROUND.tables[1:],
        (TableLine(1, ENTRANTS[:4]), TableLine(2, ENTRANTS[3:7])),
        (TableLine(1, (*ENTRANTS[:3], ENTRANTS[0])),),
    ],
)
def test_tables_ascend_from_1_and_seat_nobody_twice(tables):
    with pytest.raises(StatementMalformed):
        replace(ROUND, tables=tables)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        f"0 {' '.join(ENTRANTS[:4])}",
        f"01 {' '.join(ENTRANTS[:4])}",
        f"1 {' '.join(ENTRANTS[:2])}",
        f"1 {' '.join(ENTRANTS[:7])}",
        f"1  {' '.join(ENTRANTS[:4])}",
        f"1 {' '.join(ENTRANTS[:4])} ",
        f"1 {' '.join(ENTRANTS[:3])} Anna",
    ],
)
def test_another_text_is_no_table_line(text):
    assert parse_table_line(text) is None


@pytest.mark.parametrize(
    ("entry", "changes"),
    [
        (ROUND, {"deals": "5"}),
        (ROUND, {"deals": "0 5"}),
        (ROUND, {"deals": "5-12"}),
        (ROUND, {"round": 0}),
        (ROUND, {"tables": ()}),
        (VERIFIER, {"version": "1 0"}),
        (VERIFIER, {"sha256": "0A" * 32}),
        (CONTINUE, {"old": "https://fair.example.org/old"}),
        (CONTINUE, {"size": -1}),
        (CONTINUE, {"reason": "Lost everything."}),
    ],
)
def test_an_entry_that_could_not_be_read_back_is_not_written(entry, changes):
    with pytest.raises(StatementMalformed):
        format_entry(replace(entry, **changes))
