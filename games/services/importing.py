"""Keeping the records of others: each line as it came, replayed and audited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.models import Audit, Import
from games.records.errors import RecordUnreadable
from games.records.openspiel import parse_openspiel
from games.records.record import format_record
from games.services.auditing import audit_fields, store_findings
from games.verifier.options import Options
from games.verifier.report import Report
from games.verifier.verify import verify_line


@dataclass(frozen=True)
class ImportedLine:
    """One line of a file, and what a replay says of it."""

    number: int
    report: Report


def import_lines(lines: Iterable[bytes], *, source: str, now: datetime) -> Iterator[ImportedLine]:
    """Keep and audit each line of a file named `source`, one transaction a line, as they come.

    A line is hearts-record/1, or the numbers of an OpenSpiel game.
    """
    for number, line in enumerate(lines, start=1):
        kept = line.rstrip(b"\r\n")
        if kept.strip():
            report = verify_line(_as_record(kept, name=f"{source}:{number}"), Options())
            _keep(kept, report, source=source, number=number, now=now)
            yield ImportedLine(number, report)


def _as_record(line: bytes, *, name: str) -> str | bytes:
    """Return a line of numbers as a record; what can't be read as one stays as it is."""
    if not line[:1].isdigit() or not line.isascii():
        return line
    try:
        return format_record(parse_openspiel(line.decode("ascii"), name))
    except RecordUnreadable:
        return line


@transaction.atomic
def _keep(line: bytes, report: Report, *, source: str, number: int, now: datetime) -> None:
    row = Import.objects.create(source=source, number=number, line=line, time=now)
    audit = Audit.objects.create(imported=row, seq=0, **audit_fields(report, now=now))
    store_findings(audit, report.findings)
