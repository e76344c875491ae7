"""Score sheets as CSV (RFC 4180), as a spreadsheet shows them: a line for each hand.

    Hand,Pass,Anna,Anna total,…,Hand total,Jack seat,Ten seat,Sun,No tricks seats,Moon,Note

Hand is the hand's number, or `start` (Pass has the hands played, the totals are those after them),
`adjust`, `void`, `substitute` (the new player stands in the seat's column), `total`. Read back are
the points and extras; Pass and Hand total are for the eye, totals are claims that a replay checks.
Columns after the players' may be missing, and so may Pass and the totals.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Final

from games.records.csv_columns import HAND, NOT_NAMES, Cells, Columns, read_columns
from games.records.csv_text import quote_text
from games.records.entry import Adjusted, Entry, HandClaim, SheetRow, Substitution, VoidHand
from games.records.errors import HandNotInNumbers, RecordUnreadable
from games.records.record import GameClaim, Record, Start
from games.rules.errors import RowNoLongerFits
from games.rules.game import GameScore, start_game
from games.rules.row import Row
from games.rules.ruleset import RuleSet
from games.rules.sheet import count_row

EXTRA_NAMES: Final = ("Jack seat", "Ten seat", "Sun", "No tricks seats", "Moon", "Note")


def format_csv_sheet(record: Record) -> str:
    """Write a record of rows with running totals, as far as every row has its answer.

    Text that a spreadsheet would take for a formula is quoted with an apostrophe, as is a player's
    name that the first line has another meaning for. Raises HandNotInNumbers for a hand
    that was recorded card by card: `games.replay.as_sheet` makes rows of those.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    names = [quote_text(name, reserved=NOT_NAMES) for name in record.players]
    writer.writerow(
        ["Hand", "Pass"]
        + [text for name in names for text in (name, f"{name} total")]
        + ["Hand total", *EXTRA_NAMES]
    )
    writer.writerows(_lines(record))
    return out.getvalue()


def _lines(record: Record) -> Iterator[list[str]]:
    game: GameScore | None = start_game(record.rules)
    if record.start is not None:
        start = record.start
        game = start_game(record.rules, totals=start.totals, hands=start.hands)
        yield _line("start", str(start.hands), game, players=record.rules.players)
    number = 0 if record.start is None else record.start.hands
    for entry in record.hands:
        match entry:
            case SheetRow(row=row):
                number += 1
                way = "" if game is None else record.rules.direction(number, totals=game.totals)
                game = None if game is None else _after_row(row, game)
                yield _row_line(number, way, row, game)
            case Adjusted(points=points, reason=reason):
                game = None if game is None else game.adjust(points)
                yield _line("adjust", "", game, points=points, note=reason or "")
            case VoidHand(reason=reason):
                yield _line("void", "", None, players=record.rules.players, note=reason)
            case Substitution(seat=seat, player=player, reason=reason):
                cells = [""] * record.rules.players
                cells[seat] = quote_text(player, reserved=NOT_NAMES)
                yield _line("substitute", "", None, points=cells, note=reason or "")
            case _:
                raise HandNotInNumbers
    yield _line("total", "", game, players=record.rules.players)


def _after_row(row: Row, game: GameScore) -> GameScore | None:
    """Give the game after a row; None when the row has no answer, or the game was over."""
    if game.finished:
        return None
    try:
        return game.after_hand(count_row(row, game, place=0).score.scores)
    except RowNoLongerFits:
        return None


def _line(
    hand: str,
    way: str,
    game: GameScore | None,
    *,
    points: Sequence[object] = (),
    players: int = 0,
    note: str = "",
) -> list[str]:
    points = points or [""] * players
    totals = [""] * len(points) if game is None else game.totals
    cells = [str(cell) for pair in zip(points, totals, strict=True) for cell in pair]
    return [hand, way, *cells, "", "", "", "", "", "", quote_text(note)]


def _row_line(number: int, way: str, row: Row, game: GameScore | None) -> list[str]:
    line = _line(str(number), way, game, points=row.points)
    tricks = row.no_tricks
    extras = (
        sum(row.points),
        row.jack,
        row.ten,
        None if row.sun is None else "yes" if row.sun else "no",
        None if tricks is None else " ".join(map(str, tricks)) or "none",
        row.moon_choice,
        None,
    )
    line[-len(extras) :] = ["" if extra is None else str(extra) for extra in extras]
    return line


def parse_csv_sheet(text: str, name: str, *, rules: RuleSet) -> Record:
    """Read a sheet as a game with the id `name`; commas or semicolons part its cells.

    Raises RecordUnreadable with the line and the column, by cells, of what does not fit.
    """
    lines = _split(text)
    columns = read_columns(next(lines, Cells(1, [])), players=rules.players)
    totals: tuple[int, ...] | None = (0,) * rules.players
    start: Start | None = None
    entries: list[Entry] = []
    claimed: GameClaim | None = None
    number = 0
    for cells in lines:
        kind, said = cells.text(columns.hand), columns.totals(cells)
        if kind == "total":
            claimed = None if said is None else GameClaim(totals=said)
        elif kind == "start":
            if said is None or entries or start is not None:
                raise cells.unreadable(columns.hand, "a start with its totals, before all hands")
            start = Start(cells.number(columns.way, low=0), said)
            number, totals = start.hands, said
        elif kind in _EVENTS:
            entries.append(_read_event(kind, cells, columns))
            totals = _plus(totals, entries[-1])
        else:
            number += 1
            if kind != str(number):
                wanted = f"hand {number}, or start, adjust, void, substitute, total"
                raise cells.unreadable(columns.hand, wanted)
            entries.append(SheetRow(columns.row(cells), _claim(totals, said)))
            totals = said
    return Record(name, rules, columns.players, tuple(entries), start=start, claimed=claimed)


_EVENTS: Final = frozenset({"adjust", "void", "substitute"})
_SEMICOLONS: Final = re.compile(rf' *"?{HAND}"? *;')


def _split(text: str) -> Iterator[Cells]:
    text = text.removeprefix("\ufeff")
    mark = ";" if _SEMICOLONS.match(text) else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        for cells in reader:
            if any(cells):
                yield Cells(reader.line_num, cells)
    except csv.Error as error:
        raise RecordUnreadable(f"CSV ({error})", line=reader.line_num, column=1) from None


def _read_event(kind: str, cells: Cells, columns: Columns) -> Entry:
    note = columns.note(cells)
    if kind == "adjust":
        return Adjusted(columns.points(cells), note or None)
    if kind == "void":
        return VoidHand(note)
    seat, player = columns.substitute(cells)
    return Substitution(seat, player, note or None)


def _plus(totals: tuple[int, ...] | None, entry: Entry) -> tuple[int, ...] | None:
    if totals is None or not isinstance(entry, Adjusted):
        return totals
    return tuple(total + more for total, more in zip(totals, entry.points, strict=True))


def _claim(before: tuple[int, ...] | None, after: tuple[int, ...] | None) -> HandClaim | None:
    """Give what a sheet says of a hand's scores: how far its running totals went."""
    if before is None or after is None:
        return None
    return HandClaim(scores=tuple(new - old for old, new in zip(before, after, strict=True)))
