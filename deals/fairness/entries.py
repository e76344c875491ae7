"""The entries of the public log: one dataclass and one form for each kind (SPEC.md 6).

The game entry is the header of the game's event chain too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from deals.fairness.commitment import TERMS_FIELDS, Terms
from deals.fairness.errors import StatementMalformed, UnknownStatement
from deals.fairness.kinds import (
    COUNT,
    HEX32,
    HEX32_OR_NONE,
    INDEX,
    ORIGIN,
    SHOWN_BEACON,
    TEXT,
    TIME,
    UUID,
    UUID_OR_NONE,
    matching,
    number_from,
    one_of,
)
from deals.fairness.seat_line import SEATS, SeatLine, check_seats_ascend
from deals.fairness.service_entries import (
    CONTINUE,
    ROUND,
    VERIFIER,
    ContinueEntry,
    RoundEntry,
    VerifierEntry,
)
from deals.fairness.statement import Field, Form, format_statement, parse_statement, split_lines

_GAME_SOURCES: Final = one_of("seats", "beacon", "server", "imported", "-")
_VKEY: Final = matching("a verifier key", r"[!-*,-~]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+={0,2}")
_HEAD: Final = matching("<seq> <head>", "[1-9][0-9]{0,17} [0-9a-f]{64}")
_REASON: Final = matching(
    "unused, late-<seat>, withheld-<seat>, beacon-lost, idle, seed-lost, restored or director",
    "unused|(?:late|withheld)-[0-5]|beacon-lost|idle|seed-lost|restored|director",
)
_SEEDLESS: Final = frozenset({"seed-lost", "restored"})


@dataclass(frozen=True, kw_only=True)
class KeyEntry:
    """A key of the log or of its receipts comes into use."""

    origin: str
    role: str
    vkey: str
    time: str

    def __post_init__(self) -> None:
        name = {"log": self.origin, "receipt": f"{self.origin}/receipt"}.get(self.role)
        if name != self.vkey.partition("+")[0]:
            raise StatementMalformed("the key is not named as its role asks")


@dataclass(frozen=True, kw_only=True)
class GameEntry:
    """A game begins: the header of its chain. `wait` is in seconds; `table` a uuid or "-"."""

    origin: str
    game: str
    kind: str
    engine: int
    rules: str
    sources: str
    table: str
    wait: int
    time: str

    def __post_init__(self) -> None:
        if (self.kind == "sheet") != (self.sources == "-") and self.sources != "imported":
            raise StatementMalformed("sources is - exactly when a game is kept as a sheet")


@dataclass(frozen=True, kw_only=True)
class CommitEntry(Terms):
    """A deal is fixed: the opening without its seed, and the hash of the whole opening."""

    commitment: str
    time: str


@dataclass(frozen=True, kw_only=True)
class FreezeEntry:
    """Every nonce of a deal is in: the seat lines it is drawn from; `head` is "<seq> <hex>"."""

    origin: str
    deal: int
    commitment: str
    seats: tuple[SeatLine, ...]
    game: str
    head: str
    time: str

    def __post_init__(self) -> None:
        check_seats_ascend(self.seats)
        if not 3 <= len(self.seats) <= 6 or any(line.nonce is None for line in self.seats):
            raise StatementMalformed("a freeze has K and nonce of each of 3 to 6 seats")


@dataclass(frozen=True, kw_only=True)
class RevealEntry:
    """A deal is opened. `beacon` is "-" or "<round> <signature>"."""

    origin: str
    deal: int
    seed: str
    beacon: str
    attempts: int
    index: int
    time: str


@dataclass(frozen=True, kw_only=True)
class VoidEntry:
    """A deal is thrown away: why, its seed ("-" when it is lost), and what the seats had given."""

    origin: str
    deal: int
    reason: str
    seed: str
    seats: tuple[SeatLine, ...]
    time: str

    def __post_init__(self) -> None:
        check_seats_ascend(self.seats)
        if self.seed == "-" and self.reason not in _SEEDLESS:
            raise StatementMalformed("a void shows the seed unless it is lost")
        if self.seed != "-" and self.reason == "seed-lost":
            raise StatementMalformed("a lost seed can't be shown")
        blamed = self.reason.rpartition("-")[2]
        if blamed.isdigit() and int(blamed) >= len(self.seats):
            raise StatementMalformed("the seat blamed is none of the deal's")


@dataclass(frozen=True, kw_only=True)
class HeadEntry:
    """A game's chain stands at this head after line `seq`."""

    origin: str
    game: str
    seq: int
    head: str
    time: str


Entry: TypeAlias = (
    KeyEntry
    | GameEntry
    | CommitEntry
    | FreezeEntry
    | RevealEntry
    | VoidEntry
    | HeadEntry
    | RoundEntry
    | VerifierEntry
    | ContinueEntry
)

_ORIGIN: Final = Field("origin", ORIGIN)
_DEAL: Final = Field("deal", COUNT)
_COMMITMENT: Final = Field("commitment", HEX32)
_GAME: Final = Field("game", UUID)
_TIME: Final = Field("time", TIME)


FORMS: Final[Mapping[type[Entry], Form[Entry]]] = MappingProxyType(
    {
        KeyEntry: Form(
            "key",
            KeyEntry,
            (_ORIGIN, Field("role", one_of("log", "receipt")), Field("vkey", _VKEY), _TIME),
        ),
        GameEntry: Form(
            "game",
            GameEntry,
            (
                _ORIGIN,
                _GAME,
                Field("kind", one_of("cards", "sheet")),
                Field("engine", COUNT),
                Field("rules", TEXT),
                Field("sources", _GAME_SOURCES),
                Field("table", UUID_OR_NONE),
                Field("wait", number_from(10, 604_800)),
                _TIME,
            ),
        ),
        CommitEntry: Form("commit", CommitEntry, (*TERMS_FIELDS, _COMMITMENT, _TIME)),
        FreezeEntry: Form(
            "freeze",
            FreezeEntry,
            (_ORIGIN, _DEAL, _COMMITMENT, SEATS, _GAME, Field("head", _HEAD), _TIME),
        ),
        RevealEntry: Form(
            "reveal",
            RevealEntry,
            (
                _ORIGIN,
                _DEAL,
                Field("seed", HEX32),
                Field("beacon", SHOWN_BEACON),
                Field("attempts", COUNT),
                Field("index", INDEX),
                _TIME,
            ),
        ),
        VoidEntry: Form(
            "void",
            VoidEntry,
            (
                _ORIGIN,
                _DEAL,
                Field("reason", _REASON),
                Field("seed", HEX32_OR_NONE),
                SEATS,
                _TIME,
            ),
        ),
        HeadEntry: Form(
            "head",
            HeadEntry,
            (_ORIGIN, _GAME, Field("seq", COUNT), Field("head", HEX32), _TIME),
        ),
        RoundEntry: ROUND,
        VerifierEntry: VERIFIER,
        ContinueEntry: CONTINUE,
    }
)
_BY_FIRST_LINE: Final = MappingProxyType({form.first_line: form for form in FORMS.values()})


def format_entry(entry: Entry) -> str:
    """Return the statement of an entry, as it is logged. Raises StatementMalformed."""
    return format_statement(FORMS[type(entry)], entry)


def parse_entry(text: str) -> Entry:
    """Return the entry a statement says, of whichever kind its first line names.

    Raises StatementMalformed, UnknownStatement.
    """
    first_line = split_lines(text)[0]
    if first_line not in _BY_FIRST_LINE:
        raise UnknownStatement(first_line)
    return parse_statement(_BY_FIRST_LINE[first_line], text)
