"""Entries about the service rather than a deal: rounds of a league, verifier files, a new log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from deals.fairness.errors import StatementMalformed
from deals.fairness.kinds import COUNT, HEX32, ORIGIN, SIZE, TIME, UUID, WORD, Kind, matching
from deals.fairness.purpose import UUID as UUID_SHAPE
from deals.fairness.statement import Field, Form

_TABLE: Final = re.compile(rf"(?P<table>[1-9][0-9]{{0,3}})(?P<entrants>(?: {UUID_SHAPE}){{3,6}})")


@dataclass(frozen=True)
class TableLine:
    """One table of a round, from 1, and the uuids of its entrants in seat order."""

    table: int
    entrants: tuple[str, ...]

    def __str__(self) -> str:
        """Return the line's text, without its key."""
        return " ".join((str(self.table), *self.entrants))


def parse_table_line(text: str) -> TableLine | None:
    """Return the table line of a text without its key, None where it is none."""
    shape = _TABLE.fullmatch(text)
    return shape and TableLine(int(shape["table"]), tuple(shape["entrants"].split()))


@dataclass(frozen=True, kw_only=True)
class RoundEntry:
    """Who sits where in a round. `deals` is "<first> <last>" for boards, else "-"."""

    origin: str
    league: str
    round: int
    deals: str
    tables: tuple[TableLine, ...]
    time: str

    def __post_init__(self) -> None:
        if [line.table for line in self.tables] != list(range(1, len(self.tables) + 1)):
            raise StatementMalformed("expected one line for each table, ascending from 1")
        seated = [entrant for line in self.tables for entrant in line.entrants]
        if len(set(seated)) != len(seated):
            raise StatementMalformed("an entrant sits at one place only")


@dataclass(frozen=True, kw_only=True)
class VerifierEntry:
    """The verifier file of this version is offered; `sha256` is its hash."""

    origin: str
    version: str
    sha256: str
    time: str


@dataclass(frozen=True, kw_only=True)
class ContinueEntry:
    """This log goes on where one of another origin ended: its last known size and root, hex."""

    origin: str
    old: str
    size: int
    root: str
    reason: str
    time: str


_ORIGIN: Final = Field("origin", ORIGIN)
_TIME: Final = Field("time", TIME)

ROUND: Final = Form(
    "round",
    RoundEntry,
    (
        _ORIGIN,
        Field("league", UUID),
        Field("round", COUNT),
        Field("deals", matching("- or <first> <last>", "-|[1-9][0-9]{0,17} [1-9][0-9]{0,17}")),
        Field(
            "table",
            Kind("<table> and 3 to 6 uuids", parse_table_line),
            name="tables",
            repeated=True,
        ),
        _TIME,
    ),
)
VERIFIER: Final = Form(
    "verifier",
    VerifierEntry,
    (_ORIGIN, Field("version", WORD), Field("sha256", HEX32), _TIME),
)
CONTINUE: Final = Form(
    "continue",
    ContinueEntry,
    (
        _ORIGIN,
        Field("old", ORIGIN),
        Field("size", SIZE),
        Field("root", HEX32),
        Field(
            "reason", matching("a code: words of a-z 0-9 parted by -", "[a-z0-9]+(?:-[a-z0-9]+)*")
        ),
        _TIME,
    ),
)
