"""A line of an imported file as a record: of the archive's format, of OpenSpiel's, or a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from games.models import Import
from games.records.entry import PlayedHand, SheetRow
from games.records.errors import RecordUnreadable
from games.records.record import Record, format_record, record_to_json
from games.records.upload import LONGEST_LINE
from games.replay.finished import finished_record
from games.selectors.imported import parse_line
from games.verifier.options import Options
from games.verifier.report import Report
from games.verifier.verify import verify_value

MOST_HANDS: Final = 30_000
MOST_POINTS: Final = 2_000_000_000
"""What the columns of hands and totals hold."""


@dataclass(frozen=True)
class ReadLine:
    """A record that could be read: what a replay says of it, and as what it is known again.

    `name` and `digest` are of its id, and of the line that an export would have.
    """

    record: Record
    report: Report
    name: bytes
    digest: bytes


def line_too_long() -> RecordUnreadable:
    """Return the error that a line is, of which nothing was kept."""
    return RecordUnreadable(f"a line of at most {LONGEST_LINE} bytes", column=LONGEST_LINE + 1)


def read_line(file: Import, number: int, line: bytes, options: Options) -> ReadLine:
    """Read a line of a file. Raises RecordUnreadable."""
    record = parse_line(file, number, line)
    report = verify_value(record_to_json(record), options)
    _check_fits(record, report)
    return ReadLine(
        record=record,
        report=report,
        name=sha256(record.id.encode()).digest(),
        digest=record_digest(record),
    )


def record_digest(record: Record) -> bytes:
    """Return the SHA-256 of a record's line as it is exported."""
    return sha256(format_record(finished_record(record)).encode()).digest()


def _check_fits(record: Record, report: Report) -> None:
    """Check that the database's columns hold the numbers. Raises RecordUnreadable."""
    begun = record.start.hands if record.start else 0
    hands = sum(isinstance(entry, PlayedHand | SheetRow) for entry in record.hands)
    if begun + hands > MOST_HANDS:
        raise RecordUnreadable(f"at most {MOST_HANDS} hands", pointer="/hands")
    totals = [*(record.start.totals if record.start else ()), *(report.totals or ())]
    totals += [total for hand in report.hands or () for total in hand.totals]
    if max(map(abs, totals), default=0) > MOST_POINTS:
        raise RecordUnreadable(f"totals of at most {MOST_POINTS}", pointer="/hands")
