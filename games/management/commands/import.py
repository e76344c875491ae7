"""`manage.py import FILE`: keep, replay and audit the records of others."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.services.importing import import_lines


class Command(BaseCommand):
    """Every line is kept as it came, with its verdict and findings beside it."""

    help = "Imports a file of records (hearts-record/1, or OpenSpiel's numbers), one game a line."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take one file."""
        parser.add_argument("file", type=Path, help="the file of records")

    def handle(self, *_: object, **options: object) -> None:
        """Import line by line, and say what was found."""
        path = Path(str(options["file"]))
        try:
            file = path.open("rb")
        except OSError as error:
            raise CommandError(f"{path} can't be read: {error.strerror}") from None
        verdicts: Counter[str] = Counter()
        with file:
            for line in import_lines(file, source=path.name, now=timezone.now()):
                strength = line.report.strength
                verdicts[line.report.verdict + (f" ({strength})" if strength else "")] += 1
                for found in line.report.findings:
                    self.stdout.write(f"line {line.number}: {found.rule}: {found.detail}")
        counted = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
        self.stdout.write(f"{verdicts.total()} lines imported and audited: {counted or 'none'}")
