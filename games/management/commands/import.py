"""`manage.py import FILE`: take in, replay and audit the records of others."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.records.errors import RecordsError
from games.records.text import read_json
from games.records.upload import inflate, split_lines
from games.rules.errors import InvalidRules
from games.rules.ruleset import parse_rules
from games.selectors.imports import import_findings, import_summary
from games.services.importing import (
    Begun,
    begin_import,
    begin_sheet_import,
    import_lines,
    plain_source,
)

_PIECE: Final = 262_144
_NO_LIMIT: Final = 2**63
_LONGEST_SHEET: Final = 1_048_576
_PAUSE: Final = 0.2  # seconds, while a worker is at it


class Command(BaseCommand):
    """Every line is kept as it came, and becomes a game with its verdict and findings beside it."""

    help = (
        "Imports a file of records (hearts-record/1, or OpenSpiel's numbers, one game a line; "
        "plain or gzip), or a score sheet in CSV. What was imported before is a duplicate."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take one file, and what a sheet does not say itself."""
        parser.add_argument("file", type=Path, help="the file; *.csv is a score sheet")
        parser.add_argument(
            "--rules",
            default="scoresheet",
            help="of a score sheet: a preset's name, or a rules object in JSON",
        )

    def handle(self, *_: object, **options: object) -> None:
        """Import line by line, and say what was found."""
        path = Path(str(options["file"]))
        try:
            with path.open("rb") as stream:
                begun = self._begin(path, stream, rules=str(options["rules"]))
        except OSError as error:
            said = f"{plain_source(str(path))} can't be read: {error.strerror}"
            raise CommandError(said) from None
        except (RecordsError, InvalidRules) as error:
            raise CommandError(f"{plain_source(str(path))}: {error}") from None
        self._take_in(begun)
        self._tell(begun.file)

    def _begin(self, path: Path, stream: BinaryIO, *, rules: str) -> Begun:
        name, now = path.name, timezone.now()
        if path.suffix.lower() == ".csv":
            asked = read_json(rules) if rules.startswith("{") else {"preset": rules}
            text = stream.read(_LONGEST_SHEET)
            return begin_sheet_import(text, source=name, rules=parse_rules(asked), now=now)
        pieces = inflate(iter(partial(stream.read, _PIECE), b""), limit=_NO_LIMIT)
        return begin_import(split_lines(pieces), source=name, now=now)

    def _take_in(self, begun: Begun) -> None:
        """Do the job here, unless a worker has taken it; then wait for him."""
        for summary in self._summaries(begun):
            if self.stderr.isatty():
                self.stderr.write(f"\r{summary['done']} of {summary['lines']} lines", ending="")
        if self.stderr.isatty():
            self.stderr.write("")

    def _summaries(self, begun: Begun) -> Iterator[dict[str, object]]:
        while True:
            hints = import_lines(begun.hint.job, now=timezone.now())
            summary = import_summary(begun.file) or {}
            yield summary
            if summary.get("state") == "done":
                return
            if summary.get("state") == "failed":
                raise CommandError(f"{summary['done']} of {summary['lines']} lines, then it failed")
            if not hints:
                time.sleep(_PAUSE)

    def _tell(self, file: UUID) -> None:
        """Say what became of each line that is not simply good, and count all."""
        for number, said in import_findings(file):
            self.stdout.write(f"line {number}: {said}")
        summary = import_summary(file) or {}
        sums = (f"{summary[name]} {name}" for name in ("imported", "duplicates", "rejected"))
        self.stdout.write(f"{summary['lines']} lines: {', '.join(sums)}")
        verdicts = summary["verdicts"]
        counted = ", ".join(
            f"{count} {verdict}" + ("" if verdict == "false" else " (unproven)")
            for verdict, count in (verdicts.items() if isinstance(verdicts, dict) else ())
        )
        self.stdout.write(f"{summary['imported']} lines imported and audited: {counted or 'none'}")
