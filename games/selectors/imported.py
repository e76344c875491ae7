"""Imported games: the record that each was made of, from the line that was kept of it."""

from __future__ import annotations

from uuid import UUID

from games.models import Import, ImportedLine
from games.records.csv_sheet import parse_csv_sheet
from games.records.errors import RecordUnreadable
from games.records.openspiel import parse_openspiel
from games.records.record import Record, parse_record
from games.replay.finished import finished_record
from games.rules.ruleset import parse_rules_line


def parse_line(file: Import, number: int, line: bytes) -> Record:
    """Read a line of a file: the archive's format, OpenSpiel's numbers, or a whole sheet.

    Raises RecordUnreadable.
    """
    if file.form == Import.Form.SHEET:
        return _parse_sheet(file, line)
    if line[:1].isdigit() and line.isascii():
        return parse_openspiel(line.decode("ascii"), f"{file.source}:{number}")
    return parse_record(line)


def _parse_sheet(file: Import, text: bytes) -> Record:
    try:
        lines = text.decode()
    except UnicodeDecodeError as error:
        at = text.count(b"\n", 0, error.start) + 1
        raise RecordUnreadable("text in UTF-8", line=at, column=1) from None
    return parse_csv_sheet(lines, file.source, rules=parse_rules_line(file.rules))


def source_record(game: UUID) -> Record | None:
    """Return the record that a game was made of, as it came; None for a game of our own."""
    row = (
        ImportedLine.objects.select_related("file")
        .filter(game=game, result=ImportedLine.Result.IMPORTED)
        .first()
    )
    return None if row is None else parse_line(row.file, row.number, bytes(row.line))


def imported_record(game: UUID) -> Record | None:
    """Return an imported game as it is exported: its finished hands; None for one of our own."""
    record = source_record(game)
    return None if record is None else finished_record(record)
