"""The grammar of a line's detail, as data: one row for each kind of event (SPEC.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final, TypeAlias

from games.events import details as d
from games.events import parts as p
from games.events.row_text import read_row, write_row
from games.rules.row import Row
from games.rules.ruleset import parse_rules_line

ReadDetail: TypeAlias = Callable[[list[str]], d.Detail]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of line: whether it names a seat and a hand, and how its detail is read.

    `of_hand` is True for lines of a hand (1 …), False for lines of the whole game (0), None where
    either may stand. `detail` is the type that `read` answers.
    """

    seated: bool
    of_hand: bool | None
    detail: type[d.Detail]
    read: ReadDetail


def _read_parts(make: Callable[..., d.Detail], readers: tuple[p.Reader, ...]) -> ReadDetail:
    """Return a detail with exactly one text for each reader."""

    def read(texts: list[str]) -> d.Detail:
        if len(texts) != len(readers):
            raise ValueError(f"{len(readers)} parts expected, not {len(texts)}")
        return make(*[reader(text) for reader, text in zip(readers, texts, strict=True)])

    return read


def _with_director(read: ReadDetail) -> ReadDetail:
    """Return a detail whose last part follows the word `by`."""

    def read_by(texts: list[str]) -> d.Detail:
        if texts[-2:-1] != ["by"]:
            raise ValueError("by and a uuid expected at the end")
        return read([*texts[:-2], texts[-1]])

    return read_by


def _hand_line(detail: type[d.Detail], *readers: p.Reader, seated: bool = False) -> Kind:
    return Kind(seated=seated, of_hand=True, detail=detail, read=_read_parts(detail, readers))


def _director_line(
    detail: type[d.Detail], *readers: p.Reader, seated: bool, of_hand: bool | None
) -> Kind:
    return Kind(
        seated=seated,
        of_hand=of_hand,
        detail=detail,
        read=_with_director(_read_parts(detail, readers)),
    )


def _read_holder(texts: list[str]) -> tuple[str, str | None]:
    match texts:
        case ["human", who]:
            p.uuid(who)
            return "human", who
        case ["computer", name]:
            p.name(name)
            return "computer", name
        case ["empty"]:
            return "empty", None
        case _:
            raise ValueError("human <uuid>, computer <name> or empty expected")


def _read_seat(texts: list[str]) -> d.Detail:
    return d.SeatTaken(*_read_holder(texts))


def _read_substitute(texts: list[str]) -> d.Detail:
    match texts:
        case [*holder, reason, "by", who]:
            p.code(reason)
            p.uuid(who)
            return d.SeatTaken(*_read_holder(holder), reason=reason, by=who)
        case _:
            raise ValueError("a holder, a reason code, by and a uuid expected")


def _read_moon(texts: list[str]) -> d.Detail:
    choice = p.one_of("add", "subtract")
    if len(texts) == 1:
        return _read_parts(d.MoonChosen, (choice,))(texts)
    return _with_director(_read_parts(d.MoonChosen, (choice, p.uuid)))(texts)


def _voided_by(text: str) -> object:
    return text if text == "service" else p.uuid(text)


def _text(reader: p.Reader, text: str) -> str:
    reader(text)
    return text


def _read_row(texts: list[str]) -> d.Detail:
    return d.RowWritten(read_row(texts))


def _read_correction(texts: list[str]) -> d.Detail:
    match texts:
        case [seq, *row, reason, who]:
            return d.RowCorrected(
                int(seq), read_row(row), _text(p.code, reason), _text(p.uuid, who)
            )
        case _:
            raise ValueError("a seq, a row, a reason code, by and a uuid expected")


def _read_rules(texts: list[str]) -> d.Detail:
    line = " ".join(texts[:-1])
    parse_rules_line(line)
    return d.RulesChanged(line, _text(p.uuid, texts[-1]))


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "seat": Kind(seated=True, of_hand=False, detail=d.SeatTaken, read=_read_seat),
        "deal": _hand_line(d.DealCommitted, p.number, p.hex32, p.count, p.number, p.hex32),
        "contribute": _hand_line(d.Contributed, p.hex32, p.one_of("seat", "service"), seated=True),
        "nonce": _hand_line(d.NonceOpened, p.hex32, seated=True),
        "freeze": _hand_line(d.Frozen, p.hex32, p.count),
        "beacon": _hand_line(d.BeaconRound, p.number, p.hexes),
        "pass": _hand_line(d.Passed, p.hex32, seated=True),
        "play": _hand_line(d.Played, p.card, seated=True),
        "moon": Kind(seated=True, of_hand=True, detail=d.MoonChosen, read=_read_moon),
        "score": _hand_line(d.Scored, p.integers, p.integers, p.integers),
        "open": _hand_line(d.PassOpened, p.cards, p.hex32, seated=True),
        "reveal": _hand_line(d.Revealed, p.number, p.hex32, p.count, p.count),
        "row": Kind(seated=False, of_hand=True, detail=d.RowWritten, read=_read_row),
        "correct": Kind(
            seated=False,
            of_hand=True,
            detail=d.RowCorrected,
            read=_with_director(_read_correction),
        ),
        "rules": Kind(
            seated=False, of_hand=False, detail=d.RulesChanged, read=_with_director(_read_rules)
        ),
        "dealt": _hand_line(d.HoldingDealt, p.cards, seated=True),
        "kitty": _hand_line(d.KittyLaid, p.cards),
        "gave": _hand_line(d.CardsGiven, p.cards, seated=True),
        "start": Kind(
            seated=False,
            of_hand=False,
            detail=d.Started,
            read=_read_parts(d.Started, (p.count, p.integers)),
        ),
        "adjust": _director_line(d.Adjusted, int, p.code, p.uuid, seated=True, of_hand=None),
        "substitute": Kind(seated=True, of_hand=None, detail=d.SeatTaken, read=_read_substitute),
        "void": _director_line(
            d.Voided,
            p.one_of("hand", "deal", "game"),
            p.code,
            _voided_by,
            seated=False,
            of_hand=None,
        ),
        "end": Kind(
            seated=False,
            of_hand=False,
            detail=d.Ended,
            read=_read_parts(
                d.Ended, (p.one_of("finished", "abandoned", "voided"), p.integers, p.integers)
            ),
        ),
    }
)

DIRECTED: Final = frozenset({"moon", "correct", "rules", "adjust", "substitute", "void"})


def write_detail(kind: str, detail: d.Detail) -> list[str]:
    """Return the parts of a detail as they stand in a line."""
    values = [getattr(detail, field.name) for field in fields(detail)]
    texts = [
        write_row(value) if isinstance(value, Row) else p.write_part(value)
        for value in values
        if value is not None
    ]
    if kind in DIRECTED and getattr(detail, "by", None) is not None:
        texts.insert(-1, "by")
    return texts
